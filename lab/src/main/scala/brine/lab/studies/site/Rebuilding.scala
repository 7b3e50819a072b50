package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.plan.Mode
import scalatags.Text.all.*

/** A site rebuilt from its events: what an event store does when it loads an aggregate. Every event is read and folded
  * into the site, by a fold of ours or by the published one.
  */
final class Rebuilding(page: PageContext):
  import Rebuilding.*

  private val found  = page.summaries.filter(_.study == "site").map(s => (s.name, s.library, s.op) -> s).toMap
  private val rows   = page.rowsOf("site", Set("decode"), cases.contains)
  private val tables = RowTables("library", rows)
  private val timed  = SiteStudy.sizes.filter(size => rows.exists((row, _) => folds.exists(at(_, size, row).nonEmpty)))

  private def at(fold: Fold, size: String, library: String) = found.get((s"${fold.prefix}-$size", library, "decode"))

  def render: Frag =
    if rows.isEmpty then frag()
    else
      frag(
        p(
          "Rebuilding a site reads its events one by one and folds each into the site; the result is compared with the ",
          "original before anything is timed. The published fold copies the site for every event and visits all pages ",
          "to change one, so its time grows with the square of the events. Ours changes pages in place. The row ",
          code(foldAlone),
          " is the folds alone, without reading."
        ),
        chart("site-rebuild", "Time to rebuild a site from its events: reading them, and folding them."),
        openDetails("A site rebuilt from its events (µs)", table)
      )

  private def table: Frag =
    val names = "events, read" :: folds.map(_.name)
    tables.grouped("Time to rebuild a site from its events", timed, names, cls := "sortable", id := "rebuilt"):
      library =>
        for size <- timed; cell <- found.get((s"events-$size", library, "decode")) :: folds.map(at(_, size, library))
        yield time(cell)

  /** Who rebuilds fastest, for each fold that was timed. */
  def verdicts: List[String] = folds.flatMap: fold =>
    val sizes = SiteStudy.sizes.map(size => s"${fold.prefix}-$size").filter(name => found.keys.exists(_._1 == name))
    val task  = Ranking.Task("rebuilt", "rebuilding")
    Option.when(sizes.nonEmpty):
      val ranking = Ranking.of(page, SiteStudy.name, task, sizes.map(_ -> "decode"))()
      s"A site from its events, ${fold.name} (${sizes.map(_.split("-").last).mkString(", ")}): ${ranking.words}."

object Rebuilding:
  /** A way to fold events.
    *
    * @param prefix
    *   what the names of its cases begin with
    */
  private final case class Fold(name: String, prefix: String)

  private val folds = List(Fold("our fold", "rebuild"), Fold("published fold", "rebuild-published"))

  /** The row whose events are decoded already. */
  val foldAlone = "reference-fold"

  /** The cases, each read only: the bytes are those of the events. */
  val cases: List[String] = for fold <- folds; size <- SiteStudy.sizes yield s"${fold.prefix}-$size"

  /** The cases of a mode. A smoke run proves with one size that both folds work; in mode standard two sizes show that
    * the published fold is quadratic. In mode quick they are measured on request only.
    */
  def casesIn(mode: Mode): List[String] = mode match
    case Mode.Smoke             => cases.filter(_.endsWith("-2k"))
    case Mode.Standard          => cases.filter(name => name.endsWith("-8k") || name.endsWith("-64k"))
    case Mode.Quick | Mode.Full => cases
