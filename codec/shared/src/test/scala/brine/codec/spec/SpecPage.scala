package brine.codec.spec

/** The examples in a page: the rows of its tables whose heads are `| type | value | bytes |` and
  * `| type | bytes | error at |`.
  */
final case class SpecPage(valid: List[SpecPage.Valid], invalid: List[SpecPage.Invalid])

object SpecPage:
  /** A value and its bytes. */
  final case class Valid(line: Int, of: String, value: String, bytes: Array[Byte])

  /** Bytes that are not a value, and the offset at which a reader must notice. */
  final case class Invalid(line: Int, of: String, bytes: Array[Byte], offset: Int)

  private val ValidHead   = List("type", "value", "bytes")
  private val InvalidHead = List("type", "bytes", "error at", "because")

  def parse(text: String): SpecPage =
    val tables = tablesOf(text.linesIterator.toList.zipWithIndex.map((line, index) => (index + 1, line)))
    val valid  = tables.collect { case (ValidHead, rows) => rows }.flatten.map {
      case (line, List(of, value, bytes)) => Valid(line, of, value, hex(line, bytes))
      case (line, cells)                  => wrong(line, s"${cells.size} cells instead of 3")
    }
    val invalid = tables.collect { case (InvalidHead, rows) => rows }.flatten.map {
      case (line, List(of, bytes, offset, _)) => Invalid(line, of, hex(line, bytes), offset.toInt)
      case (line, cells)                      => wrong(line, s"${cells.size} cells instead of 4")
    }
    SpecPage(valid, invalid)

  private type Line = (Int, String)

  /** The tables of a page: the cells of the head, then those of each row with its line number. */
  private def tablesOf(lines: List[Line]): List[(List[String], List[(Int, List[String])])] =
    lines.dropWhile(!isRow(_)) match
      case Nil  => Nil
      case rest =>
        val (table, after) = rest.span(isRow)
        val rows           = table.map((line, text) => (line, cells(text)))
        (rows.head._2, rows.drop(2)) :: tablesOf(after)

  private def isRow(line: Line): Boolean = line._2.startsWith("|")

  private def cells(row: String): List[String] =
    row.stripPrefix("|").stripSuffix("|").split('|').toList.map(_.trim.stripPrefix("`").stripSuffix("`"))

  private def hex(line: Int, cell: String): Array[Byte] =
    val digits = cell.filterNot(_ == ' ')
    if digits.length % 2 != 0 || digits.exists(Character.digit(_, 16) < 0) then
      if cell == "none" then Array.emptyByteArray else wrong(line, s"'$cell' is not hexadecimal")
    else digits.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  private def wrong(line: Int, what: String): scala.Nothing = throw IllegalArgumentException(
    s"line $line of the page: $what"
  )
