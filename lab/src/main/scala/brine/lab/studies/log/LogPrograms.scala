package brine.lab.studies.log

import brine.lab.plan.{Mode, TurnTimes}
import brine.lab.plan.Task.CellSpec

/** The cases of study `log`: the program of 2001, callers and events in flight, what else stores do, and the machine's
  * limits.
  */
object LogPrograms:
  /** The cases that measure the machine's limits before and after a library's cells. */
  val before = "limit-before"
  val after  = "limit-after"

  /** `R`: writes of 256 bytes per second with an fsync each; `B`: bytes per second written 4 MiB at a time with an
    * fsync each.
    */
  val limits: List[String] = List("R", "B")

  /** Bytes per event unless the case says otherwise. */
  val event = 256

  /** The published sizes: starting with one Integer, each is a fifth larger than the previous one, plus one. */
  val published: List[Int] = Iterator.iterate(1)(n => n * 6 / 5 + 1).takeWhile(_ < 50000).toList

  /** Sizes of a run in turns; all are published ones. */
  val quick: List[Int] = List(1, 11, 100, 307, 921, 9884)
  val smoke: List[Int] = List(1, 11, 307)

  /** Sizes of the program of 2001 that mode quick has. */
  private val headline: List[Int] = List(1, 100, 9884)

  def isHeadlineAlone(name: String): Boolean = headline.map(cunninghamCase).contains(name)

  def sizes(mode: Mode): List[Int] = mode match
    case Mode.Full                  => published
    case Mode.Quick | Mode.Standard => quick
    case Mode.Smoke                 => smoke

  val cunningham                          = "cunningham"
  def cunninghamCase(n: Int): String      = s"$cunningham-$n"
  def isCunningham(name: String): Boolean = name.startsWith(cunningham + "-")

  /** Limits for one size of the 2001 program.
    *
    * @param rest
    *   pause before each size, in milliseconds
    */
  private final case class Points(records: Int, millis: Int, rest: Int)

  private def points(mode: Mode): Points = mode match
    case Mode.Full                  => Points(1000, 10000, 1000)
    case Mode.Quick | Mode.Standard => Points(1000, 200, 0)
    case Mode.Smoke                 => Points(10, 20, 0)

  private def cunninghamCells(mode: Mode): List[CellSpec] =
    val limit  = points(mode)
    val scaled = mode != Mode.Full
    val note   =
      if scaled then s"scaled: up to ${limit.millis} ms a size instead of ${points(Mode.Full).millis}" else ""
    for n <- sizes(mode); op <- List("records", "bytes")
    yield CellSpec(cunninghamCase(n), op, Some(n), 0, List(n, limit.records, limit.millis, limit.rest), note)

  /** A program of the matrix.
    *
    * @param ops
    *   its figures, one cell each
    * @param argument
    *   callers, events per batch, events in flight, or records to read
    * @param needs
    *   the trait that a row must have to run it; empty if all do
    */
  final case class Program(
      name: String,
      described: String,
      argument: Int,
      ops: List[String] = List("rate"),
      needs: String = ""
  ):
    private[LogPrograms] def sizes(mode: Mode): List[Int] = name match
      case "overhead" =>
        List(16, mode match { case Mode.Full => 5000; case Mode.Quick | Mode.Standard => 200; case Mode.Smoke => 4 })
      case "recovery" =>
        List(mode match {
          case Mode.Full => 200000; case Mode.Quick | Mode.Standard => 200000; case Mode.Smoke => 1000
        })
      case _ if isQuery(name) =>
        val events = mode match
          case Mode.Smoke                => 1000
          case Mode.Quick                => argument
          case Mode.Standard | Mode.Full => 5 * argument
        events :: times(mode)
      case _ => argument :: times(mode)

    private[LogPrograms] def cells(mode: Mode): List[CellSpec] =
      val n = if isQuery(name) then sizes(mode).head else argument
      ops.map(op => CellSpec(name, op, Some(n), 0, sizes(mode)))

  /** Milliseconds of warm-up and of measurement. */
  private def times(mode: Mode): List[Int] = mode match
    case Mode.Full                  => List(2000, 4000)
    case Mode.Quick | Mode.Standard => List(300, 300)
    case Mode.Smoke                 => List(5, 10)

  private def limitTimes(mode: Mode): List[Int] = mode match
    case Mode.Full                  => List(500, 2000)
    case Mode.Quick | Mode.Standard => List(50, 200)
    case Mode.Smoke                 => List(5, 10)

  val stateSave        = "state-save"
  val stateLoad        = "state-load"
  val queryBoth        = "query-both"
  val queryEither      = "query-either"
  val subscribeOne     = "subscribe-one"
  val subscribeBatches = "subscribe-batches"

  private def isQuery(name: String) = name == queryBoth || name == queryEither

  /** Whether a case reads what is in memory, so that the disk's limits say nothing about it. */
  def isReading(name: String): Boolean = reading(name)

  private lazy val reading = Set(stateLoad, queryBoth, queryEither, subscribeOne, subscribeBatches)

  private def readOps = List("rate", "allocation")

  val programs: List[Program] = List(
    Program("callers-1", "one caller that waits for each event", 1, List("rate", "allocation")),
    Program("callers-16", "16 callers on platform threads, each waits for each of its events", 16),
    Program("callers-256", "256 callers on virtual threads, each waits for each of its events", 256),
    Program("batch-100", "one caller, 100 events a time", 100),
    Program("in-flight-1024", "one producer, 1,024 events under way", 1024),
    Program("in-flight-16384", "one producer, 16,384 events under way", 16384, List("rate", "allocation")),
    Program("bandwidth-64k", "events of 64 KiB, 256 under way", 256),
    Program("overhead", "bytes on disk beyond the event's own, events in groups of 16", 16, List("bytes")),
    Program(
      "recovery",
      "a log is opened, after it was closed and after a crash, and read",
      1,
      List("open", "recover", "read")
    ),
    Program("os-cache", "appended, not forced", 16384),
    Program(
      stateSave,
      "16 callers that save a record by its key, each waits until it is durable",
      16,
      needs = "states"
    ),
    Program(stateLoad, "one caller that loads records by their keys", 9600, readOps, "states"),
    Program(queryBoth, "events are read that have two tags", 20000, "query" :: readOps, "queries"),
    Program(queryEither, "events are read that have a tag or are of a rare kind", 20000, "query" :: readOps, "queries"),
    Program(subscribeOne, "a subscriber gets the events of a log one by one", 5000, readOps, "subscriptions"),
    Program(subscribeBatches, "a subscriber gets the events of a log in batches", 5000, readOps, "subscriptions")
  )

  /** What rows that have more than appends measure in mode quick. */
  val more: List[String] = List(stateSave, stateLoad, queryBoth, subscribeOne, subscribeBatches)

  /** All traits that a program needs. */
  val needs: List[String] = programs.map(_.needs).filter(_.nonEmpty).distinct

  def program(name: String): Option[Program] = programs.find(_.name == name)

  /** Whether a durable row must be slower in this case than a plain write with an fsync. */
  def isSynchronous(name: String): Boolean = name == "callers-1" || isCunningham(name)

  private def control(name: String, mode: Mode): List[CellSpec] =
    limits.map(op => CellSpec(name, op, None, 0, limitTimes(mode)))

  /** Turns of durable appends: longer than those of codecs, because a turn is some forced writes. */
  val turnTimes: TurnTimes = TurnTimes(rounds = 10, turnMillis = 40, leastWarmUp = 300, lookMillis = 8, opening = 1.2)

  /** Whether a case's log can stay open while others append. */
  def takesTurns(name: String): Boolean = turned.contains(name)

  private lazy val turned = reading + stateSave ++
    Set("callers-1", "callers-16", "callers-256", "batch-100", "in-flight-1024", "in-flight-16384", "bandwidth-64k")

  /** The limits as a JVM without any library measures them between turns. */
  val limitCells: List[CellSpec] = limits.map(op => CellSpec(s"limit-$op", op, None))

  /** The limits that the rates of a case are told in. */
  def limitsOf(cell: CellSpec): List[String] =
    if cell.op != "rate" || !takesTurns(cell.name) || isReading(cell.name) then Nil
    else if Set("in-flight-16384", "bandwidth-64k")(cell.name) then limits
    else List("R")

  /** The cells of each child of one row, in order; the first and last measure the machine's limits, each in its own
    * JVM. A smoke run does everything in one child.
    *
    * @param only
    *   programs that a row takes part in; empty for all
    * @param traits
    *   the row's traits
    */
  def children(mode: Mode, only: List[String], traits: List[String]): List[List[CellSpec]] =
    def wanted(name: String) = only.isEmpty || only.contains(name)
    val integers             = if wanted(cunningham) then cunninghamCells(mode) else Nil
    val matrix               = programs
      .filter(program => wanted(program.name) && (program.needs.isEmpty || traits.contains(program.needs)))
      .map(_.cells(mode))
    val measured = mode match
      case Mode.Full => integers :: matrix
      case _         => List(integers ++ matrix.flatten)
    val all = control(before, mode) :: measured.filter(_.nonEmpty) ::: List(control(after, mode))
    if mode == Mode.Smoke then List(all.flatten) else all

  /** Expected seconds for a child, without its start and that of a server. */
  def estimate(cells: List[CellSpec]): Double =
    cells.distinctBy(_.name).map(seconds).sum

  private def seconds(cell: CellSpec): Double =
    if cell.op == "R" || cell.op == "B" then 2.2 * cell.sizes.sum / 1000.0
    else if isCunningham(cell.name) then (cell.sizes(2) * 0.7 + cell.sizes(3)) / 1000.0
    else if cell.name == "overhead" then cell.sizes(1) * 0.001
    else if cell.name == "recovery" then cell.sizes.head * 1e-5
    else cell.sizes.drop(1).sum / 1000.0 + 0.05

  /** Seconds that a store takes to start and stop, averaged over all rows. */
  val opening = 1.8

  /** Seconds that unpacking a server takes, averaged over those that need it. */
  val unpacking = 4.0

  /** Seconds that one row takes in mode quick on the reference machine. */
  val quickSecondsOfRow = 15.5
