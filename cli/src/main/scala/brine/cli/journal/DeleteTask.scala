package brine.cli.journal

import brine.journal.*
import java.nio.file.Path
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Deletes a stream, or lists those that were deleted. */
private[journal] object DeleteTask extends JournalTask:
  val name    = "delete"
  val summary = "deletes a stream, or lists those that were deleted"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    if parsed.list.value then
      Ending
        .folder(parsed.names.value, s"$name --list")
        .map(folder => RecordArguments.readingFolder(folder)(list(_, parsed.json.value)))
    else if parsed.expected.exists(_ < 0) then Left(s"--expected is 0 or more, not ${parsed.expected.mkString}")
    else
      for
        names  <- Ending.arguments(parsed.names.value, name, "DIR", "STREAM")
        folder <- Ending.path(names.head)
      yield
        // Opening for writing creates a missing journal, so the name is checked first.
        JournalReader.tryOpen(folder, Ending.settings) match
          case Left(error)   => Ending.failed(error)
          case Right(reader) =>
            val missing =
              try RecordArguments.missing(reader, Seq(names(1)), Nil)
              finally reader.close()
            missing.getOrElse(delete(folder, names(1), parsed))

  private def delete(folder: Path, stream: String, parsed: Arguments): Int =
    Journal.tryOpen(folder, Ending.settingsOf(folder)) match
      case Left(error)    => Ending.failed(error)
      case Right(journal) =>
        try
          val expected = parsed.expected.fold(ExpectedVersion.Any)(ExpectedVersion(_))
          val done     = journal.delete(stream, expected).await()
          // So that compaction, which looks at completed segments, finds the deletion.
          if done.isRight then journal.endSegment()
          done.fold(Ending.failed, report(stream, _, parsed.json.value))
        finally journal.close()

  private def report(stream: String, done: Appended, asJson: Boolean): Int =
    println(
      if asJson then Ending.json(fields(stream, done.first, done.version, done.at))
      else
        s"deleted: stream '${Ending.oneLine(stream)}' at version ${done.version}, offset ${done.first.sequence}; " +
          "journal compact --deleted removes its events"
    )
    0

  private def list(reader: JournalReader, asJson: Boolean): Int =
    reader
      .readTagged[StreamDeleted](StreamDeleted.Tag)
      .foreach: record =>
        println(
          if asJson then Ending.json(fields(record.stream, record.offset, record.version, record.at))
          else s"${record.offset.sequence}  ${record.at}  ${Ending.oneLine(record.stream)}@${record.version}"
        )
      .fold(Ending.failed, _ => 0)

  private def fields(stream: String, offset: Offset, version: Long, at: java.time.Instant) = ujson.Obj(
    "stream"  -> stream,
    "offset"  -> ujson.Num(offset.sequence.toDouble),
    "version" -> ujson.Num(version.toDouble),
    "time"    -> at.toString
  )

  @main(
    name = "brine journal delete",
    doc = "Deletes a stream: readers of the stream find only what is appended to it later. Versions continue. Its events stay " +
      "in the files, and in what is read by offset, until brine journal compact --deleted removes them from completed " +
      "segments. The journal must not be open elsewhere. With --list, prints the deletions, which any process may."
  )
  private[journal] final case class Arguments(
      @arg(doc = "delete only if the stream has this version") expected: Option[Long] = None,
      @arg(doc = "print the deletions: offset, time, stream and version") list: Flag = Flag(),
      @arg(doc = "one JSON object, with --list one a line") json: Flag = Flag(),
      @arg(
        name = "dir-and-stream",
        doc = "DIR STREAM: the journal's folder, and the name of the stream; after -- it may begin with -"
      ) names: Leftover[
        String
      ] = Leftover()
  )
