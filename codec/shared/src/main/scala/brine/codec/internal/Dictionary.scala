package brine.codec.internal

import java.util.UUID

/** The rules of a dictionary: what enters it, and how references are written.
  *
  * Every text of 2 to 4096 units and every UUID that is written out enters it; a later occurrence is a reference by the number of
  * entries since. What is referred to by two bytes enters again, so that what is in use stays within reach of one byte. A reference
  * reaches back [[Recent.Entries]] entries, so memory is bounded on both sides whatever comes.
  */
private[codec] object Dictionary:
  inline val ShortestText = 2
  inline val LongestText  = 4096

  /** Texts: first bytes C0 to F7 are the nearest 56 entries, F8 to FF have a second byte. */
  inline val TextReference    = 0xc0
  inline val FarTextReference = 0xf8
  inline val NearTexts        = 56

  /** UUIDs: the byte with the version comes first; its values 00 to 8F begin a UUID, 90 to E7 are the nearest 88 entries, E8 to EF
    * have a second byte, F0 is followed by a UUID whose version byte would be mistaken.
    */
  inline val UuidReference    = 0x90
  inline val FarUuidReference = 0xe8
  inline val PlainUuid        = 0xf0
  inline val NearUuids        = 88

  /** More entries with the same hash code than any program makes by chance are not looked through. */
  inline val MostEqualHashes = 64

  def remembers(text: String): Boolean = text.length >= ShortestText && text.length <= LongestText

/** The entries of a message being written. */
private[codec] final class OutDictionary:
  private val texts                        = new Recent
  private var textAt: Array[String | Null] = new Array[String | Null](texts.places)
  private val uuids                        = new Recent
  private var uuidAt: Array[Long]          = new Array[Long](2 * uuids.places)

  /** The values marked to be in it. */
  val repeats: OutRepeats = new OutRepeats

  /** How many entries ago the text came; 0 if it did not. Unless it is near it is entered now. */
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
    // All places were taken, and numbers modulo the old number of places kept their order or wrapped around.
    var i = texts.count
    while i > 0 do
      i -= 1
      val number = texts.numberOf(i)
      textAt(texts.place(number)) = old(number & (old.length - 1))

  /** How many entries ago the UUID came; 0 if it did not. Unless it is near it is entered now. */
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

  /** Forgets all entries and what they hold. */
  def clear(): Unit =
    var i = math.max(0, texts.count - texts.places)
    while i < texts.count do
      textAt(texts.place(texts.numberOf(i))) = null
      i += 1
    texts.clear()
    uuids.clear()
    repeats.clear()

/** The entries of a message being read. */
private[codec] final class InDictionary:
  private val texts = new Ring[String](Dictionary.NearTexts)
  private val uuids = new Ring[UUID](Dictionary.NearUuids)

  /** The values marked to be in it. */
  val repeats: Ring[InRepeats.Entry] = new Ring(Repeats.Near)

  /** Enters a text, if it is one that is remembered. */
  def enter(text: String): Unit = if Dictionary.remembers(text) then texts.enter(text)

  /** The text that came `distance` entries ago, or null if there is none. Unless it is near it is entered again. */
  def text(distance: Int): String | Null = texts.back(distance)

  /** Enters a UUID. */
  def enter(uuid: UUID): Unit = uuids.enter(uuid)

  /** The UUID that came `distance` entries ago, or null if there is none. Unless it is near it is entered again. */
  def uuid(distance: Int): UUID | Null = uuids.back(distance)

  /** Forgets all entries and what they hold. */
  def clear(): Unit =
    texts.clear()
    uuids.clear()
    repeats.clear()
