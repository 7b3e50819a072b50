package brine.lab.studies.evactor

import brine.lab.page.{Answer, Figure, Numbers, PageContext, Ranking, Statuses, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.LibraryRow
import brine.lab.studies.{CodecVerdicts, Study}
import scalatags.Text.all.Frag

/** Many events, each written to its own array, then all read back. */
object EvactorStudy extends Study:
  val name   = "evactor"
  val title  = "Events out and in: the Evactor benchmark"
  val source = "scala-pickling, Evactor benchmark, 2013"
  val parts  = List("codecs")

  /** The published x axis: 1000 to 10,000, then 20,000 to 38,000. */
  val published: List[Int] = (1000 to 10000 by 1000).toList ++ (20000 to 38000 by 2000)

  /** Fewer points that still show the shape: the rise, the failure of the shared stream, and both ends. */
  val quick: List[Int] = List(1000, 4000, 7000, 10000, 20000, 38000)
  val smoke: List[Int] = List(1000, 4000)

  def counts(mode: Mode): List[Int] = mode match
    case Mode.Full                  => published
    case Mode.Quick | Mode.Standard => quick
    case Mode.Smoke                 => smoke

  /** Consecutive runs in one JVM, of which the later half counts; in mode full as published. */
  def runs(mode: Mode): Int = mode match
    case Mode.Full                  => 10
    case Mode.Quick | Mode.Standard => 6
    case Mode.Smoke                 => 2

  /** The case in which JMH times the cost of one event. */
  val perEvent = "events-1000"

  val contenders: List[String] =
    List("brine", "pickling", "kryo5", "java", "fory", "boopickle", "jsoniter", "upickle-msgpack")

  override val rival: Option[String] = Some("fory")

  val headline: List[(String, String)] = List(perEvent -> "encode", perEvent -> "decode")

  /** The published series is what the study is about; it is short. */
  override def isHeadline(name: String): Boolean = name.startsWith("events-")

  /** One round ranks nothing: three points show the rise. */
  override def isHeadlineAlone(cell: CellSpec, row: LibraryRow): Boolean =
    headlineCounts.map(n => s"events-$n").contains(cell.name)

  private val headlineCounts = List(1000, 10000, 38000)

  /** Seconds for one child in mode quick, averaged over libraries of very different speed. */
  val quickShots = 1.2

  // This study published the code that is repeated as published.
  override def runs(row: LibraryRow): Boolean = row.takesPart(name)

  override def heap(heaps: Heaps): List[String] = heaps.evactor

  def children(visit: Visit): List[ChildPlan] =
    val mode  = visit.mode
    val shots = counts(mode).map(n => CellSpec(s"events-$n", "run", Some(n), runs(mode)))
    val sized = if visit.round == 1 then List("size") else Nil
    val each  = (sized ++ List("encode", "decode")).map(CellSpec(perEvent, _, Some(1000), perValue = true))
    val shot  = if mode == Mode.Full then 2.0 else quickShots / 6
    if mode == Mode.Full then shots.map(cell => ChildPlan(List(cell), shot)) :+ ChildPlan(each, 0)
    else List(ChildPlan(shots ++ each, shots.size * shot))

  def answer(page: PageContext): Answer =
    def ranking(task: Ranking.Task, op: String) = Ranking.of(page, name, task, List(perEvent -> op))()
    Answer(
      name,
      "Which format is fastest for small events?",
      "One small event",
      contenders,
      List(
        ranking(Ranking.Task("wrote", "writing"), "encode"),
        ranking(Ranking.Task("read", "reading"), "decode")
      )
    )

  def section(page: PageContext): Frag = EvactorSection(page).render

  def verdicts(page: PageContext): List[String] =
    CodecVerdicts(page, this, List(perEvent)).fastest ++ deaths(page)

  def targets(page: PageContext): List[Target] = EvactorTargets(page).all

  def figures: List[Figure] = List(
    Figure.of("evactor-times.tsv", name)(_.op == "run"),
    Figure.of("evactor-per-event.tsv", name)(_.op != "run")
  )

  override def chartData: ujson.Obj = ujson.Obj(
    "published" -> ujson.Arr.from(
      EvactorPublished.times
        .filter(_.ms.nonEmpty)
        .map: figure =>
          ujson.Obj("row" -> figure.row, "library" -> figure.library, "n" -> figure.events, "ms" -> figure.ms.get)
    )
  )

  /** Where a series ended in a failure. */
  private def deaths(page: PageContext): List[String] =
    val dead = Set("oom", "timeout", "crashed")
    page.onJvm
      .filter(s => s.study == name && s.op == "run" && dead(s.status))
      .groupBy(_.library)
      .toList
      .sortBy(_._1)
      .map: (library, cells) =>
        val first = cells.minBy(_.n.getOrElse(Int.MaxValue))
        s"$library did not survive ${first.n.fold(first.name)(n => Numbers.whole(n))} events (${Statuses.word(first.status)})."
