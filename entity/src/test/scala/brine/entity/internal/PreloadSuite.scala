package brine.entity.internal

import brine.actor.ActorSystem
import brine.entity.*
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.nio.file.Files
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicReference}
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap, CountDownLatch, ThreadLocalRandom, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}
import scala.util.Random

class PreloadSuite extends FunSuite, EntitiesBase:
  private val logs = List[(String, () => EventLog)](
    "memory" -> (() => MemoryEventLog()),
    "files"  -> (() => Journal.open(Files.createTempDirectory("brine-entity")))
  )

  /** Does something once all events are read. */
  private final class Ending(log: EventLog)(atEnd: () => Unit) extends WrappedLog(log):
    override protected def allOf(cursor: EventCursor): EventCursor = new WrappedCursor(cursor):
      // What comes meanwhile is not read.
      private var hasEnded = false
      def next(): Boolean  =
        val found = !hasEnded && cursor.next()
        if !found && !hasEnded then
          hasEnded = true
          atEnd()
        found

  /** Counts the loads of single entities. */
  private final class Reads(log: EventLog) extends WrappedLog(log):
    val streams: AtomicInteger                              = AtomicInteger()
    override protected def beforeRead(stream: String): Unit = streams.incrementAndGet(): Unit

  // munit's `intercept` lets it pass.
  private def isInterrupted(body: => Any): Boolean =
    try
      body: Unit
      false
    catch case _: InterruptedException => true

  for (name, make) <- logs do
    test(s"$name: all entities are loaded by one pass, with what they were"):
      val log = make()
      try
        running(log): accounts =>
          for round <- 1 to 3; id <- 0 until 50 do accounts(s"$id-x").ask(Account.Deposit(id + round)): Unit
        log.append("accounts-1", AccountEvent.Deposited(1)).await(): Unit // of others
        log.append("order-1", "not of this type").await(): Unit
        val reads  = Reads(log)
        val entity = AccountEntity()
        running(reads, entity = entity): accounts =>
          assertEquals(accounts.preload(), 50)
          assertEquals((accounts.inMemory, entity.folded.get), (50, 150))
          for id <- 0 until 50 do assertEquals(accounts(s"$id-x").ask(Account.Balance), 3L * id + 6)
          assertEquals((reads.streams.get, entity.folded.get), (0, 150))
          // They go on, at the right version.
          for id <- 0 until 50 do assertEquals(accounts(s"$id-x").ask(Account.Deposit(1)), 3L * id + 7)
          assertEquals(reads.streams.get, 0)
          assertEquals(accounts.preload(), 0)
      finally log.close()

  test("entities that need a look at their stream are left to their first command"):
    val log = MemoryEventLog()
    try
      running(log): accounts =>
        for id <- List("deleted", "again", "failing", "odd", "fine"); _ <- 1 to 2 do
          accounts(id).ask(Account.Deposit(1)): Unit
      def append[A: brine.codec.Codec](id: String, event: A): Unit = log.append(s"account-$id", event).await(): Unit
      for id <- List("deleted", "again") do log.delete(s"account-$id", ExpectedVersion.Any).await(): Unit
      append("again", AccountEvent.Deposited(5))
      append("failing", AccountEvent.Failing)
      append("failing", AccountEvent.Deposited(1))
      append("odd", "not an event of accounts")
      append("odd", AccountEvent.Deposited(1))
      append("odder", "not an event of accounts")
      append("odder", AccountEvent.Deposited(1))
      running(log): accounts =>
        assertEquals((accounts.preload(), accounts.inMemory), (1, 1))
        assertEquals(accounts("fine").ask(Account.Balance), 2L)
        assertEquals(accounts("deleted").ask(Account.Balance), 0L)
        assertEquals(accounts("again").ask(Account.Balance), 5L)
        assert(error(accounts("failing").ask(Account.Balance)).isInstanceOf[EntityError.Unloadable])
        for id <- List("odd", "odder") do
          assert(error(accounts(id).ask(Account.Balance)).isInstanceOf[EntityError.Unavailable])
    finally log.close()

  test("entities that are left out take the room of no others, and many odd events cost one pass"):
    val log = MemoryEventLog()
    try
      val queries = AtomicInteger()
      for id <- 1 to 20 do
        log.append(s"account-gone$id", AccountEvent.Deposited(1)).await(): Unit
        log.delete(s"account-gone$id", ExpectedVersion.Any).await(): Unit
      for _ <- 1 to 100; id <- 1 to 5 do log.append(s"account-odd$id", "not an event").await(): Unit
      for id <- 1 to 10 do log.append(s"account-$id", AccountEvent.Deposited(id)).await(): Unit
      val counted = new WrappedLog(log):
        override protected def beforeReadAll(): Unit = queries.incrementAndGet(): Unit
        override protected def beforeQuery(): Unit   = queries.incrementAndGet(): Unit
      running(counted, EntitySettings(maxInMemory = 10)): accounts =>
        assertEquals(accounts.preload(), 10)
        assertEquals(queries.get, 1)
        for id <- 1 to 10 do assertEquals(accounts(s"$id").ask(Account.Balance), id.toLong)
    finally log.close()

  test("no more than may be in memory, by number and by bytes"):
    val log = MemoryEventLog()
    try
      running(log): accounts =>
        for id <- 1 to 30 do accounts(s"$id").ask(Account.Open(s"owner $id")): Unit
      running(log, EntitySettings(maxInMemory = 10)): accounts =>
        assertEquals((accounts.preload(), accounts.inMemory), (10, 10))
        for id <- 1 to 30 do assertEquals(accounts(s"$id").ask(Account.Open("other")), Left(Refused.Closed))
      running(log, EntitySettings(maxStateBytes = 100)): accounts =>
        val loaded = accounts.preload()
        assert(loaded > 5 && loaded < 12, s"$loaded")
        assert(accounts.stateBytes > 90 && accounts.stateBytes < 120, s"${accounts.stateBytes}")
    finally log.close()

  test("states that are saved are not saved again, and the others when they would be after a load"):
    val log                 = MemoryEventLog()
    def state(id: Int)      = log.states.load[EntityMemorySuite.Saved](s"account-$id").map(_.map(_.offset))
    def states              = (1 to 20).map(state)
    def saved               = states.count(_ != Right(None))
    def policy(events: Int) = AccountEntity(saves = SavePolicy(events), idle = 10.millis)
    try
      running(log, entity = AccountEntity(saves = SavePolicy.never)): accounts =>
        for id <- 1 to 20; _ <- 1 to 15 do accounts(s"$id").ask(Account.Deposit(1)): Unit
      // An entity that leaves memory saves its state after a tenth of the events, which none has had.
      for events <- List(160, 150) do
        running(log, entity = policy(events)): accounts =>
          assertEquals(accounts.preload(), 20)
          eventually("empty memory")(accounts.inMemory == 0)
        if events == 160 then assertEquals(saved, 0) else eventually("saved states")(saved == 20)
      val before = states
      val entity = policy(150)
      running(log, entity = entity): accounts =>
        assertEquals(accounts.preload(), 20)
        assertEquals(entity.folded.get, 300)
        eventually("empty memory")(accounts.inMemory == 0)
        for id <- 1 to 20 do assertEquals(accounts(s"$id").ask(Account.Balance), 15L)
        assertEquals(entity.folded.get, 300)
      assertEquals(states, before)
    finally log.close()

  test("a log that cannot be read, closed entities and an interrupt end it, and each can be tried again"):
    val log  = MemoryEventLog()
    val fail = AtomicReference[Throwable]()
    val seen = AtomicReference[() => Unit](() => ())
    try
      running(log)(accounts => (1 to 3000).map(id => accounts(s"$id").askAsync(Account.Deposit(1))).foreach(await(_)))
      val wrapped = new WrappedLog(log):
        override protected def beforeReadAll(): Unit =
          seen.get()()
          if fail.get != null then throw fail.get
      running(wrapped): accounts =>
        for failure <- List(
            JournalException(ReadError.Unavailable("x", Exception("gone"))),
            IllegalStateException("odd")
          )
        do
          fail.set(failure)
          error(accounts.preload()) match
            case EntityError.HistoryUnavailable(described, _) => assertEquals(described, "the entities of account")
            case other                                        => throw IllegalStateException(s"$other")
        fail.set(null)
        val caller = Thread.currentThread
        seen.set(() => caller.interrupt())
        assert(isInterrupted(accounts.preload()))
        assert(!Thread.interrupted())
        assertEquals(accounts.inMemory, 0)
        caller.interrupt()
        assert(isInterrupted(accounts.preload()))
        assert(!Thread.interrupted())
        seen.set(() => accounts.close())
        assert(error(accounts.preload()).isInstanceOf[EntityError.Closed])
        assertEquals(accounts.inMemory, 0)
      running(wrapped): accounts =>
        seen.set(() => ())
        assertEquals(accounts.preload(), 3000)
    finally
      Thread.interrupted(): Unit // after a failure
      log.close()

  test("a failure of the entity's own functions is that of its entity"):
    val log = MemoryEventLog()
    try
      running(log)(accounts => for id <- 1 to 10 do accounts(s"$id").ask(Account.Deposit(id)): Unit)
      val calls    = AtomicReference[() => Unit](() => ())
      val initials = AtomicInteger()
      val entity   = new AccountEntity():
        override def initial: AccountState =
          calls.get()()
          if initials.incrementAndGet() % 2 == 0 then null else super.initial
      running(log, entity = entity): accounts =>
        assertEquals(accounts.preload(), 5)
        calls.set(() => accounts.preload(): Unit)
        assertEquals(accounts.preload(), 0) // each is refused to do it again
        // Nobody else interrupts the thread, so this is a failure like others.
        calls.set(() => throw InterruptedException("in initial"))
        assertEquals(accounts.preload(), 0)
        assert(!Thread.interrupted())
    finally log.close()

  test("functions of two entities that preload each other's are refused, and do not wait for each other"):
    val log = MemoryEventLog()
    try
      running(log)(accounts => for id <- 1 to 3 do accounts(s"$id").ask(Account.Deposit(id)): Unit)
      final class Calling(name: String) extends AccountEntity(name = name):
        @volatile var calls: () => Unit    = () => ()
        override def initial: AccountState =
          calls()
          super.initial
      val first  = Calling("account")
      val second = Calling("other")
      log.append("other-1", AccountEvent.Deposited(1)).await(): Unit
      val refused = AtomicInteger()
      running(log, entity = first): accounts =>
        running(log, entity = second): others =>
          first.calls = () => others.preload(): Unit
          second.calls = () =>
            try accounts.preload(): Unit
            catch case _: IllegalStateException => refused.incrementAndGet(): Unit
          assertEquals(accounts.preload(), 3)
          assert(refused.get > 0)
          first.calls = () => ()
          second.calls = () => ()
    finally log.close()

  test("not on a worker"):
    val system = ActorSystem()
    val log    = MemoryEventLog()
    try
      val accounts = Entities.open(log, system)(Accounts)
      val worker   = Future(accounts.preload())(using system.executionContext)
      assert(Await.ready(worker, 20.seconds).value.get.failed.get.isInstanceOf[IllegalStateException])
      accounts.close()
    finally
      system.shutdown(): Unit
      log.close()

  test("an entity that changes and leaves memory while the log is read is not loaded as it was"):
    val log = MemoryEventLog()
    try
      running(log)(accounts => for id <- 1 to 3 do accounts(s"$id").ask(Account.Deposit(1)): Unit)
      val reached = CountDownLatch(1)
      val resumes = CountDownLatch(1)
      val wrapped = Ending(log): () =>
        reached.countDown()
        resumes.await()
      running(wrapped, entity = AccountEntity(idle = 1.milli)): accounts =>
        val loaded = CompletableFuture.supplyAsync(() => accounts.preload())
        reached.await()
        assertEquals(accounts("2").ask(Account.Deposit(1)), 2L)
        eventually("all to leave memory")(accounts.inMemory == 0)
        resumes.countDown()
        assertEquals(loaded.get(20, TimeUnit.SECONDS), 2)
        assertEquals(accounts("2").ask(Account.Balance), 2L)
    finally log.close()

  for (name, make) <- logs do
    test(s"$name: search: commands during preloads, while entities come and go, see every command before them"):
      val log    = make()
      val ids    = 40
      val random = Random(7)
      try
        for round <- 1 to 5 do
          val entity = AccountEntity(idle = (1 + random.nextInt(3)).millis)
          val known  = ConcurrentHashMap[String, Long]()
          // Entities change and leave memory meanwhile.
          val slow = Ending(log)(() => Thread.sleep(ThreadLocalRandom.current.nextInt(15)))
          running(slow, EntitySettings(maxInMemory = 1 + random.nextInt(60)), entity): accounts =>
            for id <- 0 until ids do known.put(s"$id", accounts(s"$id").ask(Account.Balance)): Unit
            val isOver  = AtomicBoolean()
            val problem = AtomicReference[Throwable]()
            // Each has ids of its own, so that it knows what they must be.
            val callers = Vector.tabulate(4): caller =>
              val own = Random(round * 10 + caller)
              Thread.ofVirtual.start: () =>
                try
                  while !isOver.get do
                    val id       = s"${own.nextInt(ids / 4) * 4 + caller}"
                    val expected = known.get(id)
                    if own.nextBoolean() then
                      val now = accounts(id).ask(Account.Deposit(3))
                      assert(now == expected + 3, s"$id: $now after $expected")
                      known.put(id, now): Unit
                    else
                      val now = accounts(id).ask(Account.Balance)
                      assert(now == expected, s"$id: $now instead of $expected")
                    if own.nextInt(4) == 0 then Thread.sleep(own.nextInt(6))
                catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
            for _ <- 1 to 30 do
              accounts.preload(): Unit
              Thread.sleep(random.nextInt(4))
            isOver.set(true)
            callers.foreach(_.join())
            if problem.get != null then throw problem.get
      finally log.close()
