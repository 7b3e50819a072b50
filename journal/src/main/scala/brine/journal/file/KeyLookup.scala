package brine.journal.file

/** Finds an earlier append with the same key in the segments whose keys the writer does not remember. It may read from
  * the disk, so its caller must not hold a slot of the ring meanwhile. For one append.
  *
  * @param lastForgotten
  *   number of the last segment whose keys the writer does not remember; grows
  * @param find
  *   finds the append in the segments after the first number, up to the second
  */
private[journal] final class KeyLookup(lastForgotten: () => Long, find: (Long, Long) => KeyedAppend | Null):
  /** The earlier append, or null. */
  var original: KeyedAppend | Null = null

  private var checked = 0L

  /** Looks into the segments that were not looked into before. */
  def update(): Unit =
    val until = lastForgotten()
    if original == null && until > checked then original = find(checked, until)
    checked = until

  /** Whether there is nothing more to look into. Once it is so for an append that holds a slot, the writer knows the
    * keys of all later segments until it has handled that slot.
    */
  def isCurrent: Boolean = original != null || checked == lastForgotten()
