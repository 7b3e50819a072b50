package brine.codec.internal.references

import java.util.UUID

/** The rules of a dictionary: what enters it, and how references are written.
  *
  * Every string of 2 to 4,096 UTF-16 units and every UUID that is written in full enters the dictionary. A later
  * occurrence is a reference: the number of entries since. An entry referenced by two bytes enters again, so that
  * entries in use stay within reach of one byte. References reach back [[Recent.Entries]] entries, which bounds memory
  * on both sides.
  */
private[codec] object Dictionary:
  inline val ShortestText = 2
  inline val LongestText  = 4096

  /** Strings: the first bytes C0 to F7 refer to the latest 56 entries; F8 to FF are followed by a second byte. */
  inline val TextReference    = 0xc0
  inline val FarTextReference = 0xf8
  inline val NearTexts        = 56

  /** UUIDs: the byte with the version comes first. 00 to 8F start a UUID; 90 to E7 refer to the latest 88 entries; E8
    * to EF are followed by a second byte; F0 is followed by a UUID whose version byte would be ambiguous.
    */
  inline val UuidReference    = 0x90
  inline val FarUuidReference = 0xe8
  inline val PlainUuid        = 0xf0
  inline val NearUuids        = 88

  /** Stops a search after this many entries with the same hash code, more than occur by chance. */
  inline val MostEqualHashes = 64

  def remembers(text: String): Boolean = text.length >= ShortestText && text.length <= LongestText

/** The dictionary of a message being written. */
private[codec] final class OutDictionary:
  private val texts                        = new Recent
  private var textAt: Array[String | Null] = new Array[String | Null](texts.places)
  private val uuids                        = new Recent
  private var uuidAt: Array[Long]          = new Array[Long](2 * uuids.places)

  /** The entries for marked values. */
  val repeats: OutRepeats = new OutRepeats

  /** How many entries ago this string was entered; 0 if it was not. Enters it now, unless it is near. */
  def find(text: String): Int =
    val hash   = text.hashCode
    var number = texts.latest(hash)
    var looked = 1
    while number >= 0 && looked <= Dictionary.MostEqualHashes && textAt(texts.place(number)) != text do
      number = texts.older(number)
      looked += 1
    val found    = number >= 0 && looked <= Dictionary.MostEqualHashes
    val distance = if found then texts.distance(number) else 0
    if !found || distance > Dictionary.NearTexts then
      if texts.mustGrow then growTexts()
      textAt(texts.enter(hash)) = text
    distance

  private def growTexts(): Unit =
    val old = textAt
    texts.grow()
    textAt = new Array[String | Null](texts.places)
    // All places are taken; numbers modulo the old size kept their order or wrapped around.
    var i = texts.count
    while i > 0 do
      i -= 1
      val number = texts.numberOf(i)
      textAt(texts.place(number)) = old(number & (old.length - 1))

  /** How many entries ago this UUID was entered; 0 if it was not. Enters it now, unless it is near. */
  def find(high: Long, low: Long): Int =
    val mixed  = (high * 0xbf58476d1ce4e5b9L + low) * 0x9e3779b97f4a7c15L
    val hash   = (mixed >>> 32).toInt
    var number = uuids.latest(hash)
    var looked = 1
    while number >= 0 && looked <= Dictionary.MostEqualHashes && !isUuid(uuids.place(number), high, low) do
      number = uuids.older(number)
      looked += 1
    val found    = number >= 0 && looked <= Dictionary.MostEqualHashes
    val distance = if found then uuids.distance(number) else 0
    if !found || distance > Dictionary.NearUuids then
      if uuids.mustGrow then growUuids()
      val at = uuids.enter(hash)
      uuidAt(2 * at) = high
      uuidAt(2 * at + 1) = low
    distance

  private def isUuid(place: Int, high: Long, low: Long): Boolean =
    uuidAt(2 * place) == high && uuidAt(2 * place + 1) == low

  private def growUuids(): Unit =
    val old = uuidAt
    uuids.grow()
    uuidAt = new Array[Long](2 * uuids.places)
    var i = uuids.count
    while i > 0 do
      i -= 1
      val number = uuids.numberOf(i)
      val from   = 2 * (number & (old.length / 2 - 1))
      val to     = 2 * uuids.place(number)
      uuidAt(to) = old(from)
      uuidAt(to + 1) = old(from + 1)

  /** Removes all entries. */
  def clear(): Unit =
    var i = math.max(0, texts.count - texts.places)
    while i < texts.count do
      textAt(texts.place(texts.numberOf(i))) = null
      i += 1
    texts.clear()
    uuids.clear()
    repeats.clear()

/** The dictionary of a message being read. */
private[codec] final class InDictionary:
  private val texts = new Ring[String](Dictionary.NearTexts)
  private val uuids = new Ring[UUID](Dictionary.NearUuids)

  /** The entries for marked values. */
  val repeats: Ring[InRepeats.Entry] = new Ring(Repeats.Near)

  /** Enters a string, if it is of a length that is remembered. */
  def enter(text: String): Unit = if Dictionary.remembers(text) then texts.enter(text) else texts.skip()

  /** What was built from the string read last, see [[keep]]. */
  def kept: AnyRef | Null = texts.kept

  /** Keeps what was built from the string read last, so that references to it cost no more than their bytes. */
  def keep(value: AnyRef): Unit = texts.keep(value)

  /** The string entered `distance` entries ago, or null if there is none. Enters it again, unless it is near. */
  def text(distance: Int): String | Null = texts.back(distance)

  /** Enters a UUID. */
  def enter(uuid: UUID): Unit = uuids.enter(uuid)

  /** The UUID entered `distance` entries ago, or null if there is none. Enters it again, unless it is near. */
  def uuid(distance: Int): UUID | Null = uuids.back(distance)

  /** Removes all entries. */
  def clear(): Unit =
    texts.clear()
    uuids.clear()
    repeats.clear()
