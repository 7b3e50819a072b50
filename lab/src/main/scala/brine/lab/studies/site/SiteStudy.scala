package brine.lab.studies.site

import brine.lab.page.{Answer, Figure, PageContext, Ranking, Target}
import brine.lab.page.Figure.timed
import brine.lab.plan.{ChildPlan, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.LibraryRow
import brine.lab.studies.{CodecCells, CodecVerdicts, Study}
import scalatags.Text.all.Frag

/** A web site as one object, and the events that create it, at five sizes. */
object SiteStudy extends Study:
  val name   = "site"
  val title  = "One site and its events: comparison of serialization libraries"
  val source = "D. Komanov, Scala Serialization, 2016 to 2022"
  val parts  = List("codecs")

  val sizes: List[String] = List("1k", "2k", "4k", "8k", "64k")
  val kinds: List[String] = List("site", "events")
  val cases: List[String] = for kind <- kinds; size <- sizes yield s"$kind-$size"

  val contenders: List[String] = List(
    "brine",
    "scalapb-direct",
    "protobuf-java-direct",
    "boopickle",
    "chill",
    "thrift",
    "kryo5",
    "fory"
  )

  override val marks: List[String]   = List(Rebuilding.foldAlone)
  override val rival: Option[String] = Some("fory")

  val headline: List[(String, String)] =
    for name <- List("site-2k", "site-8k"); op <- List("encode", "decode") yield name -> op

  /** Sizes between others tell the least, and three starts of all libraries must fit into an hour. */
  override def isStandard(name: String): Boolean =
    !Set("site-1k", "site-4k", "events-1k", "events-2k", "events-4k").contains(name)

  /** Number of cells that JMH times for one library. */
  val timedCells: Int = (cases.size + Records.cases.size) * 2 + Rebuilding.cases.size

  /** Data of other shapes are timed for the contenders alone: all rows in all of them would take an hour more. */
  override def isOfContenders(name: String): Boolean = Records.cases.contains(name)

  /** Seconds for checking every case of one library. */
  val checks = 1.0

  def children(visit: Visit): List[ChildPlan] =
    val rebuilt = Rebuilding.casesIn(visit.mode).map(CellSpec(_, "decode", None))
    val exact   = if visit.round == 1 then List(CellSpec(Compatibility.cell, "compatible", None)) else Nil
    val coded   = cases ++ Records.casesIn(visit.mode)
    val all     = (CodecCells.of(coded, visit.round) ++ exact ++ rebuilt).filter(cell => visit.row.hasCase(cell.name))
    // Their bytes and their reading are those of the row without a reused buffer.
    val own = if isReused(visit.row) then all.filter(_.op == "encode") else all
    CodecCells.children(own, visit.mode, checks)

  /** Whether the message stays in a buffer of the library's, so that a row competes only with others that do so. */
  def isReused(row: LibraryRow): Boolean = row.traits.contains("reused-buffer")

  def answer(page: PageContext): Answer =
    def ranking(task: Ranking.Task, op: String) =
      Ranking.of(page, name, task, List("site-2k", "site-8k").map(_ -> op))()
    Answer(
      name,
      "Which format is fastest for an object of some size?",
      "Sites of 2 and 8 kB",
      contenders,
      List(
        ranking(Ranking.Task("wrote", "writing"), "encode"),
        ranking(Ranking.Task("read", "reading"), "decode")
      )
    )

  def section(page: PageContext): Frag = SiteSection(page).render

  override def appendices(page: PageContext): List[(String, Frag)] =
    val startUps   = StartUpSection(page)
    val calculator = SizeCalculator(page)
    List(
      Option.when(!startUps.isEmpty)("startup"      -> startUps.render),
      Option.when(!calculator.isEmpty)("calculator" -> calculator.render)
    ).flatten

  def verdicts(page: PageContext): List[String] = CodecVerdicts(page, this, cases).all ++ Records(page).verdicts ++
    Rebuilding(page).verdicts ++
    Compatibility(page).verdict

  def targets(page: PageContext): List[Target] = SiteTargets(page).all

  def figures: List[Figure] = List(
    Figure.of("site-times.tsv", name)(s => timed(s.op)),
    Figure.of("site-sizes.tsv", name)(_.op.startsWith("size")),
    Figure.of("site-compatibility.tsv", name)(_.op.startsWith("compatible")),
    Figure.of("start-up.tsv", name)(_.op.startsWith("startup"))
  )

  override def chartData: ujson.Obj = ujson.Obj(
    "published" -> ujson.Arr.from(
      SitePublished.times
        .filter(_.row.nonEmpty)
        .map: figure =>
          ujson.Obj(
            "year"   -> figure.year,
            "kind"   -> figure.kind,
            "op"     -> figure.measure,
            "row"    -> figure.row,
            "values" -> ujson.Arr.from(figure.values)
          )
    )
  )
