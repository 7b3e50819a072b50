package brine.jdbc

import brine.journal.*
import java.io.PrintStream
import java.util.UUID

/** The process that [[ProcessKills]] kills: it appends to a log in a database from several threads until then, and
  * prints a line for each append that was acknowledged. Arguments: URL of the database, prefix of the tables, name.
  */
object KilledWriter:
  final val Threads = 4

  def main(arguments: Array[String]): Unit =
    val Array(url, prefix, name) = arguments
    val log                      = JdbcEventLog.open(UrlSource(url), JdbcSettings(prefix = prefix))
    val out                      = PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), true)
    val threads                  = Vector.tabulate(Threads): thread =>
      Thread.ofPlatform.start: () =>
        try write(log, s"$name-$thread", out)
        catch
          case error: Throwable =>
            out.println(s"failed $error")
            Runtime.getRuntime.halt(3)
    threads.foreach(_.join())

  private def write(log: JdbcEventLog, writer: String, out: PrintStream): Unit =
    var number = 0
    while true do
      val own = Killed.events(writer, number)
      log.append(s"stream-$writer", ExpectedVersion.Any, own, Some(Killed.key(writer, number))).await() match
        case Right(done) => out.println(s"ack $writer $number ${done.first.sequence}")
        case Left(error) => throw JournalException(error)
      number += 1

/** What writers append that are killed, or whose server is, and what must be there. */
private[jdbc] object Killed:
  /** The events of one append, which are there together or not at all. */
  def events(writer: String, number: Int): Vector[String] =
    Vector.tabulate(1 + number % 3)(part => s"$writer $number $part")

  def key(writer: String, number: Int): UUID = UUID.nameUUIDFromBytes(s"$writer $number".getBytes)

  /** What is wrong with a log, given the offsets of acknowledged appends by writer and number; None if nothing is.
    *
    * @param found
    *   all its records
    */
  def problem(found: Vector[Record[String]], acknowledged: Iterable[((String, Int), Long)]): Option[String] =
    val dense = found.map(_.offset.sequence)
    if dense != (1L to found.size).toVector then Some(s"offsets have gaps: ${dense.take(20)} …")
    else
      val byWriter = found.groupBy(_.value.takeWhile(_ != ' '))
      byWriter
        .flatMap: (writer, own) =>
          // All appends of a writer up to some number, each whole, once and in order.
          val last = own.last.value.split(' ')(1).toInt
          val want = (0 to last).flatMap(events(writer, _))
          Option.when(own.map(_.value) != want)(s"$writer has other events, or in another order: ${own.takeRight(20)}")
        .headOption
        .orElse:
          val texts = found.map(one => (one.offset.sequence, one.value)).toMap
          acknowledged.collectFirst:
            case ((writer, number), at) if !texts.get(at).contains(events(writer, number).head) =>
              s"append $number of $writer was acknowledged at $at, where ${texts.get(at)} is"
