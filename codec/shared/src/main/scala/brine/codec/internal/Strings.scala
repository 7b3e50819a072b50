package brine.codec.internal

import brine.codec.{EncodeError, In, Out}

/** The four forms of a string.
  *
  * The header is an unsigned number whose low bits name the form: 0 for ASCII, 01 for windowed (one byte per character of one
  * non-Latin script mixed with ASCII), 011 for UTF-8, 111 for UTF-16 units. The bits above hold the number of bytes (UTF-16: of
  * units) that follow.
  */
private[codec] object Strings:
  private inline val Quote      = 0x0e
  private inline val ShortAscii = 16
  private inline val Longest    = 268435456

  // --- writing -------------------------------------------------------------------------------

  def write(out: Out, text: String): Unit =
    if text == null then Out.refuseNull("String")
    val length = text.length
    if length <= ShortAscii then
      val array = out.array
      val at    = out.ensure(length + 1)
      if (array eq out.array) && putShort(text, length, array, at + 1) then
        array(at) = (length << 1).toByte
        out.position = at + 1 + length
      else writeShortAgain(out, text, length, at)
    else writeLong(out, text, length)

  private def writeShortAgain(out: Out, text: String, length: Int, at: Int): Unit =
    if putShort(text, length, out.array, at + 1) then
      out.array(at) = (length << 1).toByte
      out.position = at + 1 + length
    else writeOther(out, text, length)

  /** A loop is faster than any bulk method for so few characters. */
  private def putShort(text: String, length: Int, array: Array[Byte], at: Int): Boolean =
    var seen = 0
    var i    = 0
    while i < length do
      val char = text.charAt(i)
      seen |= char
      array(at + i) = char.toByte
      i += 1
    seen < 0x80

  private def writeLong(out: Out, text: String, length: Int): Unit =
    if length > Longest then refuseLength(length)
    // A look at four places spares most texts of other scripts the attempt.
    val sample = text.charAt(0) | text.charAt(length >> 2) | text.charAt(length >> 1) | text.charAt(length - 1)
    if sample >= 0x80 then writeOther(out, text, length)
    else
      val at    = out.ensure(length + 5)
      val array = out.array
      val body  = Put.unsigned(array, at, length << 1)
      if Memory.putAscii(text, array, body, out.textScratch) then out.position = body + length
      else writeOther(out, text, length)

  private def refuseLength(length: Int): Nothing =
    throw new EncodeError(s"a string of $length characters; the longest possible has $Longest", "")

  /** Where at least one character is not ASCII. */
  private def writeOther(out: Out, text: String, length: Int): Unit =
    val window = windowOf(text, length)
    if window > 255 then writeWide(out, text, length, utf8Size(text, length))
    else writeWindowed(out, text, length, window)

  /** Tries the windowed form and keeps it unless it turns out larger than another: mostly it is the smallest. */
  private def writeWindowed(out: Out, text: String, length: Int, window: Int): Unit =
    val base = window << 7
    // At most three bytes a character, and no more than twice as many as characters if the form is to be kept.
    val start = out.ensure(2 * length + 11)
    val array = out.array
    val body  = start + Bits.lengthOf((length + 1L) << 2)
    val last  = body + 2 * length
    array(body) = window.toByte
    var at = body + 1
    var i  = 0
    while i < length && at <= last do
      val char = text.charAt(i).toInt
      if ((char & 0xffff80) == base || char < 0x80) && char != Quote then
        // 0x80 for a character of the window, 0 for ASCII; without a branch, because words and spaces alternate at random.
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
    // Without quotes no other form is smaller, and most texts have few: each character inside takes UTF-8 a byte more.
    if i == length && size <= 2 * length && (size == length + 1 || size <= utf8Size(text, length)) then
      out.position = place(array, start, body, size)
    else writeWide(out, text, length, utf8Size(text, length))

  /** Puts the header of a windowed string in front of its body, which may have to make room for a longer one. */
  private def place(array: Array[Byte], start: Int, body: Int, size: Int): Int =
    val moved = start + Bits.lengthOf(size.toLong << 2)
    if moved != body then System.arraycopy(array, body, array, moved, size)
    Put.unsigned(array, start, size << 2 | 1) + size

  /** How many bytes the text takes in UTF-8; the most there are if it cannot be written in it, because of a lone surrogate. */
  private def utf8Size(text: String, length: Int): Int =
    var size = length
    var lone = false
    var i    = 0
    while i < length do
      val char = text.charAt(i)
      if char >= 0x80 then
        size += 1
        if char >= 0x800 then
          size += 1
          if Character.isSurrogate(char) then
            i += 1
            // Four bytes for the two of a pair.
            if i == length || !Character.isSurrogatePair(char, text.charAt(i)) then lone = true
      i += 1
    if lone then Int.MaxValue else size

  /** UTF-8 or UTF-16, whichever is smaller. */
  private def writeWide(out: Out, text: String, length: Int, utf8: Int): Unit =
    if utf8 <= 2 * length then writeUtf8(out, text, length, utf8) else writeUtf16(out, text, length)

  /** The upper bits of the first character that is neither ASCII nor punctuation nor of the upper Latin-1 controls and signs; of the
    * first that is not ASCII if there is none such.
    */
  private def windowOf(text: String, length: Int): Int =
    var fallback = -1
    var found    = -1
    var i        = 0
    while found < 0 && i < length do
      val char = text.charAt(i).toInt
      if char >= 0x80 then
        if fallback < 0 then fallback = char >> 7
        if (char < 0x2000 || char > 0x2fff) && char > 0xbf then found = char >> 7
      i += 1
    if found >= 0 then found else fallback

  private def writeUtf8(out: Out, text: String, length: Int, size: Int): Unit =
    if size >= 2 * Longest then refuseLength(length)
    val start = out.ensure(size + 5)
    val array = out.array
    var at    = Put.unsigned(array, start, size << 3 | 3)
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
    var at    = Put.unsigned(array, start, length << 3 | 7)
    var i     = 0
    while i < length do
      val char = text.charAt(i).toInt
      array(at) = char.toByte
      array(at + 1) = (char >> 8).toByte
      at += 2
      i += 1
    out.position = at

  // --- reading -------------------------------------------------------------------------------

  def read(in: In): String =
    val header = in.readUnsignedInt()
    if (header & 1) == 0 then
      val length = header >>> 1
      val from   = in.take(length)
      if !Memory.isAscii(in.array, from, length) then refuseAscii(in, from, length)
      Memory.asciiString(in.array, from, length)
    else if (header & 2) == 0 then readWindowed(in, header >>> 2)
    else if (header & 4) == 0 then readUtf8(in, header >>> 3)
    else readUtf16(in, header >>> 3)

  private def refuseAscii(in: In, from: Int, length: Int): Nothing =
    var at = from
    while at < from + length - 1 && in.array(at) >= 0 do at += 1
    in.failAt(at, "a byte above 7f in a string marked as ASCII")

  private def readWindowed(in: In, size: Int): String =
    val from = in.take(size)
    if size == 0 then in.failAt(from, "a windowed string without its window")
    val array = in.array
    val end   = from + size
    val base  = (array(from) & 0xff) << 7
    if base == 0 then in.failAt(from, "the window of a string is 1 to 255, not 0")
    val units = in.charScratch(size)
    var count = 0
    var at    = from + 1
    while at < end do
      val byte = array(at).toInt
      if byte != Quote then
        // The base only for a byte with its high bit set; without a branch, as in writing.
        units(count) = (byte & 0x7f | base & byte >> 31).toChar
        at += 1
      else
        if end - at < 3 then in.failAt(at, "a string ends inside a quoted character")
        units(count) = (array(at + 1) & 0xff | (array(at + 2) & 0xff) << 8).toChar
        at += 3
      count += 1
    Memory.unitsString(units, count)

  private def readUtf8(in: In, size: Int): String =
    val from = in.take(size)
    val text = Memory.utf8String(in.array, from, size)
    if text != null then text else decodeUtf8(in, from, size)

  /** The same with an exact place for every mistake. */
  private def decodeUtf8(in: In, from: Int, size: Int): String =
    val array = in.array
    val end   = from + size
    val units = in.charScratch(size)
    var count = 0
    var at    = from
    while at < end do
      val first = array(at).toInt
      if first >= 0 then
        units(count) = first.toChar
        count += 1
        at += 1
      else
        val length = sequenceLength(first)
        if length == 0 then in.failAt(at, "not UTF-8: no character starts with this byte")
        if end - at < length then in.failAt(at, "not UTF-8: a string ends inside a character")
        var point = first & (0x7f >> length)
        var i     = 1
        while i < length do
          val next = array(at + i).toInt
          if (next & 0xc0) != 0x80 then in.failAt(at + i, "not UTF-8: a character is broken off")
          point = point << 6 | next & 0x3f
          i += 1
        if point < smallest(length) then in.failAt(at, "not UTF-8: a character in more bytes than it needs")
        if point > 0x10ffff then in.failAt(at, "not UTF-8: a character beyond U+10FFFF")
        if point >= 0xd800 && point <= 0xdfff then in.failAt(at, "not UTF-8: a surrogate")
        if point < 0x10000 then
          units(count) = point.toChar
          count += 1
        else
          units(count) = Character.highSurrogate(point)
          units(count + 1) = Character.lowSurrogate(point)
          count += 2
        at += length
    Memory.unitsString(units, count)

  private def sequenceLength(first: Int): Int =
    if (first & 0xe0) == 0xc0 then 2 else if (first & 0xf0) == 0xe0 then 3 else if (first & 0xf8) == 0xf0 then 4 else 0

  private def smallest(length: Int): Int = if length == 2 then 0x80 else if length == 3 then 0x800 else 0x10000

  private def readUtf16(in: In, count: Int): String =
    if count > in.remaining / 2 then in.fail(s"a string of $count UTF-16 units, but only ${in.remaining} bytes follow")
    val from  = in.take(2 * count)
    val array = in.array
    val units = in.charScratch(count)
    var i     = 0
    while i < count do
      units(i) = (array(from + 2 * i) & 0xff | (array(from + 2 * i + 1) & 0xff) << 8).toChar
      i += 1
    Memory.unitsString(units, count)
