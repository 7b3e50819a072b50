package brine.cli.journal

import brine.commandline.Terminal
import java.util.Locale

/** Shows the progress of a command that counts records on standard error: a line from time to time, on a terminal more
  * often. A short command shows nothing.
  */
private[journal] final class RecordProgress(command: String, everyNanos: Long = RecordProgress.every):
  private var step     = ""
  private var begun    = System.nanoTime
  private var lastTold = begun

  /** @param records
    *   number of records that the step has handled
    * @param left
    *   number of records before it, at most
    */
  def show(step: String, records: Long, left: Long): Unit =
    val now = System.nanoTime
    if step != this.step then
      this.step = step
      begun = now
    if now - lastTold >= everyNanos then
      lastTold = now
      Console.err.println(RecordProgress.line(s"$command: $step", records, left, now - begun))

private[journal] object RecordProgress:
  private def every: Long = if Terminal.isWatched then 1_000_000_000L else 10_000_000_000L

  def line(what: String, records: Long, left: Long, nanos: Long): String =
    val rate    = if nanos <= 0 then 0 else (records * 1e9 / nanos).toLong
    val seconds = if rate == 0 then "" else s", ${left / rate} s"
    s"$what ${Ending.count(records, "record")}, ${number(rate)} records/s; ${number(left)} left$seconds"

  private def number(of: Long): String = "%,d".formatLocal(Locale.ROOT, of)
