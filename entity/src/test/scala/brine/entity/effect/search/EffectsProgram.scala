package brine.entity.effect.search

import brine.actor.Backoff
import brine.entity.effect.*
import brine.entity.effect.internal.{EffectStore, SavedEffects}
import brine.entity.projection.Move
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Query, Record}
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.{ConcurrentHashMap, TimeoutException}
import scala.concurrent.duration.*

/** A random program: records of a few lines are appended, whose effects fail for a while or for good, are refused, or
  * hang. The effects are closed, started again and started beside themselves meanwhile, their log is closed under them,
  * and it fails at random.
  *
  * All the time, no effect begins before the one before it in its line was executed, and no two of a line are executed
  * at the same time, also by effects that were closed or started twice. What is stored is never ahead of what was
  * executed. At the end all were executed that are not set aside, and of each line all from one on are set aside, the
  * first of which has failed. After a replay all were executed.
  */
private[search] final class EffectsProgram(seed: Long):
  private val random   = SplittableRandom(seed)
  private var memory   = MemoryEventLog()
  private val receiver = Receiver()

  // One of this number of calls of the log fails.
  private val faults            = if random.nextInt(4) == 0 then 0 else 10 + random.nextInt(60)
  private val chance            = java.util.Random(seed)
  private def next(bound: Int)  = chance.synchronized(chance.nextInt(bound))
  @volatile private var isQuiet = false

  private val wrongs   = EffectsProgram.Wrongs(() => next(1000))
  private val settings = EffectsSettings(
    parallel = 1 + random.nextInt(4),
    attempts = 4,
    backoff = Backoff(1.milli, 2.millis),
    timeout = Duration.ofMillis(10),
    maxPending = 1 + random.nextInt(20),
    maxSetAside = Int.MaxValue,
    saveEvery = Duration.ofMillis(random.nextInt(3) * 10),
    closeTimeout = Duration.ofMillis(random.nextInt(2) * 20)
  )

  private def start(): RunningEffects =
    val log    = EffectsLog(memory, () => faults > 0 && !isQuiet && next(faults) == 0)
    val moves  = EffectsProgram.effects((record, key) => receiver.receive(this, record, key)(wrongs.happen(record)))
    var result = Option.empty[RunningEffects]
    while result.isEmpty do
      try result = Some(Effects.start(log, moves, settings))
      catch case failed: EffectsException if failed.error.isInstanceOf[EffectsError.Unavailable] => ()
    result.get

  /** Runs it. Throws an AssertionError that says what is wrong. */
  def run(): Unit =
    var earlier = Vector.empty[RunningEffects]
    try
      var running = start()
      for _ <- 1 to 5 + random.nextInt(30) do
        random.nextInt(10) match
          case 0 =>
            running.close()
            EffectsProgram.requireWellEnded(running)
            running = start()
          case 1 =>
            earlier :+= running
            running = start()
          case 2 =>
            // As a kill does, but for the functions that are being executed.
            earlier :+= running
            memory.close()
            memory = memory.openAgain()
            EffectsProgram.requireBehind(memory, receiver)
            running = start()
          case 3 => running.replay(s"line-${random.nextInt(4)}"): Unit
          case 4 => Thread.sleep(random.nextInt(20))
          case _ => for _ <- 0 to random.nextInt(20) do append()
      isQuiet = true
      (earlier :+ running).foreach(_.close())
      EffectsProgram.requireBehind(memory, receiver)
      running = start()
      earlier :+= running
      EffectsProgram.check(memory, running, receiver, wrongs)
      running.close()
      earlier.foreach(EffectsProgram.requireWellEnded)
    catch case wrong: AssertionError => throw AssertionError(s"seed $seed: ${wrong.getMessage}", wrong)
    finally
      earlier.foreach(_.close())
      memory.close()

  private def append(): Unit =
    val stream = if random.nextInt(5) == 0 then "other" else s"line-${random.nextInt(4)}"
    memory.append(stream, Move(EffectsProgram.number(random))).await(): Unit

private[search] object EffectsProgram:
  // Numbers from here on fail, in a way that the rest by ten decides.
  private val Wrong = 1_000_000L

  def number(random: SplittableRandom): Long = random.nextInt(1000) + (if random.nextInt(12) == 0 then Wrong else 0)

  def effects(run: (Record[Move], EffectKey) => Unit): Effects[Move] =
    Effects[Move]("moves", EffectsBegin.First)(Query.category("line"))(run)

  /** What goes wrong in effects. */
  final class Wrongs(next: () => Int):
    private val failures                       = ConcurrentHashMap[Long, Integer]()
    @volatile var isHealed                     = false
    def mayFail(record: Record[Move]): Boolean = record.value.number >= Wrong && record.value.number % 10 < 5

    def happen(record: Record[Move]): Unit =
      val number = record.value.number
      if next() % 3 == 0 then Thread.sleep(0, next() * 1000)
      if number >= Wrong && !isHealed then
        number % 10 match
          case 0 | 1 => throw IllegalStateException(s"$number, for good")
          case 2     => throw EffectRefusedException(s"$number, refused")
          case 3     =>
            Thread.sleep(1_000_000) // for good
          case 4 => throw StackOverflowError(s"$number, for good")
          case 5 =>
            // Takes no notice of the first interrupt.
            try Thread.sleep(1_000_000)
            catch case _: InterruptedException => Thread.sleep(5)
          case 6 => if first(number) then Thread.sleep(1_000_000)
          case _ => if first(number) then throw IllegalStateException(s"$number, once")

    private def first(number: Long) = failures.merge(number, 1, (one, two) => one + two) == 1

  /** Nothing but another one, or the log, has ended them. */
  def requireWellEnded(effects: RunningEffects): Unit = effects.status.end match
    case Some(EffectsError.Fenced(_) | EffectsError.Closed(_)) => ()
    case other                                                 => throw AssertionError(s"they ended with $other")

  /** What the log says must have been executed. */
  def requireBehind(log: EventLog, receiver: Receiver): Unit =
    EffectStore("the test", "moves", log).claim(EffectsBegin.First) match
      case Left(error)  => throw AssertionError(error.message)
      case Right(saved) =>
        val missing = all(log).filter(record => isClaimed(saved, record) && !receiver.has(record))
        demand(missing.isEmpty, s"$saved is ahead of ${missing.map(_.offset)}")

  private def isClaimed(saved: SavedEffects, record: Record[Move]) =
    record.offset.sequence <= saved.upTo.sequence && !saved.open.contains(record.offset.sequence) &&
      !saved.aside.exists(_.offset == record.offset)

  /** Waits until all is executed or set aside, checks that, and then replays what is set aside. */
  def check(log: EventLog, running: RunningEffects, receiver: Receiver, wrongs: Wrongs): Unit =
    val records = all(log)
    wait(log, running)
    val aside   = running.setAside
    val offsets = aside.map(_.offset).toSet
    demand(offsets.size == aside.size, s"one is aside twice: $aside")
    val missing = records.filterNot(record => offsets(record.offset) || receiver.has(record))
    demand(missing.isEmpty, s"${missing.map(_.offset)} were not executed; aside are $aside")
    aside
      .groupBy(_.key)
      .foreach: (key, ofKey) =>
        val from = ofKey.map(_.offset.sequence).min
        val rest = records.filter(record => record.stream == key && record.offset.sequence >= from)
        demand(rest.map(_.offset) == ofKey.map(_.offset), s"of $key are aside ${ofKey.map(_.offset)}, not $rest")
        demand(wrongs.mayFail(rest.head), s"${rest.head} is set aside, which never failed for good")
    wrongs.isHealed = true
    aside.map(_.key).distinct.foreach(replay(running, _))
    demand(running.setAside.isEmpty, s"${running.setAside} is set aside still")
    val left = records.filterNot(receiver.has)
    demand(left.isEmpty, s"${left.map(_.offset)} were never executed")
    demand(receiver.wrong.isEmpty, receiver.wrong.mkString("; "))

  private def replay(running: RunningEffects, key: String): Unit =
    var result = running.replay(key)
    // On a busy machine a call may take longer than the settings allow.
    while result.left.exists(isTooLong) do result = running.replay(key)
    result.left.foreach(error => throw AssertionError(s"$key cannot be replayed: ${error.message}"))

  private def isTooLong(error: EffectsError): Boolean = error match
    case EffectsError.Failing(_, _, _, _: TimeoutException) => true
    case _                                                  => false

  private def wait(log: EventLog, running: RunningEffects): Unit =
    try running.await(log.durable, 60.seconds)
    catch case failed: EffectsException => throw AssertionError(s"${failed.getMessage} ${running.status}", failed)

  private def all(log: EventLog): Vector[Record[Move]] =
    log.readQuery[Move](Query.category("line")).toVector.toOption.get

  private def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)
