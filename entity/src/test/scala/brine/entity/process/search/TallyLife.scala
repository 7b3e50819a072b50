package brine.entity.process.search

import brine.actor.{ActorSystem, Backoff}
import brine.entity.effect.EffectRefusedException
import brine.entity.process.*
import brine.entity.search.FlakyLog
import brine.journal.{EventLog, ExpectedVersion, Offset}
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import scala.concurrent.duration.*

/** One life of a program that counts events of a few instances, over a log that fails: nobody can say the instances of
  * some events for a while. What is set aside is replayed, and the process is closed, started again, started beside
  * itself, and moved back.
  *
  * @param memory
  *   the log without failures
  * @param sent
  *   keys with which the command of a number was sent, in all lives
  */
private[search] final class TallyLife(
    memory: EventLog,
    seed: Long,
    faults: Int,
    sent: ConcurrentHashMap[Long, Set[String]],
    isOff: () => Boolean = () => false
):
  import TallyLife.*

  private val random   = SplittableRandom(seed)
  private val flaky    = new FlakyLog(memory, seed, faults)
  private val system   = ActorSystem()
  private val chance   = java.util.Random(seed)
  private val settings = ProcessSettings(
    parallel = 1 + random.nextInt(4),
    attempts = 1 + random.nextInt(3),
    backoff = Backoff(1.milli, 3.millis),
    timeout = Duration.ofMillis(300),
    maxPending = 1 + random.nextInt(20),
    maxSetAside = Int.MaxValue,
    saveEvery = SavesEvery(random.nextInt(SavesEvery.size)),
    closeTimeout = Duration.ofMillis(random.nextInt(2) * 20),
    maxInMemory = 1 + random.nextInt(3)
  )

  private var started = Vector.empty[RunningProcess]

  // Of each number the rest by this says whether its instance is known.
  @volatile private var wrong   = 0
  @volatile private var isQuiet = false

  private def next(bound: Int): Int = chance.synchronized(chance.nextInt(bound))

  private val process = Tally(event => (wrong >> (event.number % Rests).toInt & 1) == 1)

  private def start(): Option[RunningProcess] =
    var result = Option.empty[RunningProcess]
    while result.isEmpty && !isOff() do
      try
        result = Some(Processes.start(flaky, system, process, settings): (number, key) =>
          sent.merge(number, Set(key.text), _ ++ _): Unit
          if !isQuiet then
            next(15) match
              case 0 => throw IllegalStateException("nobody knows")
              case 1 => throw EffectRefusedException("not now")
              case 2 => Thread.sleep(next(5))
              case _ => ()
          "done")
      catch case failed: ProcessException if isPassing(failed.error) => ()
    result.foreach(started :+= _)
    result

  /** Lives for some steps.
    *
    * @param number
    *   gives the numbers of events
    */
  def run(steps: Int, number: () => Long): Unit =
    wrong = random.nextInt(1 << Rests)
    var running = start()
    var left    = steps
    while left > 0 && !isOff() do
      left -= 1
      random.nextInt(14) match
        case 0 =>
          running.foreach(_.close())
          running = start()
        case 1     => running = start()
        case 2     => wrong = if random.nextInt(3) == 0 then 0 else random.nextInt(1 << Rests)
        case 3     => Thread.sleep(random.nextInt(10))
        case 4 | 5 => running.foreach(replay)
        case 6     => running.foreach(process => process.setAside.headOption.foreach(replay(process, _)))
        case 7     => if random.nextInt(3) == 0 then running = movedBack(running)
        case _     => for _ <- 0 to random.nextInt(4) do append(number())

  private def replay(process: RunningProcess): Unit =
    process.setAside.distinctBy(one => (one.instance, one.stream)).foreach(replay(process, _))

  // It would wait for a disk that is off until the process is closed.
  private def replay(process: RunningProcess, one: SetAsideInput): Unit =
    val done = CompletableFuture.supplyAsync(() => process.replay(one))
    while !done.isDone && !isOff() do Thread.sleep(0, 100_000)

  private def append(number: Long): Unit =
    val event = Counted(s"i${random.nextInt(3)}", number)
    memory.tryAppend(s"count-${random.nextInt(2)}", ExpectedVersion.Any, Seq(event)).await(): Unit

  /** Moves it back, once nothing is set aside: that would be forgotten. */
  private def movedBack(process: Option[RunningProcess]): Option[RunningProcess] =
    val before = wrong
    wrong = 0
    isQuiet = true
    val all = process.orElse(start())
    all.foreach(comeToEnd)
    started.foreach(_.close())
    if !isOff() && all.exists(_.setAside.isEmpty) then
      try Processes.moveTo(memory, Tally.Name, Offset(random.nextLong(memory.durable.sequence + 1)))
      catch case failed: ProcessException if isPassing(failed.error) => ()
    wrong = before
    isQuiet = false
    start()

  private def comeToEnd(process: RunningProcess): Unit =
    val until = System.nanoTime + 2.minutes.toNanos
    // It may have been started elsewhere.
    def isOver = isOff() || process.status.end.nonEmpty
    while !isOver && !isIdle(process) do
      demand(System.nanoTime < until, s"it does not come to an end: ${process.status}, ${process.setAside}")
      replay(process)

  private def isIdle(process: RunningProcess) =
    def isNow =
      val status = process.status
      status.setAside == 0 && status.pending == 0 && status.lag == 0
    isNow && { Thread.sleep(10); isNow }

  /** Lets all come to an end, and checks it. */
  def finish(): Unit =
    wrong = 0
    isQuiet = true
    val last = start().get
    comeToEnd(last)
    demand(last.status.end.isEmpty, s"it has ended: ${last.status}")
    last.close()
    TallyOracle.checkEnd(memory, sent)

  def close(): Unit =
    started.foreach(_.close())
    system.shutdown(): Unit
    flaky.close()
    started.foreach: process =>
      process.status.end match
        case Some(error) if isPassing(error) => ()
        case other                           => throw AssertionError(s"a process has ended with $other")

  private def demand(holds: Boolean, what: => String): Unit = TransferOracle.demand(holds, what)

private object TallyLife:
  private val Rests      = 5
  private val SavesEvery = Vector(Duration.ZERO, Duration.ofMillis(10), Duration.ofHours(1), Duration.ofHours(1))

  private def isPassing(error: ProcessError) = error match
    case _: (ProcessError.Fenced | ProcessError.Closed | ProcessError.Unavailable) => true
    case _                                                                         => false
