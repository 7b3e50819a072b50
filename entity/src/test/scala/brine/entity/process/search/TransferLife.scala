package brine.entity.process.search

import brine.actor.{ActorSystem, Backoff}
import brine.entity.effect.EffectsBegin
import brine.entity.process.*
import brine.entity.search.FlakyLog
import brine.entity.{Entities, EntitySettings, SavePolicy}
import brine.journal.{EventLog, ExpectedVersion}
import java.time.Duration
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** Transfers over a log that fails, in one life of the program: customers ask and confirm, purses are frozen, the clock
  * jumps, and the process is closed, started again, and started beside itself.
  *
  * @param memory
  *   the log without failures
  * @param clock
  *   the same in all lives
  */
private[search] final class TransferLife(memory: EventLog, clock: TestClock, seed: Long, faults: Int):
  import TransferLife.*

  private val random   = SplittableRandom(seed)
  private val flaky    = new FlakyLog(memory, seed, faults)
  private val system   = ActorSystem()
  private val chance   = java.util.Random(seed)
  private val purses   = Entities.open(flaky, system, EntitySettings(timeout = Duration.ofSeconds(2)))(Purses)
  private val settings = ProcessSettings(
    parallel = 1 + random.nextInt(4),
    attempts = Int.MaxValue,
    backoff = Backoff(1.milli, 3.millis),
    timeout = Duration.ofMillis(300),
    maxPending = 1 + random.nextInt(20),
    maxSetAside = Int.MaxValue,
    saveEvery = Duration.ofMillis(random.nextInt(3) * 10),
    closeTimeout = Duration.ofMillis(random.nextInt(2) * 20),
    maxInMemory = 1 + random.nextInt(4),
    clock = clock
  )

  // Of all processes of this life.
  private var started = Vector.empty[RunningProcess]

  @volatile private var isQuiet = false

  private def next(bound: Int): Int = chance.synchronized(chance.nextInt(bound))

  /** A process that sends with failures: before and after the command is executed. */
  def start(isOff: () => Boolean = () => false): Option[RunningProcess] =
    val sends  = Transfers.send(purses)
    var result = Option.empty[RunningProcess]
    while result.isEmpty && !isOff() do
      try
        result = Some(Processes.start(flaky, system, process, settings): (step, key) =>
          if !isQuiet then
            next(20) match
              case 0 => throw IllegalStateException("not sent")
              case 1 =>
                sends(step, key): Unit
                throw IllegalStateException("the reply is lost")
              case 2 =>
                sends(step, key): Unit
                Thread.sleep(1_000_000) // until it is interrupted
              case _ => ()
          sends(step, key))
      catch case failed: ProcessException if isPassing(failed.error) => ()
    result.foreach(started :+= _)
    result

  /** Lives for some steps.
    *
    * @param isOff
    *   whether the power is off
    */
  def run(steps: Int, isOff: () => Boolean = () => false): Unit =
    var running = start(isOff)
    var left    = steps
    while left > 0 && !isOff() do
      left -= 1
      random.nextInt(12) match
        case 0 =>
          running.foreach(_.close())
          running = start(isOff)
        case 1 => running = start(isOff)
        case 2 => clock.move(random.nextInt(300))
        case 3 => clock.move(-random.nextInt(100))
        case 4 => Thread.sleep(random.nextInt(10))
        case 5 => append("purse", isOff)(Purse.Freeze(random.nextBoolean()))
        case _ => for _ <- 0 to random.nextInt(4) do ask()

  private def append(purse: String, isOff: () => Boolean)(command: Purse[Unit]): Unit =
    if !isOff() then
      try purses(s"$purse${random.nextInt(Count)}").ask(command)
      catch case _: brine.entity.EntityException => ()

  private def ask(): Unit =
    val id      = s"t${random.nextInt(40)}"
    val request =
      if random.nextInt(3) > 0 then Request.Confirmed(id)
      else
        def purse = s"purse${random.nextInt(Count)}"
        Request.Asked(id, purse, purse, random.nextInt(60).toLong, random.nextInt(200).toLong)
    memory.tryAppend(s"request-${random.nextInt(2)}", ExpectedVersion.Any, Seq(request)).await(): Unit

  /** Fills the purses, once. */
  def fill(): Unit =
    for number <- 0 until Count do
      val filled: PurseEvent = PurseEvent.Moved("fill", Each)
      memory.append(s"purse-purse$number", filled).await(): Unit

  /** Lets all come to an end, and checks it. */
  def finish(): Unit =
    isQuiet = true
    val last  = start().get
    val until = System.nanoTime + 5.minutes.toNanos
    // Transfers that were asked later set timers again.
    while !isQuietNow(last) do
      TransferOracle.demand(System.nanoTime < until, s"it does not come to an end: ${last.status}, ${last.setAside}")
      clock.move(1000)
      Thread.sleep(2)
    last.close()
    TransferOracle.demand(last.setAside.isEmpty, s"set aside: ${last.setAside}")
    TransferOracle.checkEnd(memory)

  private def isQuietNow(process: RunningProcess) =
    val status = process.status
    TransferOracle.demand(status.end.isEmpty, s"it has ended: $status")
    status.timersKnown && status.lag == 0 && status.pending == 0 && status.openTimers == 0 &&
    // What was appended meanwhile may set timers.
    { Thread.sleep(60); process.status.lag == 0 && process.status.openTimers == 0 && process.status.pending == 0 }

  def close(): Unit =
    started.foreach(_.close())
    purses.close()
    system.shutdown(): Unit
    flaky.close()
    started.foreach: process =>
      process.status.end match
        case Some(error) if isPassing(error) => ()
        case other                           => throw AssertionError(s"a process has ended with $other")

private object TransferLife:
  val Count = 3
  val Each  = 100L

  // Saved often, so that states that were saved are loaded.
  private val process = TransferProcess(begin = EffectsBegin.First, saves = SavePolicy(2))

  private def isPassing(error: ProcessError) = error match
    case _: (ProcessError.Fenced | ProcessError.Closed | ProcessError.Unavailable) => true
    case _                                                                         => false
