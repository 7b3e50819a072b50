package brine.codec.internal.references

/** Finds entries by hash code among the last [[Recent.Entries]] entries, the latest first.
  *
  * Entries are numbered in order. Those with the same slot form a chain from the latest backwards, as in the window of
  * LZ77 compressors (Deutsch, RFC 1951, section 4). Nothing is ever deleted: a chain ends where the window ends. The
  * number of places doubles until there is one per entry of the window.
  */
private[codec] final class Recent:
  private var slots    = new Array[Int](2 * Recent.FirstPlaces) // number of the slot's latest entry + 1
  private var previous = new Array[Int](Recent.FirstPlaces)     // number of the previous entry in the same slot + 1
  private var hashes   = new Array[Int](Recent.FirstPlaces)
  private var first    = 0
  private var next     = 0

  /** The number of places; an entry's place is its number modulo this. */
  def places: Int = previous.length

  /** Number of entries since the start or the last [[clear]]. */
  def count: Int = next - first

  /** The place of an entry. */
  def place(number: Int): Int = number & (previous.length - 1)

  /** The latest entry that may have this hash code, or -1. */
  def latest(hash: Int): Int = live(slots(slot(hash)), hash)

  /** The next older entry that may have the hash code of `number`, or -1. */
  def older(number: Int): Int =
    val at = place(number)
    live(previous(at), hashes(at))

  /** The number of the entry at `index`, counted from the first. */
  def numberOf(index: Int): Int = first + index

  /** How many entries ago `number` was entered, starting at 1. */
  def distance(number: Int): Int = next - number

  // Skips entries of the same slot with other hash codes.
  private def live(entry: Int, hash: Int): Int =
    val oldest = math.max(first, next - Recent.Entries)
    var number = entry - 1
    while number >= oldest && hashes(place(number)) != hash do number = previous(place(number)) - 1
    if number >= oldest then number else -1

  /** Enters a hash code and returns its place. Check [[mustGrow]] first. */
  def enter(hash: Int): Int =
    val at = place(next)
    val to = slot(hash)
    hashes(at) = hash
    previous(at) = slots(to)
    next += 1
    slots(to) = next
    at

  /** Whether all places are taken and their number can still grow. */
  def mustGrow: Boolean = count >= previous.length && previous.length < Recent.Entries

  /** Doubles the number of places. Entries move to their new [[place]]; the caller must move the data it keeps for
    * them.
    */
  def grow(): Unit =
    val oldHashes = hashes
    val last      = next
    val oldPlaces = previous.length
    previous = new Array[Int](2 * oldPlaces)
    hashes = new Array[Int](2 * oldPlaces)
    slots = new Array[Int](2 * slots.length)
    next = first
    while next < last do enter(oldHashes(next & (oldPlaces - 1))): Unit

  /** Forgets all entries. */
  def clear(): Unit =
    first = next
    if next > Recent.LastNumber then
      java.util.Arrays.fill(slots, 0)
      first = 0
      next = 0

  private def slot(hash: Int): Int = (hash * 0x9e3779b1) >>> (32 - Integer.numberOfTrailingZeros(slots.length))

private[codec] object Recent:
  /** How many entries back a reference reaches. */
  inline val Entries = 2048

  private inline val FirstPlaces = 64
  private inline val LastNumber  = 1 << 30
