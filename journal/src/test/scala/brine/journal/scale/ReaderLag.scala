package brine.journal.scale

import brine.journal.*
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicLongArray
import scala.util.Using

/** Measures how long after its acknowledgement a reader that follows the files sees a record, at several rates. Beside
  * it a thread sleeps for 2 ms again and again: what it oversleeps is the machine's share.
  *
  * {{{
  * ./brine sbt "journal/Test/runMain brine.journal.scale.readerLag /tmp/lag 20 50 200 1000"
  * }}}
  */
@main def readerLag(folder: String, seconds: Int, rates: Int*): Unit =
  for rate <- rates do
    Using
      .Manager: use =>
        val journal  = use(Journal.open(Path.of(folder, s"rate-$rate")))
        val records  = rate * seconds
        val done     = AtomicLongArray(records + 1)
        val seen     = AtomicLongArray(records + 1)
        val before   = journal.durable
        val reader   = use(JournalReader.open(journal.folder))
        val running  = use(reader.subscribeAfter[Int](before)(record => seen.set(record.value, System.nanoTime)))
        val sleeps   = Vector.newBuilder[Long]
        val sleeping = Thread
          .ofPlatform()
          .start: () =>
            try
              while true do
                val before = System.nanoTime
                Thread.sleep(2)
                sleeps += System.nanoTime - before - 2000000
            catch case _: InterruptedException => ()
        val begin = System.nanoTime
        for i <- 1 to records do
          val at = begin + i * (1000000000L / rate)
          while System.nanoTime < at do Thread.sleep(0, math.max(at - System.nanoTime, 1).toInt.min(999999))
          journal.append("s", ExpectedVersion.Any, Seq(i)).await(): Unit
          done.set(i, System.nanoTime)
        while seen.get(records) == 0 do Thread.sleep(1)
        sleeping.interrupt()
        sleeping.join()
        running.close()
        val lags = (1 to records).map(i => math.max(seen.get(i) - done.get(i), 0L))
        println(
          f"$rate%5d appends/s: lag ${Lags.text(lags)}; 2 ms of sleep take longer by ${Lags.text(sleeps.result())}"
        )
      .get

private object Lags:
  def text(nanos: Seq[Long]): String =
    val sorted           = nanos.sorted
    def at(part: Double) = sorted(((sorted.size - 1) * part).toInt) / 1e6
    f"p50 ${at(0.5)}%.1f ms, p99 ${at(0.99)}%.1f ms, max ${at(1)}%.1f ms"
