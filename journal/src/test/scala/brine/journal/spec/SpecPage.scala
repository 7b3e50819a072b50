package brine.journal.spec

import brine.journal.ProjectFiles
import java.util.HexFormat

/** The example tables of `docs/spec/journal-format.md`. */
object SpecPage:
  /** @param example
    *   what stands in the first column
    */
  final case class Row(line: Int, example: Words, cells: Vector[String]):
    def bytes: Array[Byte] = hex(cells(0))
    def where: String      = s"line $line: ${example.text}"

  /** The words of an example. */
  final case class Words(text: String):
    private val words = text.split(' ').toVector

    def head: String = words.head
    def tail: Words  = Words(words.tail.mkString(" "))

    def has(name: String): Boolean                  = words.contains(name)
    def after(name: String, place: Int = 1): String = words.lift(words.indexOf(name) + place).getOrElse("")
    def long(name: String, place: Int = 1): Long    = after(name, place).toLong
    def int(name: String, place: Int = 1): Int      = after(name, place).toInt
    def hexLong(name: String, place: Int = 1): Long = java.lang.Long.parseUnsignedLong(after(name, place), 16)
    def allAfter(name: String, until: String*): Vector[String] =
      if has(name) then words.drop(words.indexOf(name) + 1).takeWhile(!until.contains(_)) else Vector.empty

  def hex(text: String): Array[Byte]  = HexFormat.of.parseHex(text.replace(" ", ""))
  def hex(bytes: Array[Byte]): String = HexFormat.ofDelimiter(" ").formatHex(bytes)

  /** The rows of all tables with this first cell in their head. */
  def rows(head: String): Vector[Row] =
    val lines   = ProjectFiles.read("docs/spec/journal-format.md").linesIterator.toVector
    val builder = Vector.newBuilder[Row]
    var isIn    = false
    var isTable = false
    lines.zipWithIndex.foreach: (line, number) =>
      if !line.startsWith("|") then
        isIn = false
        isTable = false
      else
        val cells = line.split('|').toVector.drop(1).map(_.trim)
        if !isTable then
          isIn = cells.head == head
          isTable = true
        else if isIn && !cells.head.startsWith("-") then
          builder += Row(number + 1, Words(code(cells.head)), cells.tail.map(code))
    builder.result()

  private def code(cell: String): String = cell.stripPrefix("`").stripSuffix("`")
