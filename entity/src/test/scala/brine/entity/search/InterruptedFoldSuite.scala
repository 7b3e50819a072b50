package brine.entity.search

import brine.effort.Effort
import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventCursor, EventLog, JournalException, ReadError}
import java.util.concurrent.atomic.AtomicInteger
import munit.FunSuite
import scala.concurrent.duration.*
import scala.util.Random

/** Entities whose functions interrupt their threads at random places, over a log that refuses to be read by a thread
  * that is interrupted. Whatever is loaded must be the fold of its events.
  */
class InterruptedFoldSuite extends FunSuite, EntitiesBase:
  import InterruptedFoldSuite.*
  override val munitTimeout: FiniteDuration = 60.minutes

  test("a preload loads all entities whose functions interrupt its thread, but those that throw"):
    for seed <- 0 until Effort.interruptedFolds do
      val history = History(seed)
      val entity  = Restless(seed)
      try
        running(Touchy(history.log), entity = entity): accounts =>
          entity.poison = history.poison
          assertEquals(accounts.preload(), history.sums.size - history.poisoned.size, s"seed $seed")
          assert(!Thread.interrupted(), s"seed $seed")
          entity.poison = Set.empty
          for (id, sum) <- history.sums do assertEquals(accounts(id).ask(Account.Balance), sum, s"seed $seed, $id")
          assertEquals(accounts.inMemory, history.sums.size)
      finally history.log.close()

  test("an interrupt of the caller at any place is not lost, and harms no later preload"):
    for seed <- 0 until Effort.interruptedFolds do
      val history = History(seed)
      val entity  = Restless(seed)
      val caller  = Thread.currentThread
      // At the last events it may be over before anybody notices.
      val place = Random(seed).nextInt(history.events + 1)
      val folds = AtomicInteger()
      try
        running(Touchy(history.log), entity = entity): accounts =>
          entity.atEach = () => if folds.getAndIncrement() == place then caller.interrupt()
          val loaded =
            try Some(accounts.preload())
            catch case _: InterruptedException => None
          val isFlagged = Thread.interrupted()
          if folds.get > place then assert(loaded.isEmpty || isFlagged, s"seed $seed: $loaded")
          else assertEquals((loaded, isFlagged), (Some(history.sums.size), false), s"seed $seed")
          val before = accounts.inMemory
          assertEquals(accounts.preload(), history.sums.size - before, s"seed $seed")
          for (id, sum) <- history.sums do assertEquals(accounts(id).ask(Account.Balance), sum, s"seed $seed, $id")
      finally
        Thread.interrupted(): Unit // after a failure
        history.log.close()

  test("commands load entities whose functions interrupt their threads, from saved states and from all events"):
    for seed <- 0 until Effort.interruptedFolds do
      val history = History(seed)
      val random  = Random(seed)
      val entity  = Restless(seed, idle = 1.milli)
      val ids     = history.sums.keys.toVector
      var sums    = history.sums
      try
        running(Touchy(history.log), EntitySettings(auditOneIn = 2), entity): accounts =>
          for _ <- 1 to 4 do
            for _ <- 1 to 20 do
              val id    = ids(random.nextInt(ids.size))
              val cents = random.nextInt(100)
              sums = sums.updated(id, sums(id) + cents)
              assertEquals(accounts(id).ask(Account.Deposit(cents)), sums(id), s"seed $seed, $id")
            if random.nextBoolean() then accounts.preload(): Unit
            eventually("empty memory")(accounts.inMemory == 0)
      finally history.log.close()

object InterruptedFoldSuite:
  /** A log with random events of some entities, and what they come to. Each event has other cents. */
  private final class History(seed: Int):
    private val random = Random(seed)
    val log            = MemoryEventLog()
    val events: Int    = 1 + random.nextInt(3000)
    private val all    = for cents <- 1 to events yield s"${random.nextInt(1 + seed * 7 % 50)}" -> cents.toLong
    all.map((id, cents) => log.append(s"account-$id", AccountEvent.Deposited(cents): AccountEvent)).foreach(_.await())

    val sums: Map[String, Long] = all.groupMapReduce(_._1)(_._2)(_ + _)

    /** Some cents, and the entities that have them. */
    val poison: Set[Long]     = all.map(_._2).filter(_ => random.nextInt(all.size) < 4).toSet
    val poisoned: Set[String] = all.filter((_, cents) => poison(cents)).map(_._1).toSet

  /** Accounts whose functions interrupt their threads at times. */
  private final class Restless(seed: Int, idle: Duration = Duration.Inf)
      extends AccountEntity(saves = SavePolicy(3), idle = idle):
    private val random = java.util.Random(seed)

    /** What each fold of an event does first. */
    @volatile var atEach: () => Unit = () => ()

    /** Events with these cents fail as if somebody had interrupted the thread. */
    @volatile var poison: Set[Long] = Set.empty

    private def disturb(): Unit = if random.nextInt(4) == 0 then Thread.currentThread.interrupt()

    override def initial: AccountState =
      disturb()
      super.initial

    override def decide[R](state: AccountState, command: Account[R])(using at: At): Decision[AccountEvent, R] =
      disturb()
      super.decide(state, command)

    override def evolve(state: AccountState, event: AccountEvent): AccountState =
      atEach()
      disturb()
      event match
        case AccountEvent.Deposited(cents) if poison(cents) => throw InterruptedException("of the test")
        case _                                              => super.evolve(state, event)

  /** Cannot be read by a thread that is interrupted, as a store with a driver that gives up then. */
  private final class Touchy(log: EventLog) extends WrappedLog(log):
    private def check(): Unit =
      if Thread.currentThread.isInterrupted then
        throw JournalException(ReadError.Unavailable(name, Exception("the thread is interrupted")))

    override protected def beforeReadAll(): Unit            = check()
    override protected def beforeRead(stream: String): Unit = check()

    private def touchy(cursor: EventCursor): EventCursor = new WrappedCursor(cursor):
      def next(): Boolean =
        check()
        cursor.next()

    override protected def allOf(cursor: EventCursor): EventCursor    = touchy(cursor)
    override protected def streamOf(cursor: EventCursor): EventCursor = touchy(cursor)
