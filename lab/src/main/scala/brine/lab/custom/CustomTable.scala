package brine.lab.custom

import brine.lab.page.Numbers

/** The figures of every row, as text for a terminal and for a spreadsheet. */
private[custom] object CustomTable:
  /** A figure.
    *
    * @param unit
    *   unit on the terminal and the page
    * @param of
    *   its value for a library, over all values
    */
  final case class Figure(
      name: String,
      unit: String,
      of: (CustomReport, String) => Option[Double],
      shown: Double => String
  )

  private def size(pick: brine.lab.page.Summary.Sizes => Double)(report: CustomReport, library: String) =
    report.cells.get((library, "size")).flatMap(_.sizes).map(pick)

  private def allocation(op: String)(report: CustomReport, library: String) =
    report.cells.get((library, op)).filter(_.ok).flatMap(_.allocB)

  val figures: List[Figure] = List(
    Figure("size", "B", size(_.raw), Numbers.whole),
    Figure("gzip each", "B", size(_.gzip), Numbers.whole),
    Figure("gzip all", "B", size(_.together), Numbers.whole),
    Figure("zstd all", "B", size(_.zstd), Numbers.whole),
    Figure("write", "µs", (report, library) => report.time(library, "encode"), Numbers.micros),
    Figure("read", "µs", (report, library) => report.time(library, "decode"), Numbers.micros),
    Figure("write allocates", "B", allocation("encode"), Numbers.whole),
    Figure("read allocates", "B", allocation("decode"), Numbers.whole)
  )

  def tsv(report: CustomReport): String =
    val head   = "library" :: figures.map(_.name) ::: List("status", "note")
    val given_ = CustomReport.asGiven :: report.rows.map(_.name)
    val lines  = given_.map: library =>
      val failure       = report.rows.find(_.name == library).flatMap(report.failure)
      val (status, why) = failure.getOrElse("ok" -> "")
      library :: figures.map(_.of(report, library).fold("")(Numbers.raw)) ::: List(status, why.replaceAll("\\s+", " "))
    (head :: lines).map(_.mkString("\t")).mkString("", "\n", "\n")

  /** Columns of equal width, then the reasons of rows without figures. */
  def text(report: CustomReport): String =
    val able   = report.rows.filter(report.isOk).map(_.name)
    val names  = Option.when(report.cells.contains((CustomReport.asGiven, "size")))(CustomReport.asGiven).toList ++ able
    val head   = "library" :: figures.map(figure => s"${figure.name} (${figure.unit})")
    val lines  = names.map(name => name :: figures.map(figure => figure.of(report, name).fold("")(figure.shown)))
    val widths = (head :: lines).transpose.map(_.map(_.length).max)
    def line(cells: List[String]) = cells
      .zip(widths)
      .zipWithIndex
      .map { case ((cell, width), index) =>
        if index == 0 then cell.padTo(width, ' ') else " " * (width - cell.length) + cell
      }
      .mkString("  ")
      .stripTrailing
    val failed = report.rows.flatMap(row => report.failure(row).map((status, why) => s"${row.name}: $status: $why"))
    ((head :: lines).map(line) ++ failed).mkString("", "\n", "\n")
