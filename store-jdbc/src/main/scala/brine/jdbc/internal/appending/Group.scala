package brine.jdbc.internal.appending

/** The appends of one transaction: those that were taken from the queue, and those that have come while these waited
  * for the lock. For the writer's thread.
  *
  * @param first
  *   those that were taken, in their order
  * @param queue
  *   where others may wait; None if the group is not to grow
  */
private[jdbc] final class Group(first: Vector[Request], queue: Option[AppendQueue]):
  private var all      = first
  private var hasGrown = false
  private var taken    = System.nanoTime

  def requests: Vector[Request] = all

  /** When the last of them were taken, as `System.nanoTime`. */
  def takenAt: Long = taken

  /** Takes what waits in the queue by now, so far as a transaction has room for it. It does so once: a group that is
    * tried again must end some time.
    *
    * @return
    *   those that have come
    */
  def grow(): Vector[Request] =
    val more = if hasGrown then Vector.empty[Request] else queue.fold(Vector.empty[Request])(_.more(all))
    if more.nonEmpty then
      all ++= more
      hasGrown = true
      taken = System.nanoTime
    more

  /** Its halves, each taken when the iterator comes to it. They do not grow. */
  def halves: Iterator[Group] =
    val (one, two) = all.splitAt(all.size / 2)
    Iterator(one, two).map(Group(_, None))
