package brine.journal.precondition

import brine.journal.Query.Clause
import brine.journal.failure.Gone
import brine.journal.reading.{JournalView, RecordCursor, Selection}
import brine.journal.{AppendCondition, Query}
import scala.collection.mutable.ArrayBuffer

/** Finds the first event that matches a condition, among those that can be read. It reads no event of which it is known
  * that it does not match. Thread-safe.
  */
private[precondition] final class ConditionSearch(known: NegativeCache, events: ConditionSearch.Events):
  import ConditionSearch.*

  /** Sequence of the first event that matches; [[Vain]] or [[Unread]] if none does.
    *
    * @param checked
    *   every event up to this sequence was compared with the condition before
    * @param last
    *   for the clause at a place of the query: the sequence of the last event to compare with it, which can be read
    * @throws brine.journal.failure.Gone
    *   if events were deleted of which nobody knows whether they have matched
    */
  def first(condition: AppendCondition, checked: Long, last: Int => Long): Long =
    val after   = condition.after.sequence
    val clauses = condition.query.clauses
    // From the beginning on, what is kept counts.
    val begin = if after == 0 then events.deletedUntil else after
    val from  = math.max(begin, checked)
    // Those of which nothing is known, and the others. So one that is new has no other read from the beginning.
    val unknown = Group()
    val rest    = Group()
    var at      = 0
    while at < clauses.size do
      val of = known.get(clauses(at))
      if of != null && of.nn.covers(after) then rest.add(clauses(at), of, math.max(from, of.nn.until), last(at))
      else unknown.add(clauses(at), null, from, last(at))
      at += 1
    // What was compared before, the caller vouches for only now: it is not noted for others.
    val notes = checked <= begin
    val found = read(condition, rest, Long.MaxValue, notes)
    both(found, read(condition, unknown, if found > 0 then found - 1 else Long.MaxValue, notes))

  private def read(condition: AppendCondition, group: Group, until: Long, notes: Boolean): Long =
    val last = math.min(group.last, until)
    if group.isEmpty || group.from >= last then Unread
    else
      val found = first(group.of(condition.query), condition.after.sequence, group.from, last)
      if found > 0 then found
      else
        if notes then note(group, condition.after.sequence, last)
        Vain

  private def first(query: Query, after: Long, from: Long, last: Long): Long =
    try events.first(query, if from == 0 then -1 else from, last)
    catch
      // The events before were compared already.
      case _: Gone if after == 0 => events.first(query, -1, last)

  private def note(group: Group, after: Long, last: Long): Unit =
    // Asked after the events: whatever is after this was there to be read all the time.
    val deleted = events.deletedUntil
    group.foreach: (clause, before) =>
      val next =
        if before == null then NegativeCache.Known(after == 0, if after == 0 then deleted else after, last)
        else
          val lower = if after == 0 then math.max(before.nn.lower, deleted) else before.nn.lower
          NegativeCache.Known(before.nn.isFromBegin, lower, last)
      known.put(clause, next)

private[precondition] object ConditionSearch:
  /** No event matches, and some were read. */
  inline val Vain = -1L

  /** No event matches, and none had to be read. */
  inline val Unread = 0L

  private def both(one: Long, two: Long): Long =
    if one > 0 && two > 0 then math.min(one, two)
    else if one > 0 || two > 0 then math.max(one, two)
    else math.min(one, two)

  /** Clauses whose events are read together. */
  private final class Group:
    private val clauses = ArrayBuffer.empty[Clause]
    private val knowns  = ArrayBuffer.empty[NegativeCache.Known | Null]

    /** Sequence after which events are read, and of the last one. */
    var from = Long.MaxValue
    var last = 0L

    /** Adds a clause, if there may be events that match. */
    def add(clause: Clause, known: NegativeCache.Known | Null, after: Long, until: Long): Unit = if after < until then
      clauses += clause
      knowns += known
      from = math.min(from, after)
      last = math.max(last, until)

    def isEmpty: Boolean = clauses.isEmpty

    /** The part of a query with these clauses. */
    def of(query: Query): Query = if clauses.size == query.clauses.size then query else Query.part(clauses.toVector)

    def foreach(body: (Clause, NegativeCache.Known | Null) => Unit): Unit = clauses.indices.foreach: at =>
      body(clauses(at), knowns(at))

  /** The events of a journal. Thread-safe. */
  trait Events:
    /** Sequence up to which everything was deleted. */
    def deletedUntil: Long

    /** Sequence of the first event of a query after a sequence, up to another one; 0 if there is none.
      *
      * @param after
      *   -1 for the first event that is kept
      * @throws brine.journal.failure.Gone
      *   if the next event was deleted
      */
    def first(query: Query, after: Long, until: Long): Long

  /** The events as readers see them. */
  final class EventsOf(view: JournalView) extends Events:
    def deletedUntil: Long = view.segments.head.firstSequence - 1

    def first(query: Query, after: Long, until: Long): Long =
      val cursor = RecordCursor(view, Selection.Matching(query, after), until)
      try if cursor.next() && cursor.sequence <= until then cursor.sequence else 0
      finally cursor.close()
