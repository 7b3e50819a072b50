package brine.codec.internal.references

/** The last [[Recent.Entries]] entries of one kind in a message being read, found by the number of entries since.
  *
  * @param near
  *   an entry further back than this is entered again when it is used
  */
private[codec] final class Ring[A <: AnyRef](near: Int):
  private var entries = new Array[AnyRef | Null](Ring.FirstPlaces) // doubles until it holds the whole window
  private var count   = 0
  // What was built from an entry, in the same place; null until something is kept.
  private var built: Array[AnyRef | Null] | Null = null
  private var last                               = -1

  def enter(entry: A): Unit =
    if count == entries.length && count < Recent.Entries then grow()
    last = count & (entries.length - 1)
    entries(last) = entry
    if built != null then built.nn(last) = null
    count += 1

  private def grow(): Unit =
    entries = java.util.Arrays.copyOf(entries, 2 * count)
    if built != null then built = java.util.Arrays.copyOf(built.nn, 2 * count)

  /** What was kept for the entry that was entered or found last; null if nothing was. */
  def kept: AnyRef | Null = if built == null || last < 0 then null else built.nn(last)

  /** Keeps what was built from the entry that was entered or found last, as long as the entry is here. */
  def keep(value: AnyRef): Unit = if last >= 0 then
    if built == null then built = new Array[AnyRef | Null](entries.length)
    built.nn(last) = value

  /** Says that the value read last is no entry. */
  def skip(): Unit = last = -1

  /** The entry `distance` entries ago (1 is the latest), or null if there is none. */
  def back(distance: Int): A | Null =
    if distance <= 0 || distance > count || distance > Recent.Entries then null
    else
      last = (count - distance) & (entries.length - 1)
      val entry = entries(last).asInstanceOf[A]
      if distance > near then again(entry)
      entry

  private def again(entry: A): Unit =
    val value = kept
    enter(entry)
    if value != null then keep(value.nn)

  /** Removes all entries. */
  def clear(): Unit =
    java.util.Arrays.fill(entries.asInstanceOf[Array[AnyRef]], 0, math.min(count, entries.length), null)
    if built != null then
      java.util.Arrays.fill(built.nn.asInstanceOf[Array[AnyRef]], 0, math.min(count, entries.length), null)
    last = -1
    count = 0

private object Ring:
  private[internal] inline val FirstPlaces = 64
