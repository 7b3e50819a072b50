package brine.lab.studies.books

import brine.lab.page.{Answer, Figure, PageContext, Ranking, Target}
import brine.lab.page.Figure.timed
import brine.lab.plan.{ChildPlan, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.studies.{CodecCells, CodecVerdicts, Study}
import scalatags.Text.all.Frag

/** Eight data sets, each written and read as one message, on the JVM and in a browser. */
object BooksStudy extends Study:
  val name   = "books"
  val title  = "Eight data sets out and in: BooPickle's performance page"
  val source = "O. Chrons, BooPickle performance tests, 2015 to 2024"
  val parts  = List("codecs", "browser")

  /** The data sets in the published order, each with its description. */
  val described: List[(String, String)] = List(
    "event"             -> "one record of a number and a flag",
    "int-array"         -> "an array of 10,000 Ints",
    "double-array"      -> "an array of 8,000 Doubles",
    "string-seq"        -> "a sequence of 1,000 texts",
    "tree"              -> "a tree of 685 records",
    "string-int-map"    -> "a map of 10,000 texts to Ints",
    "books-random-ids"  -> "eight books with random ids",
    "books-numeric-ids" -> "eight books with numerical ids"
  )
  val cases: List[String] = described.map(_._1)

  val contenders: List[String] = List(
    "brine",
    "boopickle-213",
    "boopickle-213-speed",
    "upickle-msgpack",
    "circe",
    "play-json",
    "prickle",
    "kryo5",
    "fory",
    "jsoniter"
  )

  override val rival: Option[String] = Some("fory")

  val headline: List[(String, String)] =
    for op <- List("encode", "decode") yield "books-random-ids" -> op

  /** Number of cells that JMH times for one library. */
  val timedCells: Int = cases.size * 2

  /** Seconds for checking every case of one library. */
  val checks = 0.5

  /** The cells of one row in one round, also in a browser. */
  def cells(round: Int): List[CellSpec] = CodecCells.of(cases, round)

  def children(visit: Visit): List[ChildPlan] = CodecCells.children(cells(visit.round), visit.mode, checks)

  def answer(page: PageContext): Answer =
    def ranking(task: Ranking.Task, op: String) =
      Ranking.of(page, name, task, headline.map(_._1).distinct.map(_ -> op))()
    Answer(
      name,
      "Which format is fastest over different kinds of data?",
      "Eight books",
      contenders,
      List(
        ranking(Ranking.Task("wrote", "writing"), "encode"),
        ranking(Ranking.Task("read", "reading"), "decode")
      )
    )

  def section(page: PageContext): Frag = BooksSection(page).render

  def verdicts(page: PageContext): List[String] = CodecVerdicts(page, this, cases).all

  def targets(page: PageContext): List[Target] = BooksTargets(page).all

  def figures: List[Figure] = List(
    Figure.of("books-times.tsv", name)(s => timed(s.op)),
    Figure.of("books-sizes.tsv", name)(_.op == "size")
  )

  override def chartData: ujson.Obj = ujson.Obj("cases" -> ujson.Arr.from(cases))
