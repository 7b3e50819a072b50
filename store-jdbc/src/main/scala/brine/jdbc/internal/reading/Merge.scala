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
  * @param from
  *   the first version of each stream that is a path
  */
private[jdbc] final class Merge(sql: PathSql, most: Int, paths: Session => Vector[Path], from: Long = 0)
    extends Selection:
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
    paths(session).map(path => before.getOrElse(path, Reach.of(path, after, from)))

  private def refilled(session: Session, some: Vector[Reach], until: Long, least: Int, greatest: Int): Vector[Reach] =
    val begun = this.begun(session, some)
    val sizes = begun.map(one => math.min(math.max(one.limit, least), greatest))
    val pages = begun.zip(sizes).map((one, size) => one.page(sql, until, size))
    val found = sql.run(session, pages).groupBy(_.branch)
    val all   = begun.indices.toVector.map: at =>
      begun(at).read(found.getOrElse(at, Vector.empty), until, sizes(at), least, greatest)
    val (gaps, done) = all.partition(_.isInGap)
    if gaps.isEmpty then done else done ++ refilled(session, gaps, until, least, greatest)

  private def begun(session: Session, some: Vector[Reach]): Vector[Reach] =
    val asked    = some.indices.flatMap(at => some(at).begin(sql).map(at -> _))
    val versions = sql.run(session, asked.map(_._2)).map(found => asked(found.branch)._1 -> found.version).toMap
    some.indices.toVector.map(at => versions.get(at).fold(some(at))(found => some(at).at(math.max(found, from))))

private[jdbc] object Merge:
  /** How many pages are in memory at most, about. */
  final val Budget = 32

  private final val LeastPage  = 8
  private final val MostGrowth = 8
