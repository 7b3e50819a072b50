package brine.codec.inspect.internal

/** Text in columns, each as wide as its widest cell.
  *
  * @param toRight
  *   the columns of numbers
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

  // What stands outside of the first plane takes two units, but one place.
  private def width(cell: String): Int = cell.codePointCount(0, cell.length)
