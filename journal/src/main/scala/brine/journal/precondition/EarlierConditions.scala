package brine.journal.precondition

import brine.journal.failure.Failures
import brine.journal.reading.JournalView
import java.util.concurrent.locks.LockSupport

/** Compares the conditions of an append with the events that the writer does not remember, by reading them. */
private[precondition] final class ConditionLookup(
    conditions: Conditions,
    recent: RecentEvents,
    used: UsedTags,
    search: ConditionSearch,
    writer: ConditionLookup.Journal
) extends EarlierLookup:

  // Nothing is appended after a failure.
  def isCurrent: Boolean =
    conditions.error != null || conditions.reach(recent.horizon) && conditions.keep() || writer.hasFailed

  def look(waits: Boolean): Boolean =
    var goesOn = true
    while goesOn && !isCurrent && !writer.isClosed do
      renewForgotten()
      val begun = recent.horizon != RecentEvents.Off
      val until = writer.durable
      if begun then
        // The writer says so, after it has checked the key and the versions.
        try compare(until)
        catch Failures.appendError(writer.view.folder).andThen(conditions.failed(_))
      else
        recent.want()
        writer.wake()
      // Once at most: when the writer begins to remember events, the last ones may not be durable yet.
      if !isCurrent && (!begun || writer.durable <= until) then
        goesOn = waits
        if waits then LockSupport.parkNanos(ConditionLookup.LookEveryNanos)
    goesOn

  private def renewForgotten(): Unit = if !conditions.keep() then conditions.renew()

  private def compare(until: Long): Unit =
    var from = 0
    while from < conditions.parts.length do
      val next = from + conditions.parts(from).of.query.clauses.size
      compare(from, next, until)
      from = next
    conditions.checked = math.max(conditions.checked, until)

  /** Compares a condition, which has the parts between two places. */
  private def compare(from: Int, end: Int, until: Long): Unit =
    val since = recent.since
    val first = conditions.parts(from)
    // The last events of tags and kinds, as of the durable mark that was read before.
    if conditions.begin(first) < math.min(until, last(from, end, since)) then
      val found = search.first(
        first.of,
        conditions.checked,
        at => math.min(until, conditions.parts(from + at).last(since))
      )
      if found > 0 then conditions.found(found, first)
      // It was read for nothing, which need not happen again.
      else if found == ConditionSearch.Vain && used.want() then writer.wake()

  /** A sequence after which no event matches one of these parts. */
  private def last(from: Int, end: Int, since: Long): Long =
    var last = 0L
    var at   = from
    while at < end do
      last = math.max(last, conditions.parts(at).last(since))
      at += 1
    last

private[precondition] object ConditionLookup:
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
