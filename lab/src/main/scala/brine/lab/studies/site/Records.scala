package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.plan.Mode
import brine.lab.studies.CodecVerdicts
import scalatags.Text.all.*

/** Other data in the manner of the sites: a mesh of floats, the lines of a log, the updates of a game, nested saves. */
final class Records(page: PageContext):
  import Records.*

  private val found  = page.summaries.filter(_.study == "site").map(s => (s.name, s.library, s.op) -> s).toMap
  private val rows   = page.rowsOf("site", Set("size", "encode", "decode"), cases.contains)
  private val tables = RowTables("library", rows)
  private val timed  = cases.filter(name => found.keys.exists((of, _, op) => of == name && Figure.timed(op)))

  def render: Frag =
    if rows.isEmpty then frag()
    else
      frag(
        p(
          "Records are data of other shapes than a site, each written and read as one message: the shapes of the Rust ",
          "serialization benchmark, with values of our own."
        ),
        ul(described.map((name, what) => li(code(name), ": ", what))),
        openDetails("Sizes, records (bytes)", sizes),
        if timed.isEmpty then
          p(cls := "note")("Their times are measured in mode standard, and with --cases 'records-*'.")
        else openDetails("Times, records (µs)", times, details("Bytes allocated per operation, records", allocation))
      )

  private def sizes: Frag =
    val measures: List[(String, Summary.Sizes => Double)] =
      List("raw" -> (_.raw), "gzip" -> (_.gzip), "zstd" -> (_.zstd))
    tables.grouped("Bytes, records", cases, measures.map(_._1), cls := "sortable", id := "sizes-records"): library =>
      for name <- cases; (_, figure) <- measures
      yield count(found.get((name, library, "size")), "size", _.sizes.map(figure))

  private def times: Frag = both("Time to write and to read, records", time, cls := "sortable", id := "times-records")

  private def allocation: Frag =
    both("Bytes allocated per operation, records", count(_, "alloc", _.allocB), id := "alloc-records")

  private def both(caption: String, cell: Option[Summary] => Frag, more: Modifier*): Frag =
    tables.grouped(caption, timed, List("write", "read"), more*): library =>
      for name <- timed; op <- List("encode", "decode") yield cell(found.get((name, library, op)))

  /** Who is smallest, and who is fastest in each data set that was timed. */
  def verdicts: List[String] =
    val all  = CodecVerdicts(page, SiteStudy, cases).smallest.map("Records. " + _).toList
    val each = for name <- timed; sentence <- CodecVerdicts(page, SiteStudy, List(name)).fastest yield sentence
    all ++ each

object Records:
  /** The data sets, each with what it contains. */
  val described: List[(String, String)] = List(
    "records-mesh"    -> "a surface of 1,152 triangles, twelve floats each",
    "records-log"     -> "500 lines of a web server's log: text, of which much repeats",
    "records-updates" -> "60 updates of a game: small integers, flags, few floats",
    "records-saves"   -> "40 saved players: nested records with optional parts"
  )

  val cases: List[String] = described.map(_._1)

  /** The cases of a mode. A smoke run proves with the most varied one that they work; each peer's tests have all. */
  def casesIn(mode: Mode): List[String] = if mode == Mode.Smoke then List("records-saves") else cases
