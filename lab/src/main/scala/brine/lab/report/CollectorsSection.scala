package brine.lab.report

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.results.Results
import brine.lab.plan.JvmSetting
import brine.lab.statistics.NoiseBand
import scalatags.Text.all.*

/** A run that was repeated under several collectors or object layouts: whether the fastest library depends on them. */
final class CollectorsSection(results: Results):
  private val jvms  = results.jvms
  private val band  = NoiseBand.of(results).band
  private val cells = CollectorsSection.cells(results)

  def isEmpty: Boolean = jvms.sizeIs < 2 || cells.isEmpty

  def render: Frag = sectionOf(
    "collectors",
    "Collectors and object headers",
    p(
      "The run was repeated under ",
      words(jvms.map(described)),
      s". Everything else on this page is from ${described(jvms.head)}. Each cell names the first, with the second's time in multiples ",
      "of the first's: Brine's own row against the fastest peer."
    ),
    if results.mode == "smoke" then p("A smoke run ranks nothing.") else p(id := "collectors-turns")(turns),
    openDetails("Who is first under each", table)
  )

  private def described(name: String) =
    JvmSetting.values.find(_.name == name).fold(name)(setting => s"$name (${setting.described})")

  private def words(all: List[String]) =
    if all.sizeIs < 2 then all.mkString else all.init.mkString(", ") + " and " + all.last

  private def turns: String =
    val turned = cells.filter(cell => cell.places.values.map(_.oursFirst).toSet.sizeIs > 1)
    if turned.isEmpty then "No cell turns: where Brine is first under one of them, it is first under all."
    else
      val named = turned.map: cell =>
        val (first, second) = jvms.filter(cell.places.contains).partition(cell.places(_).oursFirst)
        val close           = if cell.places.values.exists(_.ratio < band) then ", within the noise band" else ""
        s"${cell.study} ${cell.name} ${cell.op} (Brine first under ${words(first)}; not under ${words(second)}$close)"
      s"${turned.size} of ${cells.size} cells turn: ${named.mkString("; ")}."

  private def table: Frag =
    val head = Seq(tr((List("study", "case", "operation") ++ jvms).map(column(_))))
    val body = cells.map: cell =>
      tr(
        th(attr("scope") := "row")(cell.study),
        td(cell.name),
        td(if cell.op == "encode" then "write" else if cell.op == "decode" then "read" else cell.op),
        jvms.map(jvm => cell.places.get(jvm).fold(td(cls := "none")("–"))(shown))
      )
    scrolling("First and second under each setting", head, body, id := "collectors-table")

  private def shown(place: CollectorsSection.Place): Frag =
    td(
      cls                := (if place.oursFirst then "met" else "missed"),
      attr("data-ratio") := Numbers.raw(place.ratio)
    )(s"${place.first}; ${place.second} ${Numbers.times(place.ratio)}")

object CollectorsSection:
  /** The two fastest libraries of a cell.
    *
    * @param ratio
    *   time of the second divided by time of the first
    */
  final case class Place(first: String, second: String, ratio: Double, oursFirst: Boolean)

  /** A cell under all settings.
    *
    * @param places
    *   the fastest libraries by setting; omits settings under which either side has no time
    */
  final case class Cell(study: String, name: String, op: String, places: Map[String, Place])

  def cells(results: Results): List[Cell] =
    val all  = results.jvms.map(jvm => jvm -> Summary.of(results.under(jvm)).filter(timed))
    val keys = all.flatMap((_, summaries) => summaries.map(s => (s.study, s.name, s.op))).distinct
    for
      (study, name, op) <- keys
      places = all.flatMap: (jvm, summaries) =>
        place(summaries.filter(s => s.study == study && s.name == name && s.op == op), results).map(jvm -> _)
      if places.nonEmpty
    yield Cell(study, name, op, places.toMap)

  private def timed(summary: Summary) =
    summary.platform == "jvm" && summary.ok && summary.time.exists(_.value > 0) && Set("encode", "decode", "run")(
      summary.op
    )

  private def place(summaries: List[Summary], results: Results): Option[Place] =
    def isApart(library: String) = results.library(library).exists(!_.competes)
    val ours  = summaries.find(_.library == Ours.mainRow).orElse(summaries.find(s => Ours.isOurs(s.library)))
    val peers = summaries.filterNot(s => Ours.isOurs(s.library) || Ours.isReference(s.library) || isApart(s.library))
    for
      us   <- ours
      peer <- peers.minByOption(_.time.get.value)
    yield
      val (mine, theirs) = (us.time.get.value, peer.time.get.value)
      if mine <= theirs then Place(us.library, peer.library, theirs / mine, true)
      else Place(peer.library, us.library, mine / theirs, false)
