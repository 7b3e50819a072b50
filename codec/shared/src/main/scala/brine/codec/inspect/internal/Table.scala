package brine.codec.inspect.internal

/** A text table; each column is as wide as its widest cell.
  *
  * @param heads
  *   column headings
  * @param toRight
  *   indices of the columns to be aligned to the right
  */
private[inspect] final class Table(heads: Vector[String], toRight: Set[Int]):
  def of(rows: Vector[Vector[String]]): String =
    val all    = heads +: rows
    val widths = heads.indices.map(i => all.iterator.map(row => width(row(i))).max)
    all.iterator.map(line(_, widths)).mkString("", "\n", "\n")

  private def line(row: Vector[String], widths: IndexedSeq[Int]): String =
    val cells = row.indices.map { i =>
      val pad = " " * (widths(i) - width(row(i)))
      if toRight(i) then pad + row(i) else row(i) + pad
    }
    cells.mkString("  ").stripTrailing

  // A character outside the first plane takes two UTF-16 units but one column.
  private def width(cell: String): Int = cell.codePointCount(0, cell.length)
