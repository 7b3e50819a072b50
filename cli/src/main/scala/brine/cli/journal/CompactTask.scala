package brine.cli.journal

import brine.journal.{Compacted, CompactionRules, Journal, JournalReader, Offset}
import java.nio.file.Path
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Removes records that later ones replace. */
private[journal] object CompactTask extends JournalTask:
  val name    = "compact"
  val summary = "removes all but the last record of streams, in completed segments"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      folder <- Ending.folder(parsed.folder.value, name)
      rules  <- rules(parsed)
    yield
      // Opening for writing creates a missing journal, so the names are checked first.
      JournalReader.tryOpen(folder, Ending.settings) match
        case Left(error)   => Ending.failed(error)
        case Right(reader) =>
          val missing =
            try RecordArguments.missing(reader, parsed.stream, Nil)
            finally reader.close()
          missing.getOrElse(compact(folder, rules, parsed.json.value))

  private def compact(folder: Path, rules: CompactionRules, asJson: Boolean): Int =
    Journal.tryOpen(folder, Ending.settingsOf(folder)) match
      case Left(error)    => Ending.failed(error)
      case Right(journal) =>
        try journal.compact(rules).fold(Ending.failed, report(_, asJson))
        finally journal.close()

  private def rules(parsed: Arguments): Either[String, CompactionRules] =
    val upTo = parsed.to.fold(Offset(Long.MaxValue))(to => Offset(math.max(to, 0)))
    if parsed.to.exists(_ < 0) then Left(s"--to is 0 or more, not ${parsed.to.mkString}")
    else if Seq(parsed.all.value, parsed.stream.nonEmpty, parsed.deleted.value).count(identity) != 1 then
      Left(
        "compact takes either --stream, once or several times, or --all: of these only the last record is kept; or " +
          "--deleted: only what is before the deletion of a stream is removed"
      )
    else Right(CompactionRules(name => parsed.all.value || parsed.stream.contains(name), upTo))

  private def report(done: Vector[Compacted], asJson: Boolean): Int =
    val before = done.map(_.recordsBefore).sum
    val after  = done.map(_.recordsAfter).sum
    val bytes  = done.map(one => one.bytesBefore - one.bytesAfter).sum
    println(
      if asJson then
        Ending.json(
          ujson.Obj(
            "segments"      -> done.size,
            "recordsBefore" -> ujson.Num(before.toDouble),
            "recordsAfter"  -> ujson.Num(after.toDouble),
            "bytesFreed"    -> ujson.Num(bytes.toDouble)
          )
        )
      else
        s"${Ending.count(done.size, "segment")} rewritten: $after of ${Ending.count(before, "record")} kept, " +
          s"${Ending.bytes(bytes)} freed"
    )
    0

  @main(
    name = "brine journal compact",
    doc =
      "Removes all records but the last of the named streams from completed segments. Use it for streams in which " +
        "every event contains the whole state, never for streams whose state is the sum of their events. Offsets and " +
        "versions stay. Removes the events of deleted streams in any case. Make a backup first: removed records are " +
        "lost. The journal must not be open elsewhere."
  )
  private[journal] final case class Arguments(
      @arg(doc = "compact this stream; may be given again") stream: Seq[String] = Nil,
      @arg(doc = "compact all streams") all: Flag = Flag(),
      @arg(doc = "remove the events of deleted streams alone") deleted: Flag = Flag(),
      @arg(doc = "leave segments with later records as they are") to: Option[Long] = None,
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "dir", doc = "the journal's folder") folder: Leftover[String] = Leftover()
  )
