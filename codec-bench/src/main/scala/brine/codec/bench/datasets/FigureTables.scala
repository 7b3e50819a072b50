package brine.codec.bench.datasets

import java.util.Locale

/** The tables of the page `docs/codec-figures.md`. */
private[bench] object FigureTables:

  /** Ratios of all starts: the median, and in brackets the least and the greatest. */
  def ratios(cells: Vector[Cell]): String = each(cells, Contender.names.tail): all =>
    val sorted = all.map(_.ratio).sorted
    s"${number(Turns.median(sorted))} [${number(sorted.head)}, ${number(sorted.last)}]"

  /** What each run takes and allocates. */
  def times(cells: Vector[Cell]): String = each(cells, Contender.names): all =>
    s"${micros(Turns.median(all.map(_.nanos)))}, ${bytes(Turns.median(all.map(_.allocated)))}"

  private def each(cells: Vector[Cell], names: Vector[String])(text: Vector[Cell] => String): String = table(
    Vector("", "operation") ++ names,
    for
      set       <- cells.map(_.set).distinct
      operation <- Cell.operations
    yield Vector(set, operation) ++ names.map(name => text(of(cells, set, operation, name)))
  )

  def sizes(all: Vector[DataSet[?]]): String = table(
    Vector("", "format", "raw", "gzip", "zlib", "zstd"),
    all.flatMap: set =>
      val published = set.bitcode.toVector.map: (raw, zlib, zstd) =>
        Vector(set.name, "bitcode, published", grouped(raw), "–", grouped(zlib), grouped(zstd))
      Sizes
        .ofAll(set)
        .map((name, sizes) =>
          Vector(set.name, name, grouped(sizes.raw), grouped(sizes.gzip), grouped(sizes.zlib), grouped(sizes.zstd))
        ) ++ published
  )

  private def of(cells: Vector[Cell], set: String, operation: String, name: String): Vector[Cell] =
    cells.filter(cell => cell.set == set && cell.operation == operation && cell.contender == name)

  private def number(value: Double): String = String.format(Locale.ROOT, "%.2f", Double.box(value))
  private def grouped(value: Long): String  = String.format(Locale.ROOT, "%,d", Long.box(value))

  private def micros(nanos: Double): String =
    String.format(Locale.ROOT, if nanos < 100000 then "%,.2f us" else "%,.0f us", Double.box(nanos / 1000))

  private def bytes(allocated: Double): String = s"${grouped(math.round(allocated))} B"

  private def table(head: Vector[String], rows: Vector[Vector[String]]): String =
    (head +: head.map(_ => "---") +: rows).map(_.mkString("| ", " | ", " |")).mkString("\n")
