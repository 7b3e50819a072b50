package brine.entity.prevalence.search

import brine.entity.prevalence.internal.Replay
import brine.entity.prevalence.{PrevalenceException, PrevalenceSettings}
import brine.journal.EventLog
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

/** A running system of numbers, whatever its state is. */
trait RunningChain extends AutoCloseable:
  /** Adds a number, or looks. Returns what it saw. */
  def add(id: Long): Seen
  def look(): Seen

  /** Executes a transaction that fails. */
  def fail(id: Long): Unit

  /** What is durable: the number of transactions. */
  def version: Long

  /** The state at the end. */
  def chain: Chain

/** The transactions of all lives of a log. */
final class ChainHistory(seed: Long)(open: (EventLog, PrevalenceSettings) => RunningChain):
  import ChainHistory.*

  private val ids     = AtomicLong()
  private val done    = ConcurrentLinkedQueue[Done]()
  private val problem = AtomicReference[Throwable]()

  /** Runs callers until they have sent their transactions, or the log has ended. Returns the state at the end; None
    * if the log could not be read.
    */
  def live(log: EventLog, life: Int, hasEnded: () => Boolean): Option[Chain] =
    val random   = SplittableRandom(seed * 31 + life)
    val settings = PrevalenceSettings(Duration.ofSeconds(20), 1 + random.nextInt(64), random.nextInt(20))
    opened(log, settings).map(run(_, life, random, hasEnded))

  private def opened(log: EventLog, settings: PrevalenceSettings): Option[RunningChain] =
    try Some(open(log, settings))
    catch case _: PrevalenceException => None

  private def run(
      running: RunningChain,
      life: Int,
      random: SplittableRandom,
      hasEnded: () => Boolean
  ): Chain =
    val clients = 1 + random.nextInt(12)
    val count   = 5 + random.nextInt(60)
    val latch   = CountDownLatch(clients)
    for _ <- 1 to clients do
      val own = random.split()
      Thread.ofVirtual.start: () =>
        try for _ <- 1 to count do one(running, own)
        catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
        finally latch.countDown()
    while !latch.await(1, TimeUnit.MILLISECONDS) && !hasEnded() do ()
    running.close()
    latch.await()
    if problem.get != null then throw AssertionError(s"seed $seed, life $life: a caller failed", problem.get)
    running.chain

  private def one(running: RunningChain, random: SplittableRandom): Unit =
    val id    = Option.when(random.nextInt(4) > 0)(ids.incrementAndGet())
    val began = System.nanoTime
    try
      if random.nextInt(8) == 0 then running.fail(ids.incrementAndGet())
      val seen = id.fold(running.look())(running.add)
      val size = running.version
      done.add(Done(id, seen, began, System.nanoTime))
      if size < seen.size then throw AssertionError(s"$size are durable, after a reply of $seen")
    catch case _: PrevalenceException => ()

  /** Compares a state and all replies with what a log has, by a fold of its transactions. */
  def check(found: Chain, log: EventLog): Unit =
    val all                                            = done.toArray(new Array[Done](0)).toVector
    def holds(what: Boolean, problem: => String): Unit = if !what then throw AssertionError(s"seed $seed: $problem")
    val replay                                         = Replay(ChainSystem)
    val state                                          = replay.load(log, replay.initial(log))(_ => true).state
    holds(state.ids.startsWith(found.ids), s"the log has $state, and the state was $found")
    val again = open(log, PrevalenceSettings.defaults)
    holds(again.chain == state, s"the log has $state, and was opened as ${again.chain}")
    again.close()
    holds(state.ids.distinct.size == state.ids.size, s"twice: ${state.ids.diff(state.ids.distinct)}")
    val prefixes = state.ids.scanLeft(Chain.empty)(_.plus(_)).map(_.seen)
    all.foreach: one =>
      holds(prefixes.lift(one.seen.size).contains(one.seen), s"${one.seen} is not of the log")
      one.id.foreach(id => holds(state.ids(one.seen.size - 1) == id, s"$id is not where its reply says"))
    val ends = all.sortBy(_.ended)
    var most = 0
    var at   = 0
    all
      .sortBy(_.began)
      .foreach: one =>
        while at < ends.size && ends(at).ended < one.began do
          most = math.max(most, ends(at).seen.size)
          at += 1
        holds(one.seen.size >= most + one.id.size, s"${one.seen} came after a reply of $most")

object ChainHistory:
  private final class Done(val id: Option[Long], val seen: Seen, val began: Long, val ended: Long)
