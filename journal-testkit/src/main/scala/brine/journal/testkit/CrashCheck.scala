package brine.journal.testkit

import brine.journal.*
import brine.journal.testkit.internal.{Acknowledged, CrashEvent}
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Checks a journal in which [[CrashWriter]] or [[RefusedWriter]] was killed:
  *
  *   - every acknowledged event is there, and each writer's events are an unchanged prefix of what it submitted;
  *   - offsets count from 1 without a gap, versions of a stream too, and times do not decrease;
  *   - no idempotency key is there twice;
  *   - everything that was there at the last check is still there;
  *   - opened once more, the journal has the same events.
  *
  * Arguments: the journal's folder; a file with the lines of the writer; `kill` or `power` for what ended the writer;
  * the segment size, if it is not that of [[CrashWriter]]. Prints a line of counts and exits with code 0, or says what
  * is wrong and exits with code 1.
  */
object CrashCheck:
  /** The content of a journal, as a count and a digest. */
  private[testkit] final case class Found(records: Long, digest: Long)

  private[testkit] val nothing = Found(0, 0)

  def main(arguments: Array[String]): Unit =
    val acknowledged = Acknowledged()
    Files.readAllLines(Path.of(arguments(1))).asScala.foreach(acknowledged.add)
    val settings = arguments.lift(3).fold(CrashWriter.settings)(size => JournalSettings(segmentSize = size.toLong))
    try
      val found = check(Path.of(arguments(0)), acknowledged, power = arguments(2) == "power", nothing, settings)
      println(s"${acknowledged.count} appends acknowledged, ${found.records} events found, nothing wrong")
    catch
      case wrong: AssertionError =>
        Console.err.println(wrong.getMessage)
        sys.exit(1)

  /** Checks a journal.
    *
    * @param before
    *   result of the last check
    * @throws AssertionError
    *   that says what is wrong
    */
  private[testkit] def check(
      folder: Path,
      acknowledged: Acknowledged,
      power: Boolean,
      before: Found,
      settings: JournalSettings = CrashWriter.settings
  ): Found =
    val first  = read(folder, acknowledged, power, before, settings)
    val second = read(folder, acknowledged, power, first, settings)
    if second != first then wrong(s"opened again, it has $second and not $first")
    first

  private def wrong(problem: String): Nothing = throw AssertionError(problem)

  private def read(
      folder: Path,
      acknowledged: Acknowledged,
      power: Boolean,
      before: Found,
      settings: JournalSettings
  ): Found =
    val versions = mutable.HashMap.empty[String, Long].withDefaultValue(0)
    val keys     = mutable.HashSet.empty[UUID]
    var records  = 0L
    var digest   = 0L
    var kept     = before.records == 0
    var at       = java.time.Instant.MIN
    Using.resource(Journal.open(folder, settings)): journal =>
      for record <- journal.readAll[CrashEvent]().iterator do
        records += 1
        if record.offset.sequence != records then wrong(s"record $records has offset ${record.offset.sequence}")
        val event = record.value
        if record.stream != CrashEvent.stream(event.writer) then wrong(s"record $records is in stream ${record.stream}")
        versions(record.stream) += 1
        val number = versions(record.stream)
        if record.version != number || event.number != number then
          wrong(s"record $records has version ${record.version} and number ${event.number}, not $number")
        if event != CrashEvent(event.writer, number) then wrong(s"record $records is not what was submitted")
        if record.at.isBefore(at) then wrong(s"record $records is of ${record.at}, the one before of $at")
        at = record.at
        for key <- record.key do if !keys.add(key) then wrong(s"record $records has a key that is there already: $key")
        digest = digest * 0x100000001b3L + event.hashCode * 31L + at.hashCode
        if records == before.records then
          if digest != before.digest then wrong(s"the first $records records have changed")
          kept = true
      for (stream, number) <- versions do
        if journal.version(stream) != Right(number) then
          wrong(s"stream $stream has version ${journal.version(stream)}, not $number")
    if !kept then wrong(s"there were ${before.records} records, now there are $records")
    for writer <- 0 until 64 do
      val there    = versions(CrashEvent.stream(writer))
      val required = acknowledged.required(writer, power)
      if there < required then wrong(s"event $required of writer $writer was acknowledged; $there are there")
    Found(records, digest)
