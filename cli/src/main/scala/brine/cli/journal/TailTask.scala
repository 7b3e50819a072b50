package brine.cli.journal

import brine.journal.{EventLogReader, Offset, ReadError, Record, Stored}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}
import scala.collection.mutable

/** Prints the last records, and new ones as they arrive. */
private[journal] object TailTask extends JournalTask:
  val name    = "tail"
  val summary = "prints the last records; with --follow also each new one"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      place  <- Ending.place(parsed.folder.value, name, parsed.log)
      wanted <- parsed.limit
        .filter(_ < 0)
        .map(limit => s"--limit is 0 or more, not $limit")
        .toLeft(parsed.limit.getOrElse(10L))
    yield
      val which = RecordArguments(stream = parsed.stream, tag = parsed.tag)
      // What does not exist yet may be appended while the command follows.
      val mustExist = if parsed.isFollowing then RecordArguments() else which
      RecordArguments.reading(place, mustExist)(reader => Lines.use(print(reader, parsed, which, wanted, _)))

  private def print(
      reader: EventLogReader,
      parsed: Arguments,
      which: RecordArguments,
      wanted: Long,
      lines: Lines
  ): Int =
    val isPlain  = parsed.stream.isEmpty && parsed.tag.isEmpty
    val start    = if isPlain then lastOnes(reader, wanted) else Offset.Begin
    val records  = which.open(reader, start)
    val last     = mutable.Queue.empty[Record[Stored]]
    var isLive   = false
    var exitCode = -1
    try
      while exitCode < 0 do
        records.next() match
          case Right(Some(record)) if !which.accepts(record, start) =>
          case Right(Some(record)) if isLive                        => show(record, parsed, lines)
          case Right(Some(record))                                  =>
            last.enqueue(record)
            if last.size > wanted then last.dequeue(): Unit
          case Right(None) =>
            last.removeAll().foreach(show(_, parsed, lines))
            isLive = true
            if !parsed.isFollowing || lines.isBrokenNow then exitCode = 0 else Thread.sleep(PauseMillis)
          case Left(error) => exitCode = if Thread.interrupted() then 0 else Ending.failed(error)
      exitCode
    catch case _: InterruptedException => 0
    finally records.close()

  /** Where the last records begin: those before may be deleted. */
  private def lastOnes(reader: EventLogReader, wanted: Long): Offset =
    val from    = Offset(math.max(reader.durable.sequence - wanted + 1, 0))
    val records = reader.readAll[Stored](from)
    try
      records.next() match
        case Left(ReadError.Gone(first)) => first
        case _                           => from
    finally records.close()

  private inline val PauseMillis = 50L

  private def show(record: Record[Stored], parsed: Arguments, lines: Lines): Unit =
    lines.print(RecordText.of(record, parsed.json.value, parsed.whole.value))

  @main(
    name = "brine journal tail",
    doc =
      "Prints the last durable records. With --follow it then prints each record that becomes durable, until it is " +
        "interrupted or nobody reads its output."
  )
  private[journal] final case class Arguments(
      @arg(doc = "number of records to print first; 10 by default") limit: Option[Long] = None,
      @arg(doc = "only records of this stream") stream: Option[String] = None,
      @arg(doc = "only records with this tag") tag: Option[String] = None,
      @arg(short = 'f', doc = "keep printing new records") follow: Flag = Flag(),
      @arg(doc = "print long values whole; by default they are cut after 1,000 characters") whole: Flag = Flag(),
      @arg(doc = "a JSON object a line") json: Flag = Flag(),
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  ):
    def isFollowing: Boolean = follow.value
