package brine.journal.replication

import scala.collection.mutable

/** Which offset of a log the records have that a replica was given, and which may not be durable there yet. Takes
  * memory for each gap between offsets. For one thread.
  */
private[replication] final class Positions:
  // The first record of each run without a gap: its number in the replica, and its offset in the log.
  private val runs       = mutable.ArrayDeque.empty[(Long, Long)]
  private var lastNumber = 0L
  private var lastOffset = 0L

  /** The next record. */
  def add(number: Long, offset: Long): Unit =
    if runs.isEmpty || offset - lastOffset != number - lastNumber then runs.append((number, offset)): Unit
    lastNumber = number
    lastOffset = offset

  /** The offset of a record; None if it is before the first one. Forgets those before. */
  def upTo(number: Long): Option[Long] =
    while runs.sizeIs > 1 && runs(1)._1 <= number do runs.removeHead(): Unit
    runs.headOption.filter(_._1 <= number).map((first, offset) => offset + math.min(number, lastNumber) - first)
