package brine.codec.internal.columns

import brine.codec.{Codec, In, Out, PrimitiveCodecs}

import scala.util.control.NonFatal

/** A column of texts in a message without a dictionary: if few of its texts are different, they are written with a
  * dictionary of the column's own. It begins empty after a byte 0, and ends with the column's chunk.
  *
  * Without that byte, no column begins with a byte 0: texts without a dictionary begin with 80 or more.
  */
private[codec] object TextColumn:
  /** Says that the column has a dictionary. */
  inline val Marker = 0

  /** Shorter columns have no dictionary. */
  inline val Fewest = 16

  /** From this many texts on, a writer looks at [[LongSample]] of them. */
  inline val Many = 256

  private inline val ShortSample = 16
  private inline val LongSample  = 64

  /** The first texts at which a writer looks. */
  def sampleOf(count: Int): Int = if count < Many then ShortSample else LongSample

  /** The most different texts in such a sample, in a column that has a dictionary. */
  def mostDifferent(sample: Int): Int = if sample == ShortSample then 8 else 56

  /** Begins a column of a writer: with a dictionary if that pays. Returns whether to call [[end]] after it.
    *
    * @param values
    *   values of a type whose schema is a text, in its first `count` places
    */
  def begin(out: Out, codec: Codec[Any], values: Array[AnyRef], count: Int): Boolean =
    val repeats = out.dictionary == null && count >= Fewest && areRepeated(out, codec, values, sampleOf(count))
    if repeats then
      out.writeByte(Marker)
      out.useDictionary()
    repeats

  /** Ends a column that has a dictionary. */
  def end(out: Out): Unit = out.endDictionary()

  /** Begins a column of a reader, and returns whether it has a dictionary: whether to call [[end]] after it. */
  def begin(in: In): Boolean =
    val marked = in.dictionary == null && in.position < in.end && in.array(in.position) == Marker
    if marked then
      in.position += 1
      in.useDictionary()
    marked

  /** Ends a column that has a dictionary. */
  def end(in: In): Unit = in.endDictionary()

  private def areRepeated(out: Out, codec: Codec[Any], values: Array[AnyRef], sample: Int): Boolean =
    val texts = if codec eq PrimitiveCodecs.StringCodec then values else textsOf(codec, values, sample)
    texts != null && areRepeated(out, texts.nn, sample)

  /** The first texts from which a codec converts; null if it does not say. */
  private def textsOf(codec: Codec[Any], values: Array[AnyRef], sample: Int): Array[AnyRef] | Null =
    val texts = new Array[AnyRef](sample)
    val known =
      try codec.textsOf(values, texts)
      // The user's function fails again when the value is written, which then says where it is.
      catch case NonFatal(_) => false
    if known then texts else null

  /** Counts different texts in a hash table with four places for each. */
  private def areRepeated(out: Out, texts: Array[AnyRef], sample: Int): Boolean =
    val places = 4 * sample
    val table  = out.intScratch(places)
    val most   = mostDifferent(sample)
    java.util.Arrays.fill(table, 0, places, 0)
    var different = 0
    var i         = 0
    while i < sample && different <= most do
      texts(i) match
        case text: String =>
          var at = mark(text) & (places - 1)
          while table(at) != 0 && texts(table(at) - 1) != text do at = (at + 1) & (places - 1)
          if table(at) == 0 then
            table(at) = i + 1
            different += 1
        // Refused when it is written.
        case _ => different = sample
      i += 1
    different <= most

  // A few characters tell most texts from each other: those of one kind often begin alike, or end alike.
  private def mark(text: String): Int =
    val length = text.length
    var hash   = length
    var i      = 0
    while i < 3 && i < length do
      hash = hash * 31 + text.charAt(i)
      i += 1
    i = math.max(i, length - 5)
    while i < length do
      hash = hash * 31 + text.charAt(i)
      i += 1
    hash * 0x9e3779b9 >>> 24
