package brine.cli.journal

import brine.journal.{Record, Stored}
import java.io.IOException
import java.util.regex.{Pattern, PatternSyntaxException}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Prints the records whose values match. */
private[journal] object GrepTask extends JournalTask:
  val name    = "grep"
  val summary = "prints records whose values match a pattern"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      names   <- Ending.arguments(parsed.names.value, name, "PATTERN", "DIR")
      pattern <- compile(names.head, parsed.ignoreCase.value)
      place   <- LogPlace.of(names(1), parsed.records.log)
      time    <- parsed.records.checked
    yield RecordArguments.reading(place, parsed.records): reader =>
      var left   = parsed.records.limit.getOrElse(Long.MaxValue)
      var found  = false
      val result = Lines.use: lines =>
        parsed.records.read(reader, time): record =>
          if matches(pattern, record) then
            found = true
            left -= 1
            lines.print(RecordText.of(record, parsed.json.value, parsed.whole.value))
          left > 0 && !lines.isBroken
      result.fold(Ending.failed, _ => if found then 0 else 1)

  // java.util.regex takes stack for each repetition of a group.
  private def matches(pattern: Pattern, record: Record[Stored]): Boolean =
    try pattern.matcher(RecordText.value(record, LongestSearched)).find()
    catch
      case _: StackOverflowError =>
        throw IOException(
          s"the pattern '$pattern' takes too much memory for record ${record.offset.sequence}: " +
            "repeat a class of characters, such as [ab]*, not a group, such as (a|b)*"
        )

  private inline val LongestSearched = 1 << 20

  private def compile(pattern: String, ignoreCase: Boolean): Either[String, Pattern] =
    try Right(Pattern.compile(pattern, if ignoreCase then Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE else 0))
    catch case error: PatternSyntaxException => Left(s"'$pattern' is no regular expression: ${error.getDescription}")

  @main(
    name = "brine journal grep",
    doc =
      "Prints the records whose value, as printed by dump, matches a regular expression (java.util.regex). Only the " +
        "first million characters of a value are searched. The exit code is 1 if no record matches."
  )
  private[journal] final case class Arguments(
      records: RecordArguments,
      @arg(name = "ignore-case", short = 'i', doc = "upper and lower case are the same") ignoreCase: Flag = Flag(),
      @arg(doc = "print long values whole; by default they are cut after 1,000 characters") whole: Flag = Flag(),
      @arg(doc = "a JSON object a line") json: Flag = Flag(),
      @arg(
        name = "pattern-and-dir",
        doc = "PATTERN DIR: what to look for, which may begin with - after --, and " + LogPlace.DirDoc
      ) names: Leftover[
        String
      ] = Leftover()
  )
