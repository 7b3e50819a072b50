package brine.codec.internal.text

import brine.codec.internal.bytes.Memory
import brine.codec.internal.numbers.{Bits, Put}
import brine.codec.internal.references.{Dictionary, OutDictionary}
import brine.codec.internal.text.Strings.*
import brine.codec.{EncodeError, Out}

/** Encodes strings in the smallest of the forms of [[Strings]]. */
private[codec] object WriteStrings:
  private inline val FewUnits = 16
  private inline val Unknown  = 0xffff
  private inline val Longest  = 134217728

  /** Writes a string in a message without a dictionary. */
  def write(out: Out, text: String): Unit =
    if text == null then Out.refuseNull("String")
    val length = text.length
    if length > LongestShort then writeLong(out, text, length)
    else if length > 0 && text.charAt(0) >= 0x80 then writeOther(out, text, length, Unknown)
    else
      val at    = out.ensure(length + 1)
      val array = out.array
      val seen  = putAscii(out, text, length, array, at + 1)
      if seen < 0x80 then
        array(at) = (Counted | length).toByte
        out.position = at + 1 + length
      else writeOther(out, text, length, seen)

  /** Writes a string in a message with a dictionary, possibly as a reference. */
  def write(out: Out, dictionary: OutDictionary, text: String): Unit =
    if text == null then Out.refuseNull("String")
    val distance = if Dictionary.remembers(text) then dictionary.find(text) else 0
    if distance > 0 then writeReference(out, distance) else writeEnded(out, text, text.length)

  private def writeReference(out: Out, distance: Int): Unit =
    val at    = out.ensure(2)
    val array = out.array
    if distance <= Dictionary.NearTexts then
      array(at) = (Dictionary.TextReference + distance - 1).toByte
      out.position = at + 1
    else
      val far = distance - Dictionary.NearTexts - 1
      array(at) = (Dictionary.FarTextReference + (far >>> 8)).toByte
      array(at + 1) = far.toByte
      out.position = at + 2

  private def writeEnded(out: Out, text: String, length: Int): Unit =
    if length > LongestShort then writeLong(out, text, length)
    else if length < 2 then writeTiny(out, text, length)
    else if text.charAt(0) >= 0x80 then writeOther(out, text, length, Unknown)
    else
      val at    = out.ensure(length)
      val array = out.array
      val seen  = putAscii(out, text, length, array, at)
      if seen < 0x80 then
        val end = at + length
        array(end - 1) = (array(end - 1) | 0x80).toByte
        out.position = end
      else writeOther(out, text, length, seen)

  /** Writes a string that may be ASCII, and returns the bits of the characters seen so far: it is ASCII if they are
    * below 0x80.
    */
  private def putAscii(out: Out, text: String, length: Int, array: Array[Byte], at: Int): Int =
    if length <= Memory.FEW_UNITS then Memory.putAndLook(text, array, at)
    else if out.textScratch.putAscii(text, array, at) == length then 0
    else Unknown

  private def writeLong(out: Out, text: String, length: Int): Unit =
    if length > Longest then refuseLength(length)
    // Checking four characters saves the attempt for most strings of other scripts.
    val sample = text.charAt(0) | text.charAt(length >> 2) | text.charAt(length >> 1) | text.charAt(length - 1)
    if sample >= 0x80 then writeOther(out, text, length, Unknown)
    else
      val at    = out.ensure(length + 5)
      val array = out.array
      val body  = putHeader(array, at, length << 3 | 7)
      val seen  = putAscii(out, text, length, array, body)
      if seen < 0x80 then out.position = body + length else writeOther(out, text, length, seen)

  private def putHeader(array: Array[Byte], at: Int, header: Int): Int =
    if header >>> HeaderBits == 0 then
      array(at) = (Header | header).toByte
      at + 1
    else
      array(at) = (LongHeader | header & 0x1f).toByte
      Put.unsigned(array, at + 1, header >>> HeaderBits)

  private def headerSize(header: Int): Int =
    if header >>> HeaderBits == 0 then 1 else 1 + Bits.lengthOf((header >>> HeaderBits).toLong)

  private def refuseLength(length: Int): Nothing =
    throw new EncodeError(s"a string of $length characters; the longest possible has $Longest", "")

  /** Writes a string of at most one character. */
  private def writeTiny(out: Out, text: String, length: Int): Unit =
    if length == 1 && text.charAt(0) >= 0x80 then writeOther(out, text, length, Unknown)
    else
      val at    = out.ensure(2)
      val array = out.array
      array(at) = (Header | length << 3 | 7).toByte
      if length == 1 then array(at + 1) = text.charAt(0).toByte
      out.position = at + 1 + length

  /** Writes a string with at least one character that is not ASCII. */
  private def writeOther(out: Out, text: String, length: Int, seen: Int): Unit =
    if seen > 0xff || !putLatin(out, text, length) then
      // At most three bytes per character; the windowed form is kept only up to two bytes per character.
      val start  = out.ensure(2 * length + 11)
      val array  = out.array
      val body   = start + headerSize((length + 1) << 1)
      val ascii  = if length > Memory.FEW_UNITS then out.textScratch.putAscii(text, array, body + 1) else 0
      val window = windowOf(text, ascii, length)
      if window == LatinWindow && Memory.putAndLook(text, array, body + 1) < 0x100 && putLatin(out, text, length) then
        ()
      else if window > 255 || length <= FewUnits && isUnfit(text, length, window) then
        writeWide(out, text, length, utf8Size(text, length))
      else if ascii > 0 && Memory.contains(array, body + 1, ascii, Quote) then
        writeWindowed(out, text, 0, length, start, body, window)
      else writeWindowed(out, text, ascii, length, start, body, window)

  /** Writes Latin-1 that is not ASCII as it is, since its window is fixed and its bytes are those of Latin-1. Returns
    * false if one of the bytes would be a quote.
    */
  private def putLatin(out: Out, text: String, length: Int): Boolean =
    val start = out.ensure(length + 7)
    val array = out.array
    val body  = putHeader(array, start, (length + 1) << 1)
    Memory.putLowBytes(text, array, body + 1)
    array(body) = LatinWindow
    val fits = !Memory.contains(array, body + 1, length, Quote)
    if fits then out.position = body + 1 + length
    fits

  /** Whether the windowed form takes more than two bytes per character. */
  private def isUnfit(text: String, length: Int, window: Int): Boolean =
    var left = length - 1
    var i    = 0
    while left >= 0 && i < length do
      left -= (if fits(text.charAt(i), window << 7) then 0 else 2)
      i += 1
    left < 0

  /** Whether a character takes one byte in the window that starts at `base`. */
  private inline def fits(char: Int, base: Int): Boolean = ((char & 0xffff80) == base || char < 0x80) && char != Quote

  /** Writes the windowed form and keeps it unless another form is smaller, which is rare. The first `done` characters
    * are already written after the window.
    */
  private def writeWindowed(out: Out, text: String, done: Int, length: Int, start: Int, body: Int, window: Int): Unit =
    val base  = window << 7
    val array = out.array
    val last  = body + 2 * length
    array(body) = window.toByte
    var at = body + 1 + done
    var i  = done
    while i < length && at <= last do
      val char = text.charAt(i).toInt
      if fits(char, base) then
        // 0x80 for a character of the window, 0 for ASCII; without a branch, because words and spaces alternate
        // unpredictably.
        val high = (0x7f - char) >>> 24 & 0x80
        array(at) = (char & 0x7f | high).toByte
        at += 1
      else
        array(at) = Quote
        array(at + 1) = char.toByte
        array(at + 2) = (char >> 8).toByte
        at += 3
      i += 1
    val size = at - body
    // Without quotes no other form is smaller, and most strings have few: each character of the window takes at least a
    // byte more in UTF-8.
    if i == length && size <= 2 * length && (size == length + 1 || size <= utf8Size(text, length)) then
      out.position = place(array, start, body, size)
    else writeWide(out, text, length, utf8Size(text, length))

  /** Puts the header of a windowed string before its body, and moves the body if the header is longer. */
  private def place(array: Array[Byte], start: Int, body: Int, size: Int): Int =
    val moved = start + headerSize(size << 1)
    if moved != body then System.arraycopy(array, body, array, moved, size)
    putHeader(array, start, size << 1) + size

  /** Size of the string in UTF-8. Larger than in UTF-16 if UTF-8 takes more bytes, or cannot encode the string because
    * of a lone surrogate.
    */
  private def utf8Size(text: String, length: Int): Int =
    var size = length
    var lone = false
    var i    = 0
    while i < length && size <= 2 * length do
      val char = text.charAt(i)
      if char >= 0x80 then
        size += 1
        if char >= 0x800 then
          size += 1
          if Character.isSurrogate(char) then
            i += 1
            // Four bytes for the two units of a pair.
            if i == length || !Character.isSurrogatePair(char, text.charAt(i)) then lone = true
      i += 1
    if lone then Int.MaxValue else size

  /** Writes UTF-8 or UTF-16, whichever is smaller; if equal UTF-16, whose header is never longer. */
  private def writeWide(out: Out, text: String, length: Int, utf8: Int): Unit =
    if utf8 < 2 * length then writeUtf8(out, text, length, utf8) else writeUtf16(out, text, length)

  /** The upper bits of the first character that is neither ASCII, punctuation, nor an upper Latin-1 control or sign; if
    * there is none, of the first character that is not ASCII.
    */
  private def windowOf(text: String, from: Int, length: Int): Int =
    var fallback = -1
    var found    = -1
    var i        = from
    while found < 0 && i < length do
      val char = text.charAt(i).toInt
      if char >= 0x80 then
        if fallback < 0 then fallback = char >> 7
        if (char < 0x2000 || char > 0x2fff) && char > 0xbf then found = char >> 7
      i += 1
    if found >= 0 then found else fallback

  private def writeUtf8(out: Out, text: String, length: Int, size: Int): Unit =
    val start = out.ensure(size + 5)
    val array = out.array
    var at    = putHeader(array, start, size << 3 | 3)
    var i     = 0
    while i < length do
      val char = text.charAt(i).toInt
      if char < 0x80 then
        array(at) = char.toByte
        at += 1
      else if char < 0x800 then
        array(at) = (0xc0 | char >> 6).toByte
        array(at + 1) = (0x80 | char & 0x3f).toByte
        at += 2
      else if (char & 0xf800) != 0xd800 then
        array(at) = (0xe0 | char >> 12).toByte
        array(at + 1) = (0x80 | char >> 6 & 0x3f).toByte
        array(at + 2) = (0x80 | char & 0x3f).toByte
        at += 3
      else
        i += 1
        val point = Character.toCodePoint(char.toChar, text.charAt(i))
        array(at) = (0xf0 | point >> 18).toByte
        array(at + 1) = (0x80 | point >> 12 & 0x3f).toByte
        array(at + 2) = (0x80 | point >> 6 & 0x3f).toByte
        array(at + 3) = (0x80 | point & 0x3f).toByte
        at += 4
      i += 1
    out.position = at

  private def writeUtf16(out: Out, text: String, length: Int): Unit =
    val start = out.ensure(2 * length + 5)
    val array = out.array
    var at    = putHeader(array, start, length << 2 | 1)
    var i     = 0
    while i < length do
      Memory.putShort(array, at, text.charAt(i).toShort)
      at += 2
      i += 1
    out.position = at
