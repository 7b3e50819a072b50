package brine.entity.prevalence.search

import brine.effort.Effort
import brine.entity.prevalence.{Prevalence, PrevalenceException, PrevalenceSettings, Root}
import brine.entity.search.{FlakyLog, PowerCuts}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset}
import java.time.{Duration, Instant}
import java.util.SplittableRandom
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import munit.FunSuite

/** Random transactions of many callers, over logs that fail at random and disks whose power is cut. What must hold: the
  * state is that of the log, each reply is that of its place in the log, none is there twice, and a transaction that
  * began after another one had a reply saw it.
  */
class PrevalenceSearchSuite extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private final class Done(val id: Option[Long], val seen: Seen, val began: Long, val ended: Long)

  /** The transactions of all lives of a log. */
  private final class History(seed: Long):
    val ids     = AtomicLong()
    val done    = ConcurrentLinkedQueue[Done]()
    val problem = AtomicReference[Throwable]()

    /** Runs callers until they have sent their transactions, or the log has ended. Returns the state at the end; None
      * if the log could not be read.
      */
    def live(log: EventLog, life: Int, hasEnded: () => Boolean): Option[Root[Chain]] =
      val random   = SplittableRandom(seed * 31 + life)
      val settings = PrevalenceSettings(Duration.ofSeconds(20), 1 + random.nextInt(64), random.nextInt(20))
      opened(log, settings).map(run(_, life, random, hasEnded))

    private def opened(log: EventLog, settings: PrevalenceSettings): Option[Prevalence[ChainTransaction, Chain]] =
      try Some(Prevalence.over(log, settings)(ChainSystem))
      catch case _: PrevalenceException => None

    private def run(
        running: Prevalence[ChainTransaction, Chain],
        life: Int,
        random: SplittableRandom,
        hasEnded: () => Boolean
    ): Root[Chain] =
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
      running.root

    private def one(running: Prevalence[ChainTransaction, Chain], random: SplittableRandom): Unit =
      val id    = Option.when(random.nextInt(4) > 0)(ids.incrementAndGet())
      val began = System.nanoTime
      try
        val seen = id.fold(running.execute(ChainTransaction.Look))(id => running.execute(ChainTransaction.Add(id)))
        val root = running.root
        done.add(Done(id, seen, began, System.nanoTime))
        if root.version < seen.size then throw AssertionError(s"the root has ${root.version}, after a reply of $seen")
      catch case _: PrevalenceException => ()

    def check(root: Root[Chain], log: EventLog): Unit =
      val all                                            = done.toArray(new Array[Done](0)).toVector
      def holds(what: Boolean, problem: => String): Unit = if !what then throw AssertionError(s"seed $seed: $problem")
      val again = Prevalence.over(log, PrevalenceSettings.defaults)(ChainSystem)
      val state = again.root.state
      again.close()
      holds(state.ids.startsWith(root.state.ids), s"the log has $state, and the state was $root")
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

  test("over a log that fails at random"):
    for seed <- 1 to Effort.prevalenceStorms do
      val log     = MemoryEventLog(maxPendingAppends = if seed % 2 == 0 then 1 else 64)
      val history = History(seed)
      try
        for life <- 1 to 3 do
          val flaky = new FlakyLog(log, seed * 7 + life, every = seed % 4 * 5)
          val root  =
            try history.live(flaky, life, () => false)
            finally flaky.close()
          root.foreach(history.check(_, log))
      finally log.close()

  test("over a disk whose power is cut"):
    for seed <- 1 to Effort.prevalenceLives do
      val history = History(seed)
      PowerCuts.run(seed)((journal, life, isCut) => history.live(journal, life, isCut): Unit): journal =>
        history.check(Root(Chain.empty, 0, Offset.Begin, Instant.EPOCH), journal)
