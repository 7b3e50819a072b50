package brine.cli.journal

import brine.journal.{JournalReader, Offset, Record, Stored}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}
import scala.collection.mutable

/** Prints the last records, and new ones as they arrive. */
private[journal] object TailTask extends JournalTask:
  val name    = "tail"
  val summary = "prints the last records; with --follow also each new one"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      folder <- Ending.folder(parsed.folder.value, name)
      wanted <- parsed.limit
        .filter(_ < 0)
        .map(limit => s"--limit is 0 or more, not $limit")
        .toLeft(parsed.limit.getOrElse(10L))
    yield RecordArguments.reading(folder)(reader => print(reader, parsed, wanted))

  private def print(reader: JournalReader, parsed: Arguments, wanted: Long): Int =
    val which    = RecordArguments(stream = parsed.stream, tag = parsed.tag)
    val isPlain  = parsed.stream.isEmpty && parsed.tag.isEmpty
    val start    = if isPlain then Offset(math.max(reader.durable.sequence - wanted, 0)) else Offset.Begin
    val records  = which.open(reader, start)
    val last     = mutable.Queue.empty[Record[Stored]]
    var isLive   = false
    var exitCode = -1
    try
      while exitCode < 0 do
        records.next() match
          case Right(Some(record)) if !which.accepts(record, start) =>
          case Right(Some(record)) if isLive                        => show(record, parsed)
          case Right(Some(record))                                  =>
            last.enqueue(record)
            if last.size > wanted then last.dequeue(): Unit
          case Right(None) =>
            last.removeAll().foreach(show(_, parsed))
            isLive = true
            if !parsed.isFollowing || Console.out.checkError() then exitCode = 0 else Thread.sleep(PauseMillis)
          case Left(error) => exitCode = if Thread.interrupted() then 0 else Ending.failed(error)
      exitCode
    catch case _: InterruptedException => 0
    finally records.close()

  private inline val PauseMillis = 50L

  private def show(record: Record[Stored], parsed: Arguments): Unit =
    println(RecordText.of(record, parsed.json.value))
    Console.out.flush()

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
      @arg(doc = "a JSON object a line") json: Flag = Flag(),
      @arg(name = "dir", doc = "the journal's folder") folder: Leftover[String] = Leftover()
  ):
    def isFollowing: Boolean = follow.value
