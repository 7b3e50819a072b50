package brine.entity.boundary.internal

import brine.entity.boundary.{BoundaryError, BoundaryEvents, View}
import brine.entity.internal.UserFailure
import brine.journal.{Micros, Offset, Query, ReadError, Record, Records, Stored}

/** Folds the events of a view as far as they are durable, from where an earlier fold has ended. For one decision.
  *
  * What is folded stays, also if reading fails or takes too long: a further decision continues there.
  */
private[internal] final class ViewFold[E](
    runtime: BoundaryRuntime[E],
    view: View[E, ?],
    start: Folded,
    deadline: Deadline
):
  import ViewFold.*
  private var known = start

  private val isOne    = view.parts.size == 1
  private val asksKind = view.parts.exists(_.asksKind)

  // Of the record that is watched for.
  private var found: Query.Clause | Null = null

  /** What is folded by now. */
  def folded: Folded = known

  /** Folds what is new.
    *
    * @param watched
    *   offset of an event; 0 for none
    * @return
    *   the clause of the query that selects that event; null if it was not among those that were read
    */
  def read(watched: Long): Query.Clause | Null =
    found = null
    if !readFrom(known.offset, watched) then
      // Retention has overtaken the fold. What is kept is all that counts.
      known = Folded.initial(view)
      readFrom(0, watched): Unit
    found

  /** Returns false if it must be read from the beginning. */
  private def readFrom(offset: Long, watched: Long): Boolean = runtime.reading:
    val records     = open(offset)
    var isOvertaken = false
    try
      var more = true
      while more do
        deadline.require("reading events")
        records.next() match
          case Right(Some(record)) =>
            add(record)
            if record.offset.sequence == watched then found = clauseOf(record)
          case Right(None)                 => more = false
          case Left(ReadError.Gone(first)) =>
            if !view.isFromFirstKept || offset == 0 then
              throw runtime.failed(BoundaryError.Gone(runtime.described, view.toString, first))
            isOvertaken = true
            more = false
          case Left(error) => throw runtime.unavailable(error)
      if !isOvertaken then known = known.upTo(math.max(records.offset.sequence, known.offset))
    finally records.close()
    !isOvertaken

  private def open(offset: Long): Records[Stored] =
    // From the first record on it is an error if retention has deleted that.
    if offset > 0 then runtime.log.readQueryAfter(view.query, Offset(offset))(using BoundaryRuntime.EventBytes)
    else
      val from = if view.isFromFirstKept then Offset.Begin else Offset(1)
      runtime.log.readQuery(view.query, from)(using BoundaryRuntime.EventBytes)

  private def add(record: Record[Stored]): Unit =
    val offset = record.offset
    // Replies that this library stores are no events, though a query without tags and streams selects them.
    if record.stream.startsWith(BoundaryEvents.Reserved) then known = known.upTo(offset.sequence)
    else
      val event = runtime.reads.read(record.value.bytes, record.value.schema) match
        case Right(event) => event
        case Left(error)  => throw runtime.unavailable(ReadError.Undecodable(offset, record.stream, error))
      val next =
        try known.after(view, selected(record), event)
        catch
          case UserFailure(failed) =>
            throw runtime.failed(BoundaryError.Unfoldable(runtime.described, view.toString, offset, failed))
      known = next.upTo(offset.sequence, Micros.of(record.at))

  private def selected(record: Record[Stored]): Vector[Boolean] =
    if isOne then One else view.parts.map(part => part.query.matches(record.stream, record.tags, kindOf(record)))

  private def clauseOf(record: Record[Stored]): Query.Clause | Null =
    view.query.clauses.find(_.matches(record.stream, record.tags, kindOf(record))).orNull

  private def kindOf(record: Record[Stored]): Option[String] =
    if asksKind then record.value.schema.cases.name(record.value.bytes) else None

private[internal] object ViewFold:
  private val One = Vector(true)
