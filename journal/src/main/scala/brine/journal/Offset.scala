package brine.journal

/** The number of one record of a log. Records of all streams are numbered 1, 2, 3 … in the order in which they were
  * appended. Only retention and compaction leave gaps.
  *
  * An offset is always that of a record, and names say whether a selection has that record: `first`, `last`, `from` and
  * `upTo` include it; names with `after` or `beyond` exclude it.
  *
  * {{{
  * log.readAll(from = appended.first)     // the events of an append, and what follows
  * log.readAllAfter(snapshot.offset)      // what the state does not have yet
  * log.subscribeAfter(stored)(record => …) // continues after the last record that was processed
  * }}}
  */
opaque type Offset = Long

object Offset:
  /** Before the first record: the offset of none. From here on, and after it, are all records that are kept. */
  val Begin: Offset = 0L

  /** The offset of the record with this number.
    *
    * @throws IllegalArgumentException
    *   if the number is negative
    */
  def apply(sequence: Long): Offset =
    // Not by `require`, whose message is an object of each call: the writer makes two offsets for each append.
    if sequence < 0 then throw IllegalArgumentException(s"an offset must not be negative: $sequence")
    sequence

  extension (offset: Offset)
    /** The number of the record, from 1; 0 for [[Begin]]. */
    def sequence: Long = offset

  implicit def ordering: Ordering[Offset] = Ordering.Long
