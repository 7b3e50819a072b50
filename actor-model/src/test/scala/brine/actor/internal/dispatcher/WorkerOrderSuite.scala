package brine.actor.internal.dispatcher

import brine.actor.{Cell, Signal}
import brine.effort.Effort
import scala.util.Random

/** Whom the workers of a pool run next, searched with random mixes of actors. No thread runs: the test takes every turn
  * itself, so delays are numbers of turns.
  */
class WorkerOrderSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  import WorkerOrderSuite.*

  /** Runs `turns` turns of a random mix, and returns the largest delay of a cell from outside or from the mix, as a
    * multiple of the number of cells that waited when it began to wait.
    */
  private def worst(seed: Long, newestFirst: Boolean, turns: Int): Double =
    val random = Random(seed)
    val size   = 1 + random.nextInt(4)
    val pool   = WorkerPool("order", size, newestFirst, Silent)
    pool.start()
    val workers = pool.workers
    val mix     = Mix(pool, random)
    mix.begin(workers)
    for turn <- 1 to turns do
      mix.fromOutside(turn)
      val worker = workers(random.nextInt(size))
      val cell   = worker.next()
      if cell == null then
        val stolen = worker.search.steal()
        if stolen != null then mix.run(stolen.asInstanceOf[Turn], worker, turn)
      else mix.run(cell.asInstanceOf[Turn], worker, turn)
    mix.worstDelay(turns)

  for newestFirst <- List(false, true) do
    test(s"no actor waits for much longer than those before it take, newest first: $newestFirst"):
      for seed <- 1 to Effort.workerMixes do
        val ratio = worst(seed, newestFirst, turns = 20000)
        assert(ratio <= 8, s"$ratio turns for each that waited before it, with seed $seed")

object WorkerOrderSuite:
  private object Silent extends PoolListener:
    def active(): Unit                                   = ()
    def blocks(cell: Cell[?]): Unit                      = ()
    def lost(cell: Cell[?], failure: Throwable): Unit    = ()
    def sparesUsedUp(pool: String, most: Int): Unit      = ()
    def noThread(pool: String, failure: Throwable): Unit = ()
    def mostSpares: Int                                  = 0
    def contextLoader: ClassLoader                       = getClass.getClassLoader

  /** An actor of the mix. */
  private final class Turn(val kind: Kind) extends Cell[Any]:
    var since                                             = 0 // turn at which it began to wait
    var before                                            = 0 // how many waited then, on any worker
    private[brine] def startBehavior(): Unit              = ()
    private[brine] def handleMessage(message: Any): Unit  = ()
    private[brine] def handleSignal(signal: Signal): Unit = ()
    private[brine] def restartBehavior(): Unit            = ()
    private[brine] def behaviorName: String               = "turn"

  private enum Kind:
    /** Always has messages. */
    case Hot

    /** Has a message from outside. */
    case Once

    /** Sends to the other one of its pair. */
    case Pair(partner: () => Turn)

  private final class Mix(pool: WorkerPool, random: Random):
    private val waiting = scala.collection.mutable.HashSet[Turn]()
    private var worst   = 0.0
    private val hots    = random.nextInt(6)
    private val pairs   = random.nextInt(4)
    private val flood   = random.nextInt(3) match
      case 0 => 0.0
      case 1 => 0.05
      case _ => 0.9 // of what the workers can take
    private val burst = random.nextInt(200)

    private def waits(cell: Turn, turn: Int): Turn =
      cell.since = turn
      cell.before = waiting.size
      waiting.add(cell): Unit
      cell

    def begin(workers: Array[Worker]): Unit =
      for _ <- 1 to hots do pool.inject(waits(Turn(Kind.Hot), 0))
      for _ <- 1 to pairs do
        lazy val one: Turn = Turn(Kind.Pair(() => two))
        lazy val two: Turn = Turn(Kind.Pair(() => one))
        workers(random.nextInt(workers.length)).schedule(waits(one, 0))
      for _ <- 1 to burst do pool.inject(waits(Turn(Kind.Once), 0))

    def fromOutside(turn: Int): Unit =
      if random.nextDouble() < flood / 2 then pool.inject(waits(Turn(Kind.Once), turn))

    def run(cell: Turn, worker: Worker, turn: Int): Unit =
      note(cell, turn)
      if !waiting.remove(cell) then throw AssertionError(s"${cell.kind} runs twice")
      cell.kind match
        case Kind.Hot           => worker.reschedule(waits(cell, turn))
        case Kind.Once          => ()
        case Kind.Pair(partner) => worker.schedule(waits(partner(), turn))

    private def note(cell: Turn, turn: Int): Unit =
      val delay = (turn - cell.since - 200.0) / (cell.before + 1)
      worst = Math.max(worst, delay)

    /** Those that still wait count, too. */
    def worstDelay(turn: Int): Double =
      waiting.foreach(note(_, turn))
      worst
