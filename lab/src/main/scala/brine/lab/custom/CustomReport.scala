package brine.lab.custom

import brine.lab.page.{PageContext, Ranking, Summary}
import brine.lab.results.{LibraryRow, Results, WholeFile}
import brine.lab.statistics.NoiseBand
import java.nio.file.Path

/** What was measured of a person's own data. */
final case class CustomReport(results: Results, source: CustomSource, fields: List[FieldBytes]):
  /** The summaries by row and operation. */
  val cells: Map[(String, String), Summary] =
    Summary.of(results).map(summary => (summary.library, summary.op) -> summary).toMap

  /** The rows that were measured, the smallest first; then the others. */
  val rows: List[LibraryRow] =
    results.libraries.sortBy(row => (!isOk(row), size(row.name).getOrElse(Double.MaxValue), row.name))

  def size(library: String): Option[Double] = cells.get((library, "size")).flatMap(_.sizes).map(_.raw)

  /** Time of an operation over all values, in nanoseconds. */
  def time(library: String, op: String): Option[Double] =
    cells.get((library, op)).filter(isKnown).flatMap(_.time).map(_.value)

  /** Whether everything of a row is known. */
  def isOk(row: LibraryRow): Boolean =
    row.unavailable.isEmpty && List("size", "encode", "decode").forall(op => cells.get((row.name, op)).exists(isKnown))

  /** Whether a figure was measured, or is left out because its code did not settle; the others of its row hold. */
  private def isKnown(summary: Summary): Boolean = summary.ok || summary.status == "unsettled"

  /** Why a row has no figures: its status and the reason. */
  def failure(row: LibraryRow): Option[(String, String)] =
    if row.unavailable.nonEmpty then Some("unavailable" -> row.unavailable)
    else
      List("size", "encode", "decode")
        .flatMap(op => cells.get((row.name, op)))
        .find(!isKnown(_))
        .map(summary => summary.status -> summary.note)
        .orElse(Option.when(!isOk(row))("skipped" -> "the run ended before"))

  /** The figures as a table for a terminal. */
  def table: String = CustomTable.text(this)

  /** Number of values of the sample. */
  def values: Int = cells.values.flatMap(_.n).headOption.getOrElse(0)

  /** How far a library differs from itself, measured twice. */
  val noise: NoiseBand = NoiseBand.of(results, CustomStage.study)

  /** Who is first at writing and at reading, and whether that is decided. */
  val rankings: List[Ranking] = OwnData(List(source.caseName)).rankings(PageContext(results))

object CustomReport:
  /** Row of the data as it was given. */
  val asGiven = "json-as-given"

  /** Writes the page and a table of figures. */
  def write(report: CustomReport, out: Path): Path =
    WholeFile.write(out.resolve("figures.tsv"), CustomTable.tsv(report))
    val page = out.resolve("index.html")
    WholeFile.write(page, CustomPage.render(report))
    page
