package brine.jdbc.internal.reading

import brine.jdbc.internal.queries.{Branch, Path, PathSql}

/** How far a path has been read. Immutable.
  *
  * Streams are read by ranges of versions: see [[PathSql]].
  *
  * @param complete
  *   number of the event up to which everything is known
  * @param events
  *   numbers and sizes of those that were found, and are not passed
  * @param limit
  *   size of the next page
  * @param place
  *   where the next page of a stream begins
  */
private[reading] final class Reach(
    val path: Path,
    val complete: Long,
    val events: Vector[(Long, Int)],
    val limit: Int,
    place: Reach.Place
):
  import Reach.Place
  import Path.Index

  /** Without the events up to this one. */
  def passed(after: Long): Reach =
    if complete >= after && events.headOption.forall(_._1 > after) then this
    else if complete >= after then Reach(path, complete, events.dropWhile(_._1 <= after), limit, place)
    else Reach(path, after, Vector.empty, limit, Place.AfterEvent)

  /** Whether its next page is due: together with others, before it has nothing left. */
  def isShort(until: Long, page: Int): Boolean = complete < until && events.size <= page / 2

  // ---- Streams ------------------------------------------------------------------------------------------------------

  /** What finds the version where the next page begins, if that is not known. */
  def begin(sql: PathSql): Option[Branch] = (path.index, place) match
    case (Index.InStream(stream), Place.AfterEvent)    => Some(sql.versionAfter(stream, complete))
    case (Index.InStream(stream), Place.From(version)) => Some(sql.versionFrom(stream, version))
    case _                                             => None

  /** The same, with that version. */
  def at(version: Long): Reach = Reach(path, complete, events, limit, Place.At(version))

  /** Whether it has come to versions that are left out. */
  def isInGap: Boolean = place match
    case Place.From(_) => true
    case _             => false

  // ---- Pages --------------------------------------------------------------------------------------------------------

  /** The next page.
    *
    * @param size
    *   the most events of it
    */
  def page(sql: PathSql, until: Long, size: Int): Branch = (path.index, place) match
    case (Index.InStream(stream), Place.At(version)) => sql.page(path, stream, version, version + size)
    case _                                           => sql.page(path, complete, end(until, size), size)

  // All events are dense: with a bound, no plan can read more than the page.
  private def end(until: Long, size: Int) = if path.index == Index.All then math.min(until, complete + size) else until

  /** With what the next page has found. */
  def read(found: Vector[Branch.Found], until: Long, size: Int, least: Int, greatest: Int): Reach =
    val (marks, rows) = found.partition(_.size < 0)
    val page          = rows.sortBy(_.seq)
    (path.index, place) match
      case (Index.InStream(_), Place.At(version)) =>
        val last = marks.headOption.fold(0L)(_.version)
        val seen = page.takeWhile(_.seq <= until)
        if seen.size < page.size || last < version + size then
          added(seen, until, size, least, greatest, Place.At(seen.lastOption.fold(version)(_.version + 1)))
        // Copies may leave out versions.
        else if page.isEmpty then Reach(path, complete, events, limit, Place.From(version + size))
        else added(page, page.last.seq, size, least, greatest, Place.At(version + size))
      case _ =>
        added(page, if page.size < size then end(until, size) else page.last.seq, size, least, greatest, place)

  private def added(page: Vector[Branch.Found], upTo: Long, size: Int, least: Int, greatest: Int, next: Place): Reach =
    val hits = page.filter(one => one.isHit && one.seq > complete)
    // Where few are selected, larger pages save round trips.
    val limit = if hits.size < size / 4 then size * 2 else least
    Reach(
      path,
      math.max(upTo, complete),
      events ++ hits.map(hit => (hit.seq, hit.size)),
      math.min(limit, greatest),
      next
    )

private[reading] object Reach:
  /** Where the next page of a stream begins. */
  enum Place:
    /** At this version. */
    case At(version: Long)

    /** At the first version that is there, from this one on. */
    case From(version: Long)

    /** At the first event that is not complete. */
    case AfterEvent

  /** The begin of a path.
    *
    * @param after
    *   the number of the event after which it begins
    * @param from
    *   the first version of a stream
    */
  def of(path: Path, after: Long, from: Long): Reach =
    Reach(path, after, Vector.empty, 0, if after == 0 then Place.At(math.max(from, 1)) else Place.AfterEvent)
