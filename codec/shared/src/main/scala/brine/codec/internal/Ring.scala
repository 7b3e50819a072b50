package brine.codec.internal

/** The last [[Recent.Entries]] entries of one kind in a message being read, found by the number of entries since.
  *
  * @param near
  *   an entry further back than this is entered again when it is used
  */
private[codec] final class Ring[A <: AnyRef](near: Int):
  private var entries = new Array[AnyRef | Null](Ring.FirstPlaces) // doubles until it holds the whole window
  private var count   = 0

  def enter(entry: A): Unit =
    if count == entries.length && count < Recent.Entries then entries = java.util.Arrays.copyOf(entries, 2 * count)
    entries(count & (entries.length - 1)) = entry
    count += 1

  /** The entry `distance` entries ago (1 is the latest), or null if there is none. */
  def back(distance: Int): A | Null =
    if distance <= 0 || distance > count || distance > Recent.Entries then null
    else
      val entry = entries((count - distance) & (entries.length - 1)).asInstanceOf[A]
      if distance > near then enter(entry)
      entry

  /** Removes all entries. */
  def clear(): Unit =
    java.util.Arrays.fill(entries.asInstanceOf[Array[AnyRef]], 0, math.min(count, entries.length), null)
    count = 0

private object Ring:
  private[internal] inline val FirstPlaces = 64
