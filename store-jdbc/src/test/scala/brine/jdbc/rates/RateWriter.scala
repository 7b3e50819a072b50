package brine.jdbc.rates

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.{ExpectedVersion, JournalException}

import com.zaxxer.hikari.HikariDataSource

import java.io.{FileDescriptor, FileOutputStream, PrintStream}
import java.sql.DriverManager
import java.util.concurrent.atomic.AtomicLong
import scala.io.Source

/** A process of [[ProcessRates]]. For each line with a number of milliseconds on its standard input, its callers append
  * events for this long, each the next one when the last one is durable. Then it prints how many. Arguments: a
  * contender, the URL, callers.
  */
private[rates] object RateWriter:
  private final val Bytes = 256

  /** Of the tables that `tables` writes, which are Brine's. */
  final val TablesPrefix = "same_"

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
        // A pool, as the page of stores advises: between two turns, the log gives its connection back.
        val pool = HikariDataSource()
        pool.setJdbcUrl(url)
        val log  = JdbcEventLog.open(pool, JdbcSettings(prefix = "rate_"))
        val mine = ProcessHandle.current.pid
        (
          caller =>
            log
              .append(s"stream-$mine-$caller", ExpectedVersion.Any, Seq(event))
              .await()
              .fold(error => throw JournalException(error), _ => ()),
          () =>
            log.close()
            pool.close()
        )
      case bare =>
        val kind              = BareLog.Kind.of(url)
        val layout            = if bare == "tables" then BareLog.Layout.Whole(TablesPrefix) else BareLog.Layout.Small
        val log               = BareLog(DriverManager.getConnection(url), kind, layout)
        val first             = ProcessHandle.current.pid << 16
        val versions          = Array.ofDim[Long](callers)
        def next(caller: Int) =
          versions(caller) += 1
          BareLog.Event(first + caller, versions(caller), event)
        if callers == 1 then (caller => log.append(Seq(next(caller))): Unit, log.close)
        else
          val shared = BareLog.Shared(log)
          (caller => shared.append(next(caller)), shared.close)

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
