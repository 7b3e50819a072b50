package brine.codec.internal.text

import brine.codec.In
import brine.codec.internal.bytes.Memory
import brine.codec.internal.references.{Dictionary, InDictionary}
import brine.codec.internal.text.Strings.*

/** Decodes strings from any of the forms of [[Strings]]. */
private[codec] object ReadStrings:
  /** Reads a string in a message without a dictionary. */
  def read(in: In): String =
    val at = in.position
    if at < in.end && (in.array(at) & 0xc0) == Counted then
      val length = in.array(at) & LongestShort
      in.position = at + 1
      val from = in.take(length)
      if !Memory.isAscii(in.array, from, length) then refuseAscii(in, from, length)
      Texts.ascii(in, from, length)
    else readOther(in)

  /** Reads a string in a message with a dictionary. */
  def read(in: In, dictionary: InDictionary): String =
    val at = in.position
    if at < in.end && (in.array(at) & 0xff) >= Dictionary.TextReference then readReference(in, dictionary)
    else
      val text = readOther(in)
      dictionary.enter(text)
      text

  private def readReference(in: In, dictionary: InDictionary): String =
    val at       = in.position
    val first    = in.readByte() & 0xff
    val distance =
      if first < Dictionary.FarTextReference then first - Dictionary.TextReference + 1
      else ((first - Dictionary.FarTextReference) << 8 | in.readByte() & 0xff) + Dictionary.NearTexts + 1
    val text = dictionary.text(distance)
    if text == null then in.failAt(at, s"a reference $distance texts back, where there is none")
    // Comparing it takes a step for 64 units; its hash code is computed once.
    in.keyWork += text.nn.length >> 6
    text.nn

  private def readOther(in: In): String =
    val at = in.position
    if at < in.end && in.array(at) >= 0 then readEnded(in, at)
    else
      val header = readHeader(in)
      if (header & 1) == 0 then readWindowed(in, header >>> 1)
      else if (header & 2) == 0 then readUtf16(in, header >>> 2)
      else if (header & 4) == 0 then readUtf8(in, header >>> 3)
      else
        val length = header >>> 3
        val from   = in.take(length)
        val text   = Texts.longAscii(in, from, length)
        if text == null then refuseAscii(in, from, length)
        text.nn

  private def readEnded(in: In, at: Int): String =
    val scratch = in.endedScratch
    val length  = Memory.copyEnded(in.array, at, in.end, scratch)
    if length == 0 then refuseEnded(in)
    in.position = at + length
    Texts.ended(in, at, length, scratch)

  private def refuseEnded(in: In): Nothing =
    val bytes = math.min(in.remaining, LongestShort)
    in.failAt(
      in.position + bytes,
      if bytes == in.remaining then "the message ends inside a string"
      else s"a string of ASCII without a header ends after at most $LongestShort bytes, by the high bit of the last"
    )

  private def readHeader(in: In): Int =
    val at    = in.position
    val first = in.readByte() & 0xff
    if first < LongHeader then first & 0x1f
    else
      val more = in.readUnsignedInt()
      if more == 0 then in.failAt(at + 1, "the length of a string in more bytes than it needs")
      if more >>> (32 - HeaderBits) != 0 then in.failAt(at + 1, "the length of a string of more than 32 bits")
      first & 0x1f | more << HeaderBits

  private def refuseAscii(in: In, from: Int, length: Int): Nothing =
    var at = from
    while at < from + length - 1 && in.array(at) >= 0 do at += 1
    in.failAt(at, "a byte above 7f in a string marked as ASCII")

  private def readWindowed(in: In, size: Int): String =
    val from = in.take(size)
    if size == 0 then in.failAt(from, "a windowed string without its window")
    val end  = from + size
    val base = (in.array(from) & 0xff) << 7
    if base == 0 then in.failAt(from, "the window of a string is 1 to 255, not 0")
    val latin = if base == LatinWindow << 7 then Texts.latin(in, from + 1, size - 1) else null
    if latin != null then latin else readUnits(in, from, end, base)

  private def readUnits(in: In, from: Int, end: Int, base: Int): String =
    val array = in.array
    val size  = end - from
    val units = in.charScratch(size)
    var count = if size > Memory.FEW_UNITS then takeAscii(in, from + 1, size - 1, units) else 0
    var at    = from + 1 + count
    while at < end do
      val byte = array(at).toInt
      if byte != Quote then
        // Adds the base only to a byte with its high bit set; without a branch, as in writing.
        units(count) = (byte & 0x7f | base & byte >> 31).toChar
        at += 1
      else
        if end - at < 3 then in.failAt(at, "a string ends inside a quoted character")
        units(count) = (array(at + 1) & 0xff | (array(at + 2) & 0xff) << 8).toChar
        at += 3
      count += 1
    Memory.unitsString(units, count)

  /** Decodes the ASCII at the start, up to a quote. */
  private def takeAscii(in: In, from: Int, length: Int, units: Array[Char]): Int =
    val count = in.textScratch.takeAscii(in.array, from, length, units)
    if Memory.contains(in.array, from, count, Quote) then 0 else count

  private def readUtf8(in: In, size: Int): String =
    val from = in.take(size)
    val text = Memory.utf8String(in.array, from, size)
    if text != null then text else decodeUtf8(in, from, size)

  /** Decodes UTF-8 and gives the exact offset of every error. */
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
