package brine.pekko.rig

/** The longest times without an acknowledged command.
  *
  * @param overall
  *   of all entities together, in ms
  * @param longest
  *   of the entity that waited longest, in ms
  * @param affected
  *   number of entities that waited longer than a second
  */
final case class Gaps(overall: Long, longest: Long, affected: Int, entities: Int)

object Gaps:
  def apply(ids: Vector[String], all: Vector[Acknowledged], began: Long, ended: Long): Gaps =
    val byId    = all.groupBy(_.entity)
    val longest = ids.map(id => longestOf(byId.getOrElse(id, Vector.empty), began, ended))
    Gaps(longestOf(all, began, ended), longest.max, longest.count(_ > 1_000), ids.size)

  private def longestOf(all: Vector[Acknowledged], began: Long, ended: Long): Long =
    val times = (began +: all.map(_.at).filter(_ < ended).sorted) :+ ended
    // The first commands of a load also load what they need.
    times.zip(times.drop(1)).drop(1).map((from, to) => (to - from) / 1_000_000).maxOption.getOrElse(Long.MaxValue)
