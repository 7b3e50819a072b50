package brine.journal.precondition

import brine.journal.failure.{Failures, Gone}
import brine.journal.reading.{JournalView, RecordCursor, Selection}
import java.util.concurrent.locks.LockSupport

/** Compares the conditions of an append with the events that the writer does not remember, by reading them. */
private[precondition] final class ConditionLookup(
    conditions: Conditions,
    recent: RecentEvents,
    used: UsedTags,
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
    var at = 0
    while at < conditions.all.length do
      compare(conditions.all(at), until)
      at += 1
    conditions.checked = math.max(conditions.checked, until)

  private def compare(one: Conditions.One, until: Long): Unit =
    // From the beginning on, what is kept counts.
    val begin = if one.after == 0 then writer.view.segments.head.firstSequence - 1 else one.after
    val from  = math.max(begin, conditions.checked)
    // The last events of tags and kinds, as of the durable mark that was read before.
    val last   = math.min(until, one.last(recent.since))
    val isVain = from < last && !read(one, from, last)
    // It was read for nothing, which need not happen again.
    if isVain && used.want() then writer.wake()

  /** Looks for events that match. Returns whether there is one. */
  private def read(one: Conditions.One, from: Long, until: Long): Boolean =
    try first(one, if from == 0 then -1 else from, until)
    catch
      // The events before were compared already.
      case _: Gone if one.after == 0 => first(one, -1, until)

  private def first(one: Conditions.One, from: Long, until: Long): Boolean =
    val cursor = RecordCursor(writer.view, Selection.Matching(one.of.query, from), until)
    try
      val isThere = cursor.next() && cursor.sequence <= until
      if isThere then conditions.found(cursor.sequence, one)
      isThere
    finally cursor.close()

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
