package brine.journal.precondition

import brine.journal.index.KeyedAppend

/** Finds an earlier append with the same key in the segments whose keys the writer does not remember. It may read from
  * the disk, so its caller must not hold a slot of the ring meanwhile. For one append.
  *
  * @param lastForgotten
  *   number of the last segment whose keys the writer does not remember; grows
  * @param find
  *   finds the append in the segments after the first number, up to the second
  */
private[journal] final class KeyLookup(lastForgotten: () => Long, find: (Long, Long) => KeyedAppend | Null)
    extends EarlierLookup:
  /** The earlier append, or null. */
  var original: KeyedAppend | Null = null

  private var checked = 0L

  def look(waits: Boolean): Boolean =
    update()
    true

  /** Looks into the segments that were not looked into before. */
  def update(): Unit =
    val until = lastForgotten()
    if original == null && until > checked then original = find(checked, until)
    checked = until

  def isCurrent: Boolean = original != null || checked == lastForgotten()
