package brine.journal.golden

import java.util.HexFormat

/** Files as text: first their length, then rows of 64 bytes, each with its offset. Rows of zeros are left out, and of
  * rows that are the same as the one before only the first is there, with how often it comes.
  */
object GoldenText:
  private inline val RowLength = 64
  private val hex              = HexFormat.of

  def render(bytes: Array[Byte]): String =
    val text = StringBuilder(s"length ${bytes.length}\n")
    val rows = bytes.grouped(RowLength).map(hex.formatHex(_)).toVector
    var at   = 0
    while at < rows.size do
      val row   = rows(at)
      var count = 1
      while at + count < rows.size && rows(at + count) == row do count += 1
      if row.exists(_ != '0') then text.append(s"${at * RowLength} $row${if count > 1 then s" x$count" else ""}\n")
      at += count
    text.toString

  def parse(text: String): Array[Byte] =
    val lines = text.linesIterator.toVector
    val bytes = new Array[Byte](lines.head.stripPrefix("length ").toInt)
    lines.tail.foreach: line =>
      val parts = line.split(' ')
      val row   = hex.parseHex(parts(1))
      val count = parts.lift(2).fold(1)(_.stripPrefix("x").toInt)
      for i <- 0 until count do System.arraycopy(row, 0, bytes, parts(0).toInt + i * RowLength, row.length)
    bytes
