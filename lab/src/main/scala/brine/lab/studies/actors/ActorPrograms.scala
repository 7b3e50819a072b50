package brine.lab.studies.actors

import brine.lab.plan.{JvmSetting, Mode, TurnTimes}
import brine.lab.plan.Task.CellSpec

/** The programs of study `actors`, with their sizes and figures. */
object ActorPrograms:

  /** The arguments of a program, in their order: at the published size, and at those of quicker runs. */
  final case class Sizes(full: List[Int], quick: List[Int], smoke: List[Int]):
    def apply(mode: Mode): List[Int] = mode match
      case Mode.Full                  => full
      case Mode.Quick | Mode.Standard => quick
      case Mode.Smoke                 => smoke

  /** A program.
    *
    * @param ops
    *   its figures, one cell each
    * @param told
    *   describes the arguments in words
    * @param count
    *   number of actors or messages that a figure is divided by
    * @param collector
    *   collector to use instead of the study's own
    * @param published
    *   whether the authors published figures for it
    * @param isOfTyped
    *   whether only rows with typed actors have it. In mode quick these programs share a child
    * @param shots
    *   its time as a multiple of a program's in the mode
    * @param inTurn
    *   arguments of whole runs that are turns: Brine takes some milliseconds for one, Akka and Pekko some hundred, most
    *   of it beyond the time to start and stop their system. Empty for other programs
    */
  final case class Program(
      name: String,
      described: String,
      ops: List[String],
      sizes: Sizes,
      told: List[Int] => String,
      count: List[Int] => Int = _.head,
      counted: String = "actor",
      collector: Option[JvmSetting] = None,
      published: Boolean = false,
      isOfTyped: Boolean = false,
      shots: Double = 1,
      inTurn: List[Int] = Nil
  ):
    /** The cells of the program.
      *
      * @param control
      *   whether it is the second appearance of a library, for which only times are measured
      */
    def cells(mode: Mode, control: Boolean): List[CellSpec] =
      val chosen = sizes(mode)
      for op <- ops if !control || op == "run"
      yield CellSpec(name, op, Some(count(chosen)), time(mode).runs, chosen, scaled(chosen))

    private[ActorPrograms] def scaled(chosen: List[Int]): String =
      if chosen == sizes.full then "" else s"scaled: ${told(chosen)} instead of ${told(sizes.full)}"

  private def number(value: Int) = String.format(java.util.Locale.ROOT, "%,d", value)

  private def actors(sizes: List[Int])   = s"${number(sizes.head)} actors"
  private def messages(sizes: List[Int]) = s"${number(sizes.head)} messages"
  private def twoWay(sizes: List[Int])   = s"${number(sizes(0))} actors x ${number(sizes(1))} messages"
  private def asleep(sizes: List[Int])   = s"${number(sizes(0))} actors x ${sizes(1)} x ${sizes(2)} ms"
  private def asking(sizes: List[Int])   = s"${number(sizes(2))} asks by ${sizes(1)} to ${sizes(0)} actors"

  private val parallel = Program(
    "parallel",
    "messages to many actors at once, and their replies",
    List("run", "allocation"),
    Sizes(full = List(100, 100000), quick = List(100, 10000), smoke = List(10, 100)),
    twoWay,
    sizes => 2 * sizes(0) * sizes(1),
    "message",
    published = true,
    inTurn = List(100, 5000)
  )

  private def sleeping(name: String, full: List[Int], quick: List[Int]) =
    Program(name, "actors that sleep", List("run"), Sizes(full, quick, List(8, 1, 5)), asleep)

  private def ask(name: String, described: String, full: List[Int], quick: List[Int]) =
    Program(
      name,
      described,
      List("p50", "p99", "p99.9", "rate"),
      Sizes(full, quick, List(2, 2, 100)),
      asking,
      _(2),
      "ask",
      shots = 1.5
    )

  val programs: List[Program] = List(
    Program(
      "sequential",
      "a chain of actors, each made by the one before",
      List("run"),
      Sizes(full = List(1000000), quick = List(30000), smoke = List(200)),
      actors,
      published = true,
      inTurn = List(5000)
    ),
    parallel,
    parallel.copy(
      name = "parallel-parallelgc",
      described = parallel.described + ", under the Parallel collector",
      ops = List("run"),
      collector = Some(JvmSetting.Parallel),
      published = false,
      inTurn = Nil
    ),
    Program(
      "merge-sort",
      "an actor for each part of an array",
      List("run"),
      Sizes(full = List(1 << 20), quick = List(1 << 15), smoke = List(256)),
      sizes => s"${number(sizes.head)} values",
      counted = "value",
      published = true,
      inTurn = List(1 << 15)
    ),
    Program(
      "ping-pong",
      "two actors and one message between them",
      List("run", "allocation"),
      Sizes(full = List(10000000), quick = List(1000000), smoke = List(1000)),
      messages,
      counted = "message",
      inTurn = List(500000)
    ),
    sleeping("sleeping-1000x100ms", List(1000, 1, 100), List(100, 1, 100)),
    sleeping("sleeping-100x100x20ms", List(100, 100, 20), List(20, 20, 20)),
    sleeping("sleeping-100000x100ms", List(100000, 1, 100), List(20000, 1, 100)),
    Program(
      "idle-1M",
      "actors that wait",
      List("bytes", "spawn", "stop"),
      Sizes(full = List(1000000), quick = List(30000), smoke = List(2000)),
      actors,
      shots = 1.5
    ),
    ask(
      "ask-chained",
      "asks that follow one another, 64 at a time",
      List(8, 64, 4000000),
      List(8, 64, 200000)
    ),
    ask("ask-threads", "four threads ask and wait", List(8, 4, 400000), List(8, 4, 20000)),
    Program(
      "outside",
      "messages from outside to an idle actor, beside actors that are always busy",
      for busy <- beside; percentile <- List("p50", "p99") yield s"$busy-$percentile",
      Sizes(full = List(20000), quick = List(500), smoke = List(20)),
      messages,
      counted = "message",
      isOfTyped = true
    ),
    Program(
      "send-then-compute",
      "a handler that sends a message and then computes",
      List("p50", "p99"),
      Sizes(full = List(500, 4000), quick = List(40, 4000), smoke = List(3, 100)),
      sizes => s"${number(sizes(0))} rounds of ${number(sizes(1))} us",
      counted = "round",
      isOfTyped = true,
      shots = 0.5
    ),
    Program(
      "asks-overload",
      "a timer while asks of an overloaded actor pass their time-out",
      List("p50", "longest"),
      Sizes(full = List(200000, 5000, 200), quick = List(100000, 5000, 100), smoke = List(100, 20, 20)),
      sizes => s"${number(sizes(1))} asks, ${number(sizes(0))} messages wait",
      _(1),
      "ask",
      isOfTyped = true,
      shots = 0.8
    ),
    Program(
      "watch-50000",
      "actors that watch one actor, which stops",
      List("run"),
      Sizes(full = List(50000), quick = List(20000), smoke = List(100)),
      actors,
      isOfTyped = true,
      inTurn = List(5000)
    ),
    Program(
      "startup",
      "a system, one message, its stop",
      List("run", "warm"),
      Sizes(Nil, Nil, Nil),
      _ => "",
      _ => 1,
      "system"
    )
  )

  def program(name: String): Option[Program] = programs.find(_.name == name)

  /** Turns are longer than those of codecs: their figures are medians of delays, or of whole runs. Opening includes the
    * warm-up of whole runs beyond the least one.
    */
  val turnTimes: TurnTimes = TurnTimes(rounds = 8, turnMillis = 30, mostWarmUp = 8000, opening = 4)

  /** Whether a figure can come from turns: it is the time of whole runs that are short, or the program's actors can
    * live from turn to turn, and its turns have enough samples. High percentiles are of all turns of a start together.
    */
  def takesTurns(cell: CellSpec): Boolean =
    isWholeRun(cell) || livesOn(cell.name) && (!isHigh(cell.op) || hasManyDelays(cell.name))

  /** Whether a turn of a cell is one run of a program, or several, each with a system of its own. */
  def isWholeRun(cell: CellSpec): Boolean =
    cell.name -> cell.op == system || cell.op == "run" && program(cell.name).exists(_.inTurn.nonEmpty)

  /** A system that handles one message: what every whole run takes beside its work. */
  val system: (String, String) = "startup" -> "warm"

  /** A cell as libraries measure it in turns: whole runs have sizes of their own. Turns of actors that live on are as
    * long for all, whatever the size of a run is.
    */
  def inTurn(cell: CellSpec): CellSpec = program(cell.name).filter(_ => isWholeRun(cell)) match
    case Some(own) => cell.copy(n = Some(own.count(own.inTurn)), sizes = own.inTurn, note = own.scaled(own.inTurn))
    case None      => cell.copy(note = "")

  /** MiB of the young generation of runtimes that take turns: a burst of messages or actors fits into it. */
  val young: Int = 128

  private val livesOn       = Set("ask-chained", "ask-threads", "outside", "send-then-compute")
  private val hasManyDelays = Set("ask-chained", "ask-threads", "outside")

  private def isHigh(op: String) = op.split("-").last.startsWith("p99")

  /** A turn of `outside` has a part for each number of busy actors. One of whole runs follows a collection, and is one
    * run where that takes longer: about three times as long on average.
    */
  def lengthOf(turn: String): Int =
    if turn == "outside" then beside.size else if program(turn).exists(_.inTurn.nonEmpty) then 3 else 1

  /** The numbers of busy actors in `outside`, as its figures name them. */
  private lazy val beside = List("none", "one", "cores", "twice")

  /** The figure of the programs that take turns by which the study's question is answered. */
  val asks: (String, String) = "ask-chained" -> "rate"

  /** The figures of the programs that take turns, by which runtimes are ranked. */
  val ranked: List[(String, String)] = List(
    asks,
    "ask-chained"       -> "p50",
    "ask-threads"       -> "p50",
    "outside"           -> "none-p50",
    "outside"           -> "cores-p50",
    "send-then-compute" -> "p50"
  )

  /** Limits of one child's time.
    *
    * @param runs
    *   most runs of a program in one child
    * @param shots
    *   seconds during which further runs start
    * @param longest
    *   seconds that one run may take
    * @param silence
    *   seconds after which a silent child counts as hung
    */
  final case class Time(runs: Int, shots: Double, longest: Double, silence: Double):
    def estimate(program: Program): Double =
      // A first run and the end of the last one come on top, most of all in Akka and Pekko.
      if program.name == "startup" then 0.6 else (if shots > 0 then shots + 0.9 else 0.1) * program.shots

  def time(mode: Mode): Time = mode match
    case Mode.Full                  => Time(20, 20, 180, 300)
    case Mode.Quick | Mode.Standard => Time(15, 1, 6, 40)
    case Mode.Smoke                 => Time(2, 0, 5, 30)

  /** Seconds that one row takes in mode quick on the reference machine. */
  val quickSecondsOfRow = 20.0

  /** The programs that the second appearance of a runtime runs. */
  private val controlled = Set("sequential", "parallel", "merge-sort", "ping-pong")

  /** The programs that share a child: one each, in mode quick all that measure delays. In a smoke run, all that share a
    * collector run together, except start-up, which needs a JVM that has not loaded the library.
    *
    * @param only
    *   cases that a row takes part in; empty for all
    * @param repeated
    *   whether the run is repeated under several collectors, so that no case needs its own
    */
  def children(
      mode: Mode,
      only: List[String],
      isTyped: Boolean,
      control: Boolean,
      repeated: Boolean
  ): List[List[Program]] =
    val chosen = programs.filter: program =>
      (only.isEmpty || only.contains(program.name)) && !(repeated && program.collector.nonEmpty) &&
        (!control || controlled(program.name)) && (isTyped || !program.isOfTyped)
    if mode == Mode.Full then chosen.map(List(_))
    else if mode.takesTurns then
      val (delays, others) = chosen.partition(_.isOfTyped)
      others.map(List(_)) ++ Option.when(delays.nonEmpty)(delays)
    else chosen.groupBy(program => (program.name == "startup", program.collector)).values.toList
