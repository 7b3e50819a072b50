package brine.codec.internal

/** The last [[Recent.Entries]] entries of one kind in a message being read, each under the number of entries since.
  *
  * @param near
  *   entries further back than this are entered again when they are asked for
  */
private[codec] final class Ring[A <: AnyRef](near: Int):
  private var entries = new Array[AnyRef | Null](Ring.FirstPlaces) // doubles until it holds the whole window
  private var count   = 0

  def enter(entry: A): Unit =
    if count == entries.length && count < Recent.Entries then entries = java.util.Arrays.copyOf(entries, 2 * count)
    entries(count & (entries.length - 1)) = entry
    count += 1

  /** What came `distance` entries ago, 1 being the last, or null if there is none. */
  def back(distance: Int): A | Null =
    if distance <= 0 || distance > count || distance > Recent.Entries then null
    else
      val entry = entries((count - distance) & (entries.length - 1)).asInstanceOf[A]
      if distance > near then enter(entry)
      entry

  /** Forgets all entries and what they hold. */
  def clear(): Unit =
    java.util.Arrays.fill(entries.asInstanceOf[Array[AnyRef]], 0, math.min(count, entries.length), null)
    count = 0

private object Ring:
  private[internal] inline val FirstPlaces = 64
