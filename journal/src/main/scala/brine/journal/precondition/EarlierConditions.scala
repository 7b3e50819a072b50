package brine.journal.precondition

import brine.journal.failure.Failures
import brine.journal.reading.JournalView
import java.util.concurrent.locks.LockSupport

/** Compares conditions with the events that the writer does not remember, by reading them. */
private[precondition] final class EarlierConditions(
    recent: RecentEvents,
    used: UsedTags,
    search: ConditionSearch,
    writer: EarlierConditions.Journal
) extends ConditionLookup:

  def isCurrent(conditions: Conditions): Boolean =
    // Nothing is appended after a failure.
    conditions.error != null || conditions.reach(recent.horizon) && conditions.keep() || writer.hasFailed

  def look(conditions: Conditions, waits: Boolean): Boolean =
    var goesOn = true
    while goesOn && !isCurrent(conditions) && !writer.isClosed do
      if !conditions.keep() then conditions.renew()
      val begun = recent.horizon != RecentEvents.Off
      val until = writer.durable
      if begun then
        // The writer says so, after it has checked the key and the versions.
        try compare(conditions, until)
        catch Failures.appendError(writer.view.folder).andThen(conditions.failed(_))
      else
        recent.want()
        writer.wake()
      // Once at most: when the writer begins to remember events, the last ones may not be durable yet.
      if !isCurrent(conditions) && (!begun || writer.durable <= until) then
        goesOn = waits
        if waits then LockSupport.parkNanos(EarlierConditions.LookEveryNanos)
    goesOn

  private def compare(conditions: Conditions, until: Long): Unit =
    var from = 0
    while from < conditions.parts.length do
      val next = from + conditions.parts(from).of.query.clauseCount
      compare(conditions, from, next, until)
      from = next
    conditions.checked = math.max(conditions.checked, until)

  /** Compares a condition, which has the parts between two places. */
  private def compare(conditions: Conditions, from: Int, end: Int, until: Long): Unit =
    val since = recent.since
    val first = conditions.parts(from)
    // The last events of tags and kinds, as of the durable mark that was read before.
    if conditions.begin(first) < math.min(until, last(conditions, from, end, since)) then
      val found = search.first(
        first.of,
        conditions.checked,
        at => math.min(until, conditions.parts(from + at).last(since))
      )
      if found > 0 then conditions.found(found, first)
      // It was read for nothing, which need not happen again.
      else if found == ConditionSearch.Vain && used.want() then writer.wake()

  /** A sequence after which no event matches one of these parts. */
  private def last(conditions: Conditions, from: Int, end: Int, since: Long): Long =
    var last = 0L
    var at   = from
    while at < end do
      last = math.max(last, conditions.parts(at).last(since))
      at += 1
    last

private[precondition] object EarlierConditions:
  private inline val LookEveryNanos = 50_000L

  /** What a lookup needs of the journal that is open for writing. */
  trait Journal:
    def view: JournalView

    /** Sequence up to which everything is durable. */
    def durable: Long

    /** Whether no more appends are accepted. */
    def isClosed: Boolean

    /** Whether no more appends are written. */
    def hasFailed: Boolean

    /** Wakes the writer, so that it looks for requests. */
    def wake(): Unit
