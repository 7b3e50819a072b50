package brine.examples.site.history

import brine.codec.inspect.{Diff, Inspect, Value}
import brine.codec.Codec
import brine.entity.EntityHistory.Step
import brine.examples.site.model.{SiteChange, SiteState, Sites}
import brine.journal.{EventLogReader, JournalException, Record}
import java.time.Instant
import java.util.{LinkedHashMap, UUID}

/** The histories of sites, fast enough for a slider. `brine.entity.EntityHistory` folds all events with each call;
  * this keeps some of the states on the way, so that a call folds those events alone that follow one of them. States
  * are immutable and share what did not change, so a kept state takes little memory. Thread-safe.
  *
  * @param every
  *   number of events from one kept state to the next
  * @param most
  *   number of sites with states that are kept; those that were not asked for longest are forgotten
  */
final class SiteHistories(log: EventLogReader, every: Int = 500, most: Int = 32):
  private val known = new LinkedHashMap[UUID, SiteHistory](16, 0.75f, true):
    override protected def removeEldestEntry(eldest: java.util.Map.Entry[UUID, SiteHistory]): Boolean = size > most

  /** The history of a site. */
  def apply(id: UUID): SiteHistory = synchronized:
    known.computeIfAbsent(id, id => SiteHistory(log, Sites.stream(id.toString), every))

/** The history of one site. */
final class SiteHistory private[history] (log: EventLogReader, stream: String, every: Int):
  import SiteHistory.Kept

  // Guarded by this: states after a multiple of `every` events, the initial one first.
  private var kept = Vector(Kept(Sites.initial, Instant.MIN))

  /** The state after the event with this version; the newest if there are fewer events.
    *
    * @return
    *   the state, and the event that led to it, if there is one
    */
  def at(version: Long): (SiteState, Option[Record[SiteChange]]) =
    load(version)
    until(nearest(version), record => record.version <= version)

  /** The state at a time, by when events were stored. */
  def at(time: Instant): (SiteState, Option[Record[SiteChange]]) =
    load(Long.MaxValue)
    val begin = synchronized(kept.lastIndexWhere(!_.at.isAfter(time)))
    until(begin, record => !record.at.isAfter(time))

  /** What differs between the states after the events with two versions. */
  def difference(from: Long, to: Long): Diff = Diff(valueOf(at(from)._1), valueOf(at(to)._1))

  /** The last event that has changed a part of the state. It looks at the newest events first, some at a time. */
  def lastChange[A](part: SiteState => A): Option[Step[SiteChange, SiteState]] =
    load(Long.MaxValue)
    val places = synchronized(kept.indices)
    places.reverseIterator.map(lastChange(_, part)).collectFirst { case Some(step) => step }

  /** Events of the site, oldest first. */
  def events(from: Long, most: Int): Vector[Record[SiteChange]] =
    val found = Vector.newBuilder[Record[SiteChange]]
    var count = 0
    if most > 0 then
      each(from): record =>
        found += record
        count += 1
        count < most
    found.result()

  private def lastChange[A](place: Int, part: SiteState => A): Option[Step[SiteChange, SiteState]] =
    var state = synchronized(kept(place)).state
    var left  = every
    var last  = Option.empty[Step[SiteChange, SiteState]]
    each(state.version + 1): record =>
      val before = state
      state = Sites.evolve(state, record.value)
      if part(before) != part(state) then last = Some(Step(record, before, state))
      left -= 1
      left > 0
    last

  private def nearest(version: Long): Int =
    synchronized(math.min(version / every, kept.size - 1L).toInt)

  private def until(place: Int, belongs: Record[SiteChange] => Boolean): (SiteState, Option[Record[SiteChange]]) =
    var state = synchronized(kept(place)).state
    var last  = Option.empty[Record[SiteChange]]
    // From the event before it, which led to the kept state.
    each(math.max(1, state.version)): record =>
      val isIn = belongs(record)
      if isIn then
        if record.version > state.version then state = Sites.evolve(state, record.value)
        last = Some(record)
      isIn
    (state, last)

  /** Keeps states up to a version, as far as there are events. */
  private def load(version: Long): Unit = synchronized:
    if version / every >= kept.size then
      var state = kept.last.state
      val more  = Vector.newBuilder[Kept]
      each(state.version + 1): record =>
        state = Sites.evolve(state, record.value)
        if state.version % every == 0 then more += Kept(state, record.at)
        state.version < version
      kept = kept ++ more.result()

  /** Passes events until the function says that it has enough. */
  private def each(from: Long)(visit: Record[SiteChange] => Boolean): Unit =
    val records = log.read[SiteChange](stream, from)
    try
      var goesOn = true
      while goesOn do
        goesOn = records.next() match
          case Right(Some(record)) => visit(record)
          case Right(None)         => false
          case Left(error)         => throw JournalException(error)
    finally records.close()

  private def valueOf(state: SiteState): Value =
    Inspect.bareValue(Codec.encodeBare(state), Codec[SiteState].schema).fold(error => throw error, value => value)

private object SiteHistory:
  /** A state, and when the event that led to it was stored. */
  final case class Kept(state: SiteState, at: Instant)
