package brine.entity.projection.internal

/** The most records of the next batch. After a failure of the database it is half of what has failed: a transaction may
  * be too long for a time limit, and then the same again would fail again. Each success raises it a little. Of one
  * thread.
  */
private[internal] final class BatchSize(most: Int):
  private var next = most

  /** The most records of the next batch; above zero. */
  def now: Int = next

  /** Notes that the database has failed with a batch of this many records, or without any. */
  def failed(records: Int): Unit = if records > 0 then next = math.max(1, math.min(next, records) / 2)

  /** Notes a success. */
  def succeeded(): Unit = next = math.min(most.toLong, next + 1L + next / 10).toInt
