package brine.examples.site.importing

import java.io.Reader

/** Lines of a text, each of a bounded length: a file that is something else may be one endless line. A byte order mark
  * before the first line is left out, as some editors write one.
  *
  * @param most
  *   characters that a line may have
  */
private[importing] final class TextLines(reader: Reader, most: Int):
  private val buffer = new Array[Char](1 << 16)
  private var at     = 0
  private var end    = 0
  private var isOver = false
  private var count  = 0

  /** The number of the last line, or of the one that is being read. */
  def number: Int = count

  /** The next line, without what ends it; null after the last one.
    *
    * @throws TextLines.TooLong
    *   if it is
    */
  def next(): String | Null =
    val line = java.lang.StringBuilder()
    if !fill() then null
    else
      count += 1
      var ends = false
      while !ends && fill() do
        val from = at
        while at < end && buffer(at) != '\n' do at += 1
        if line.length + (at - from) > most then throw TextLines.TooLong()
        line.append(buffer, from, at - from): Unit
        ends = at < end
        if ends then at += 1
      if count == 1 && line.length > 0 && line.charAt(0) == '\ufeff' then line.deleteCharAt(0): Unit
      val last = line.length - 1
      if last >= 0 && line.charAt(last) == '\r' then line.setLength(last)
      line.toString

  /** Whether there are more characters. */
  private def fill(): Boolean =
    if at == end && !isOver then
      val read = reader.read(buffer)
      at = 0
      end = math.max(0, read)
      isOver = read < 0
    at < end

private[importing] object TextLines:
  final class TooLong extends RuntimeException("a line is too long", null, false, false)
