package brine.jdbc.rates

import brine.jdbc.{JdbcEventLog, JdbcSettings, UrlSource}
import brine.journal.{ExpectedVersion, JournalException}

import java.io.{FileDescriptor, FileOutputStream, PrintStream}
import java.sql.DriverManager
import java.util.concurrent.atomic.AtomicLong
import scala.io.Source

/** A process of [[ProcessRates]]. For each line with a number of milliseconds on its standard input, its callers append
  * events for this long, each the next one when the last one is durable. Then it prints how many. Arguments: `brine` or
  * `bare`, URL, callers.
  */
private[rates] object RateWriter:
  private final val Bytes = 256

  def main(arguments: Array[String]): Unit =
    val Array(contender, url, callers) = arguments
    val out                            = PrintStream(FileOutputStream(FileDescriptor.out), true)
    val (append, close)                = opened(contender, url, callers.toInt)
    out.println("ready")
    for line <- Source.stdin.getLines() do out.println(turn(callers.toInt, line.toLong, append))
    close()

  private def opened(contender: String, url: String, callers: Int): (Int => Unit, () => Unit) =
    val event = Array.tabulate(Bytes)(i => (i * 31).toByte)
    contender match
      case "brine" =>
        val log  = JdbcEventLog.open(UrlSource(url), JdbcSettings(prefix = "rate_"))
        val mine = ProcessHandle.current.pid
        (
          caller =>
            log
              .append(s"stream-$mine-$caller", ExpectedVersion.Any, Seq(event))
              .await()
              .fold(error => throw JournalException(error), _ => ()),
          log.close
        )
      case "bare" =>
        val log = BareLog(DriverManager.getConnection(url), BareLog.Kind.of(url))
        if callers == 1 then (_ => log.append(Seq(event)): Unit, log.close)
        else
          val shared = BareLog.Shared(log)
          (_ => shared.append(event), shared.close)

  /** How many events the callers have appended until the last of them is durable, and the nanoseconds of that. */
  private def turn(callers: Int, millis: Long, append: Int => Unit): String =
    val count   = AtomicLong()
    val start   = System.nanoTime()
    val until   = start + millis * 1000000
    val threads = Vector.tabulate(callers): caller =>
      Thread.ofPlatform.start: () =>
        while System.nanoTime() < until do
          append(caller)
          count.incrementAndGet(): Unit
    threads.foreach(_.join())
    s"${count.get} ${System.nanoTime() - start}"
