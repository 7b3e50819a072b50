package brine.lab.studies.whole

import brine.lab.plan.{Mode, TurnTimes}
import brine.lab.plan.Task.CellSpec

/** The cases of study `whole`: callers that send requests to entities, and restarts. */
object WholePrograms:
  /** The cases that measure the disk before and after a library's cells. */
  val before = "limit-before"
  val after  = "limit-after"

  /** Writes of 256 bytes per second with an fsync each. */
  val limit = "R"

  /** Entities that callers send requests to. */
  val entities = 1000

  /** How callers pick an entity for each request, by the name that a case begins with. */
  val picks: List[(String, String)] = List(
    "uniform" -> s"any of ${entities / 1000},000 entities",
    "skewed"  -> s"${entities / 1000},000 entities by Zipf's law",
    "hot"     -> "one entity"
  )

  val numbers: List[Int] = List(1, 16, 256, 4096)

  /** Callers of one number that pick entities in one way. */
  final case class Load(pick: String, callers: Int):
    def name: String = s"$pick-$callers"

    def described: String =
      val of = picks.find(_._1 == pick).fold(pick)(_._2)
      if callers == 1 then s"one caller of $of" else f"$callers%,d callers of $of"

    private[WholePrograms] def cells(mode: Mode): List[CellSpec] =
      opsIn(mode).map(op => CellSpec(name, op, Some(callers), 0, callers :: times(mode)))

  val loads: List[Load] = for (pick, _) <- picks; callers <- numbers yield Load(pick, callers)

  /** Loads of mode quick: more callers of one entity keep those that commit each command alone busy for longer than a
    * turn.
    */
  val headline: List[String] = List("uniform-256", "hot-16")

  /** Loads of mode smoke, which has no time for callers to queue in. */
  val smoke: List[String] = "uniform-1" :: "skewed-16" :: headline

  private def loadsIn(mode: Mode) =
    if mode == Mode.Smoke then loads.filter(load => smoke.contains(load.name)) else loads

  /** The figures of a load. */
  val ops: List[String] = List("rate", "p50", "p99", "p99.9")

  /** The delays of a load. */
  val delays: List[String] = ops.tail

  /** Delays that mean something only if thousands were recorded, which a smoke run has no time for. */
  val rareDelays: List[String] = List("p99", "p99.9")

  private def opsIn(mode: Mode) = if mode == Mode.Smoke then ops.diff(rareDelays) else ops

  /** Entities that are started again.
    *
    * @param entities
    *   their number at the published size
    * @param events
    *   events of each, at that size
    */
  final case class Restart(name: String, described: String, entities: Int, events: Int):
    /** Number of entities and events of each. */
    private def size(mode: Mode): (Int, Int) =
      def scaled(by: Int) = if entities == 1 then (1, events / by) else (entities / by, events)
      mode match
        case Mode.Full     => (entities, events)
        case Mode.Standard => scaled(5)
        case Mode.Quick    => scaled(50)
        case Mode.Smoke    => scaled(5000)

    private[WholePrograms] def cells(mode: Mode): List[CellSpec] =
      val (count, each) = size(mode)
      val restarts      = if mode == Mode.Smoke then 1 else 3
      val note          = if mode == Mode.Full then "" else f"scaled: ${count.toLong * each}%,d events"
      restartOps.map(op => CellSpec(name, op, Some(count * each), 0, List(count, each, restarts), note))

  val restartOne: Restart  = Restart("restart-one", "one entity of a million events", 1, 1_000_000)
  val restartMany: Restart = Restart("restart-many", "100,000 entities of ten events", 100_000, 10)

  val restarts: List[Restart] = List(restartOne, restartMany)

  /** Milliseconds until every entity has replied, events a second, and bytes an event takes. */
  val restartOps: List[String] = List("time", "events", "bytes")

  def isRestart(name: String): Boolean = restarts.exists(_.name == name)

  def load(name: String): Option[Load] = loads.find(_.name == name)

  /** Whether a durable row cannot reply to more commands a second in this case than a plain write with an fsync. */
  def isSynchronous(name: String): Boolean = load(name).exists(_.callers == 1)

  /** Milliseconds of warm-up, at least, and of measurement. */
  private def times(mode: Mode): List[Int] = mode match
    case Mode.Full                  => List(3000, 5000)
    case Mode.Quick | Mode.Standard => List(1000, 1000)
    case Mode.Smoke                 => List(0, 40)

  private def limitTimes(mode: Mode): List[Int] = mode match
    case Mode.Full                  => List(500, 2000)
    case Mode.Quick | Mode.Standard => List(50, 200)
    case Mode.Smoke                 => List(5, 10)

  private def limitCell(name: String, mode: Mode) = CellSpec(name, limit, None, 0, limitTimes(mode))

  /** Callers end a turn when each has its reply: of more callers than this, that takes longer than the turn. */
  private val mostInTurns = 256

  def takesTurns(name: String): Boolean = load(name).exists(_.callers <= mostInTurns)

  /** Few rounds: the stores that commit each command alone also need time until their callers rest. A library's JVM is
    * warmed for some seconds before its compilers rest; three nodes of a cluster, on two cores, for up to a minute.
    */
  val turnTimes: TurnTimes =
    TurnTimes(
      rounds = 5,
      turnMillis = 40,
      leastWarmUp = 300,
      mostWarmUp = 3000,
      mostTogether = 120_000,
      lookMillis = 8,
      opening = 5.5
    )

  /** The disk as a JVM without any library measures it between turns. */
  val limitCells: List[CellSpec] = List(CellSpec(s"limit-$limit", limit, None))

  /** The limits that the figures of a cell are told in. */
  def limitsOf(cell: CellSpec): List[String] = if cell.op == "rate" && takesTurns(cell.name) then List(limit) else Nil

  /** The cells of each child of one row, in order; the first and last measure the disk, each in its own JVM. A smoke
    * run does everything in one child.
    *
    * @param only
    *   cases that a row takes part in; empty for all
    * @param hasEntities
    *   whether the row has entities that can be started again
    */
  def children(mode: Mode, only: List[String], hasEntities: Boolean): List[List[CellSpec]] =
    def wanted(name: String) = only.isEmpty || only.contains(name)
    val loaded               = loadsIn(mode).filter(load => wanted(load.name)).map(_.cells(mode))
    val restarted            =
      if hasEntities then restarts.filter(restart => wanted(restart.name)).map(_.cells(mode)) else Nil
    val measured = mode match
      case Mode.Full => loaded ++ restarted
      case _         => List((loaded ++ restarted).flatten)
    val all = List(limitCell(before, mode)) :: measured.filter(_.nonEmpty) ::: List(List(limitCell(after, mode)))
    if mode == Mode.Smoke then List(all.flatten) else all

  /** Expected seconds for a child, without its start and that of a server. */
  def estimate(cells: List[CellSpec]): Double = cells.distinctBy(_.name).map(seconds).sum

  private def seconds(cell: CellSpec): Double =
    if cell.op == limit then 1.1 * cell.sizes.sum / 1000.0
    else if isRestart(cell.name) then 0.2 + cell.sizes(0).toDouble * cell.sizes(1) * 1e-4
    else cell.sizes.tail.sum / 1000.0 + 0.2

  /** Seconds that a store takes to start, to be checked, to become warm and to stop, averaged over all rows. */
  val opening = 7.0

  /** Seconds that one row takes in mode quick without turns, on the reference machine. */
  lazy val quickSecondsOfRow: Double = opening + children(Mode.Quick, Nil, hasEntities = true).map(estimate).sum
