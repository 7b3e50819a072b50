package brine.journal.lookup

/** Decides what is merged next: groups of 4 segments, then of 16, 64 and so on, each when all of it has ended. So there
  * are at most three merged indexes of each size, and an index is merged once for each size. Groups begin at multiples
  * of their size, whatever has been deleted.
  */
private[lookup] object MergePlan:
  /** Segments that are not merged, at most; the factor between sizes. */
  inline val Fanout = 4

  /** The first and last segment to merge; None if there is nothing to do.
    *
    * @param merged
    *   first and last segment of each merged index, in order
    * @param oldest
    *   number of the oldest segment that is kept
    * @param newest
    *   number of the newest segment that has ended
    */
  def next(merged: Vector[(Long, Long)], oldest: Long, newest: Long): Option[(Long, Long)] =
    firstGap(merged, oldest, newest).orElse(smallest(merged, oldest, newest))

  private def firstGap(merged: Vector[(Long, Long)], oldest: Long, newest: Long): Option[(Long, Long)] =
    var at = oldest
    merged.foreach((first, last) => if first <= at && last >= at then at = last + 1)
    val next  = merged.find(_._1 > at).fold(newest)(_._1 - 1)
    val group = groupOf(at, Fanout)
    Option.when(group._2 <= newest)((at, math.min(group._2, next)))

  private def smallest(merged: Vector[(Long, Long)], oldest: Long, newest: Long): Option[(Long, Long)] =
    Iterator
      .iterate(Fanout.toLong * Fanout)(_ * Fanout)
      .takeWhile(_ <= newest)
      .flatMap(size => merged.iterator.map((_, last) => groupOf(last, size)))
      .filter(_._2 <= newest)
      .map((first, last) => (math.max(first, oldest), last))
      .find((first, last) => !merged.exists(known => known._1 <= first && known._2 >= last))

  private def groupOf(number: Long, size: Long): (Long, Long) =
    val first = (number - 1) / size * size + 1
    (first, first + size - 1)
