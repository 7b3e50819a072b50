package brine.cli.journal

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
      folder  <- Ending.path(names(1))
      time    <- parsed.records.checked
    yield RecordArguments.reading(folder): reader =>
      var left   = parsed.records.limit.getOrElse(Long.MaxValue)
      var found  = false
      val result = Lines.use: lines =>
        parsed.records.read(reader, time): record =>
          if pattern.matcher(RecordText.value(record, LongestSearched)).find() then
            found = true
            left -= 1
            lines.print(RecordText.of(record, parsed.json.value))
          left > 0 && !lines.isBroken
      result.fold(Ending.failed, _ => if found then 0 else 1)

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
      @arg(doc = "a JSON object a line") json: Flag = Flag(),
      @arg(name = "pattern-and-dir", doc = "PATTERN DIR: what to look for, and the journal's folder") names: Leftover[
        String
      ] = Leftover()
  )
