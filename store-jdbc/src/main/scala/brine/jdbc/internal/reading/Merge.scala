package brine.jdbc.internal.reading

import brine.jdbc.internal.queries.{Path, PathSql}
import brine.jdbc.internal.sql.Session

/** Merges what several paths find in the order of the events. Each is read on where it was left, so that a page costs
  * about what it returns. Holds up to [[Merge.Budget]] pages of events in memory. For one thread at a time.
  *
  * @param most
  *   the size of a page
  * @param paths
  *   asks the database for the paths, of which there are more when names come to be used
  */
private[jdbc] final class Merge(sql: PathSql, most: Int, paths: Session => Vector[Path]) extends Selection:
  import Merge.Reach

  private var reaches = Vector.empty[Reach]
  // Names are used for the first time by new events alone.
  private var resolvedFor = -1L

  def next(session: Session, after: Long, until: Long): Selection.Found =
    val known        = (if until == resolvedFor then reaches else resolved(session, after)).map(_.passed(after))
    val share        = math.max(Merge.LeastPage, most * Merge.Budget / math.max(1, known.size))
    val (read, left) = known.partition(_.isShort(until, math.min(most, share)))
    val more         = refilled(session, read, until, math.min(most, share), math.min(most * Merge.MostGrowth, share))
    // Only now, for what has failed is tried again.
    reaches = left ++ more
    resolvedFor = until
    val upTo = reaches.iterator.map(_.complete).minOption.getOrElse(until)
    val all  = reaches.iterator.flatMap(_.events.iterator.takeWhile(_._1 <= upTo)).toVector
    Selection.Found(if reaches.sizeIs > 1 then all.sorted.distinct else all, upTo)

  def forget(): Unit =
    reaches = Vector.empty
    resolvedFor = -1

  private def resolved(session: Session, after: Long): Vector[Reach] =
    val before = reaches.iterator.map(one => one.path -> one).toMap
    paths(session).map(path => before.getOrElse(path, Reach(path, after, Vector.empty, 0)))

  private def refilled(session: Session, some: Vector[Reach], until: Long, least: Int, greatest: Int): Vector[Reach] =
    val limits = some.map(one => math.min(math.max(one.limit, least), greatest))
    // All events are dense: with a bound, no plan can read more than the page.
    val ends = some
      .zip(limits)
      .map: (one, limit) =>
        if one.path.index == Path.Index.All then math.min(until, one.complete + limit) else until
    val branches = some.indices.map(at => sql.page(some(at).path, some(at).complete, ends(at), limits(at)))
    val found    = sql.run(session, branches).groupBy(_.branch)
    some.indices.toVector.map: at =>
      val page = found.getOrElse(at, Vector.empty).sortBy(_.seq)
      val hits = page.filter(_.isHit)
      // Where few are selected, larger pages save round trips.
      val limit = if hits.size < limits(at) / 4 then limits(at) * 2 else least
      Reach(
        some(at).path,
        if page.size < limits(at) then ends(at) else page.last.seq,
        some(at).events ++ hits.map(hit => (hit.seq, hit.size)),
        math.min(limit, greatest)
      )

private[jdbc] object Merge:
  /** How many pages are in memory at most, about. */
  final val Budget = 32

  private final val LeastPage  = 8
  private final val MostGrowth = 8

  /** How far a path has been read.
    *
    * @param complete
    *   number of the event up to which everything is known
    * @param events
    *   numbers and sizes of those that were found, and are not passed
    * @param limit
    *   size of the next page
    */
  private final class Reach(val path: Path, val complete: Long, val events: Vector[(Long, Int)], val limit: Int):
    def passed(after: Long): Reach =
      if complete >= after && events.headOption.forall(_._1 > after) then this
      else Reach(path, math.max(complete, after), events.dropWhile(_._1 <= after), limit)

    /** Whether its next page is due: together with others, before it has nothing left. */
    def isShort(until: Long, page: Int): Boolean = complete < until && events.size <= page / 2
