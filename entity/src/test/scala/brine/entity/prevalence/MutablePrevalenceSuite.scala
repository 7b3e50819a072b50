package brine.entity.prevalence

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.entity.prevalence.search.{ChainSystem, ChainTransaction, MutableChainSystem}
import brine.entity.{AnsweringLog, Commands, HeldLog, WrappedLog}
import brine.journal.snapshot.SnapshotError
import brine.journal.testkit.MemoryEventLog
import brine.journal.*
import java.nio.file.{Files, Path}
import java.time.{Clock, Duration, Instant, ZoneOffset}
import java.util.concurrent.{CompletableFuture, CountDownLatch, ExecutionException, TimeUnit}
import munit.FunSuite
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

class MutablePrevalenceSuite extends FunSuite:
  import ShelfTransaction.*

  private val never = PrevalenceSettings(saveEvery = 0)

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-mutable"),
    folder =>
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally files.close()
  )

  private def using[A](
      log: EventLog = MemoryEventLog(),
      settings: PrevalenceSettings = never,
      system: ShelfSystem = ShelfSystem()
  )(body: MutablePrevalence[ShelfTransaction, Shelf] => A): A =
    val shelf = MutablePrevalence.over(log, settings)(system)
    try body(shelf)
    finally shelf.close()

  private def error(body: => Any)(using munit.Location): PrevalenceError = intercept[PrevalenceException](body).error

  private def async[A](body: => A): CompletableFuture[A] =
    CompletableFuture.supplyAsync(() => body, task => Thread.ofVirtual.start(task): Unit)

  private def result[A](of: CompletableFuture[A]): A = of.get(20, TimeUnit.SECONDS)

  // ---- Transactions and queries -------------------------------------------------------------------------------------

  folder.test("a system in a folder is the same after it was opened again"): folder =>
    val first  = MutablePrevalence.open(folder)(ShelfSystem())
    val put    = first.execute(Put("Emma"))
    val lent   = first.execute(Lend("Emma", "ada"))
    val again  = first.execute(Lend("Emma", "ben"))
    val ticket = first.execute(Ticket)
    assertEquals((put, lent.isRight, again), (1, true, Left("it is lent")))
    val before = first.query(_.toString)
    first.close()
    val second = MutablePrevalence.open(folder)(ShelfSystem())
    try
      assertEquals(second.query(_.toString), before)
      assertEquals(second.query(_.ticket), Some(ticket))
      assertEquals((second.version, second.offset), (4L, Offset(4)))
    finally second.close()

  test("a transaction that fails in the middle leaves nothing, and costs the next one a replay"):
    val log    = MemoryEventLog()
    val system = ShelfSystem()
    using(log, system = system): shelf =>
      shelf.execute(Put("Emma")): Unit
      val begun = system.beginnings
      assert(error(shelf.execute(Break("Dune"))).message.contains("the transaction Break"))
      assertEquals(system.beginnings, begun)
      assertEquals(shelf.query(_.titles), Vector("Emma"))
      assert(system.beginnings > begun)
      assert(error(shelf.execute(Unfit("Dune"))).isInstanceOf[PrevalenceError.Unencodable])
      assertEquals(shelf.execute(Put("Ulysses")), 2)
      assertEquals(log.version("shelf"), Right(2L))

  test("a transaction that cannot be encoded is refused before it changes anything"):
    val system = ShelfSystem()
    using(system = system): shelf =>
      shelf.execute(Put("Emma")): Unit
      val before = (system.executions, system.beginnings)
      assert(error(shelf.execute(Put(null))).isInstanceOf[PrevalenceError.Unencodable])
      intercept[NullPointerException](shelf.execute(null.asInstanceOf[ShelfTransaction[Int]])): Unit
      assertEquals(shelf.query(_.titles), Vector("Emma"))
      assertEquals((system.executions, system.beginnings), before)

  test("what becomes part of the state is the transaction's alone, and the log has it as it was sent"):
    val log  = MemoryEventLog()
    val list = ArrayBuffer("Emma")
    using(log): shelf =>
      assertEquals(shelf.execute(Keep(list)), 2)
      list += "of the caller"
      assertEquals(shelf.query(_.kept.toList), List("Emma", ""))
      // The state is built again.
      assert(error(shelf.execute(Break("Dune"))).isInstanceOf[PrevalenceError.Failed])
      assertEquals(shelf.query(_.kept.toList), List("Emma", ""))
    assertEquals(ReplayCheck(ShelfSystem()).run(log).difference, None)

  test("a codec that fails is the caller's error, and changes nothing"):
    final class Odd(val number: Int)
    given Codec[Odd] =
      Codec[Int].imap(Odd(_))(odd => if odd.number == 13 then throw IllegalStateException("odd") else odd.number)
    enum Odds[+R] derives Commands:
      case Add(odd: Odd)    extends Odds[Int]
      case Get(number: Int) extends Odds[Odd]
    final case class State(var last: Odd) derives Codec
    object System extends MutableSystem[Odds, State]("odds"):
      def initial: State                                                           = State(Odd(0))
      def execute[R](state: State, transaction: Odds[R])(using brine.entity.At): R = transaction match
        case Odds.Add(odd) =>
          state.last = Odd(state.last.number + odd.number)
          state.last.number
        case Odds.Get(number) =>
          state.last = Odd(99)
          Odd(number)
    val running = MutablePrevalence.over(MemoryEventLog(), never)(System)
    assertEquals(running.execute(Odds.Add(Odd(12))), 12)
    for wrong <- List(() => running.execute(Odds.Add(Odd(13))), () => running.execute(Odds.Get(13))) do
      assert(error(wrong()).isInstanceOf[PrevalenceError.Unencodable])
      assertEquals(running.query(_.last.number), 12)
    running.execute(Odds.Add(Odd(1))): Unit
    assert(running.save().left.exists(_.isInstanceOf[SnapshotError.Unencodable]))
    assertEquals(running.execute(Odds.Add(Odd(1))), 14)
    running.close()

  test("a failure says nothing of what is not durable"):
    val log   = HeldLog(MemoryEventLog())
    val shelf = MutablePrevalence.over(log, never)(ShelfSystem())
    val put   = async(shelf.execute(Put("Emma")))
    while log.calls == 0 do Thread.onSpinWait()
    val wrong  = async(shelf.execute(Break("Dune")))
    val absent =
      async(shelf.query(state => if state.titles.contains("Emma") then throw java.util.NoSuchElementException("Emma")))
    Thread.sleep(20) // may find a fault, and never a false one
    assert(!wrong.isDone && !absent.isDone)
    log.release()
    assertEquals(result(put), 1)
    def cause(of: CompletableFuture[?]) = intercept[ExecutionException](of.get(20, TimeUnit.SECONDS)).getCause
    assert(cause(wrong).isInstanceOf[PrevalenceException])
    assert(cause(absent).isInstanceOf[java.util.NoSuchElementException])
    shelf.close()

  test("a fatal error in a transaction spoils the state, too"):
    val system = new ShelfSystem:
      override def execute[R](shelf: Shelf, transaction: ShelfTransaction[R])(using brine.entity.At): R =
        val reply = super.execute(shelf, transaction)
        if transaction == Put("huge") then throw OutOfMemoryError("the test says so")
        reply
    using(system = system): shelf =>
      shelf.execute(Put("Emma")): Unit
      val thrown =
        try
          shelf.execute(Put("huge")): Unit
          None
        catch case failed: OutOfMemoryError => Some(failed)
      assertEquals(thrown.map(_.getMessage), Some("the test says so"))
      assertEquals(shelf.query(_.titles), Vector("Emma"))

  test("a query is answered when all that it saw is durable"):
    val log     = HeldLog(MemoryEventLog())
    val shelf   = MutablePrevalence.over(log, never)(ShelfSystem())
    val put     = async(shelf.execute(Put("Emma")))
    val queried = CountDownLatch(1)
    val seen    = async:
      while log.calls == 0 do Thread.onSpinWait()
      shelf.query: state =>
        queried.countDown()
        state.titles
    assert(queried.await(20, TimeUnit.SECONDS))
    assert(!put.isDone && !seen.isDone)
    assertEquals(shelf.version, 0L)
    log.release()
    assertEquals((result(put), result(seen)), (1, Vector("Emma")))
    shelf.close()

  test("what a query saw and the log refuses is not told"):
    val log = AnsweringLog(MemoryEventLog())
    using(log): shelf =>
      shelf.execute(Put("Emma")): Unit
      log.answers.add(Some(AppendError.ReadOnly("the test says so"))): Unit
      assert(error(shelf.execute(Put("Dune"))).isInstanceOf[PrevalenceError.Unavailable])
      assertEquals(shelf.query(_.titles), Vector("Emma"))
      assertEquals(shelf.execute(Put("Ulysses")), 2)

  test("what a query saw is refused while it runs: it runs again"):
    val refuse = java.util.concurrent.atomic.AtomicReference[() => Unit]()
    val log    = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        refuse.set(() => listener.rejected(context, AppendError.ReadOnly("the test says so")))
    using(log): shelf =>
      val put = async(shelf.execute(Put("Emma")))
      while refuse.get == null do Thread.onSpinWait()
      var runs = 0
      val seen = shelf.query: state =>
        runs += 1
        if runs == 1 then refuse.get()()
        state.titles
      assertEquals((seen, runs), (Vector.empty, 2))
      intercept[ExecutionException](result(put)): Unit

  test("a transaction for which the log has no room is executed once"):
    val system = ShelfSystem()
    val log    = new WrappedLog(MemoryEventLog()):
      var left = 3

      override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        left -= 1
        if left >= 0 then listener.rejected(context, AppendError.Full)
        else super.appendEncoded(append, listener, context, waits)
    using(log, system = system): shelf =>
      assertEquals(shelf.execute(Put("Emma")), 1)
      assertEquals((system.executions, system.beginnings), (1, 2))

  test("a log that has no room until the time is over, or that says so later"):
    final class FullLog extends WrappedLog(MemoryEventLog()):
      @volatile var isFull = true

      override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        if isFull then listener.rejected(context, AppendError.Full)
        else super.appendEncoded(append, listener, context, waits)
    val full = FullLog()
    using(full, never.withTimeout(Duration.ofMillis(20))): shelf =>
      assert(error(shelf.execute(Put("Emma"))).isInstanceOf[PrevalenceError.Overloaded])
      assertEquals(shelf.query(_.titles), Vector.empty)
      full.isFull = false
      assertEquals(shelf.execute(Put("Dune")), 1)
    val later = AnsweringLog(MemoryEventLog())
    using(later): shelf =>
      for _ <- 1 to 3 do later.answers.add(Some(AppendError.Full))
      assertEquals(shelf.execute(Put("Emma")), 1)
      assertEquals(shelf.query(_.titles), Vector("Emma"))

  test("a log that cannot be read for a moment when the state is built again"):
    val log = AnsweringLog(MemoryEventLog())
    using(log): shelf =>
      shelf.execute(Put("Emma")): Unit
      assert(error(shelf.execute(Break("Dune"))).isInstanceOf[PrevalenceError.Failed])
      log.failingReads = 2
      assert(error(shelf.query(_.titles)).isInstanceOf[PrevalenceError.Unavailable])
      assert(error(shelf.execute(Put("Dune"))).isInstanceOf[PrevalenceError.Unavailable])
      assertEquals(shelf.execute(Put("Dune")), 2)
      assertEquals(shelf.query(_.titles), Vector("Emma", "Dune"))

  test("transactions and queries cannot call the system"):
    final class Calling extends ShelfSystem:
      @volatile var within: () => Unit = () => ()

      override def execute[R](shelf: Shelf, transaction: ShelfTransaction[R])(using brine.entity.At): R =
        within()
        super.execute(shelf, transaction)
    val system = Calling()
    using(system = system): shelf =>
      val calls = Map[String, () => Unit](
        "execute another one"      -> (() => shelf.execute(Put("Dune")): Unit),
        "query it"                 -> (() => shelf.query(_.titles): Unit),
        "save it"                  -> (() => shelf.save(): Unit),
        "look at an earlier state" -> (() => shelf.at(Instant.EPOCH)(_.titles): Unit),
        "close it"                 -> (() => shelf.close())
      )
      for (name, call) <- calls do
        val wanted = s"a transaction or query of the prevalent system 'shelf' must not $name"
        system.within = call
        assert(error(shelf.execute(Put("Emma"))).message.contains(wanted))
        system.within = () => ()
        assert(intercept[IllegalStateException](shelf.query(_ => call())).getMessage.startsWith(wanted))
      assertEquals(shelf.execute(Put("Emma")), 1)

  test("the exception of a query is its caller's"):
    using(): shelf =>
      shelf.execute(Put("Emma")): Unit
      assertEquals(
        intercept[IllegalArgumentException](shelf.query(_ => throw IllegalArgumentException("no"))).getMessage,
        "no"
      )
      assertEquals(shelf.query(_.titles), Vector("Emma"))

  test("transactions that are sent are executed in the order of the calls, also after one that fails"):
    using(): shelf =>
      val sent =
        for i <- 1 to 100 yield if i % 10 == 0 then shelf.executeAsync(Break(s"$i")) else shelf.executeAsync(Put(s"$i"))
      sent.foreach(Await.ready(_, 20.seconds))
      assertEquals(sent.count(_.value.get.isFailure), 10)
      assertEquals(shelf.query(_.titles), (1 to 100).filter(_ % 10 > 0).map(_.toString).toVector)

  test("a worker of an actor system must not wait"):
    val system = ActorSystem()
    try
      using(): shelf =>
        def onWorker[A](body: => A) = Await.result(Future(body)(using system.executionContext), 20.seconds)
        val waiting                 = Seq(
          () => shelf.execute(Put("Emma")),
          () => shelf.query(_.titles),
          () => shelf.at(Instant.EPOCH)(_.titles),
          () => shelf.save(),
          () => shelf.close()
        )
        for call <- waiting do intercept[IllegalStateException](onWorker(call())): Unit
        assertEquals(Await.result(onWorker(shelf.executeAsync(Put("Emma"))), 20.seconds), 1)
    finally system.shutdown(): Unit

  // ---- States of before ---------------------------------------------------------------------------------------------

  test("earlier states, by time and by offset, are copies"):
    val begin = Instant.parse("2026-01-01T00:00:00Z")
    var now   = begin
    val clock = new Clock:
      def getZone                                   = ZoneOffset.UTC
      def instant                                   = now
      override def withZone(zone: java.time.ZoneId) = this
    using(settings = never.withClock(clock)): shelf =>
      for i <- 1 to 5 do
        now = begin.plusSeconds(i)
        shelf.execute(Put(s"$i")): Unit
        if i == 3 then assert(shelf.save().isRight)
      for i <- 0 to 6 do
        val then_ = (1 to math.min(i, 5)).map(_.toString).toVector
        assertEquals(shelf.at(begin.plusSeconds(i))(_.titles), then_)
        assertEquals(shelf.at(Offset(i))(_.titles), then_)
      shelf.at(Instant.MAX)(_.loans.clear())
      shelf.at(Offset(3))(_.loans.clear())
      assertEquals(shelf.query(_.titles), Vector("1", "2", "3", "4", "5"))

  test("a saved state is used, also to build the state again"):
    val log    = MemoryEventLog()
    val system = ShelfSystem()
    using(log, system = system): shelf =>
      for i <- 1 to 5 do shelf.execute(Put(s"$i")): Unit
      assert(shelf.save().isRight)
      shelf.execute(Put("6")): Unit
      val before = system.executions
      assert(error(shelf.execute(Break("7"))).isInstanceOf[PrevalenceError.Failed])
      assertEquals(shelf.execute(Put("8")), 7)
      assertEquals(system.executions, before + 3) // the one that fails, the one after the saved state, the next
    val again = ShelfSystem()
    using(log, system = again): shelf =>
      assertEquals(shelf.query(_.titles), Vector("1", "2", "3", "4", "5", "6", "8"))
      assertEquals(again.executions, 2)
    val other = ShelfSystem(prefix = "x", fold = 2)
    using(log, system = other)(shelf => assertEquals(shelf.query(_.titles.head), "x1"))

  test("states are saved in the background while transactions change them, each as it was at its offset"):
    val log = MemoryEventLog()
    using(log, PrevalenceSettings(saveEvery = 10)): shelf =>
      val callers = for c <- 1 to 4 yield async(for i <- 1 to 200 do shelf.execute(Put(s"$c-$i")))
      callers.foreach(result(_))
    val report = ReplayCheck(ShelfSystem()).run(log)
    assertEquals(report.difference, None)
    assert(report.states > 0, report.message)
    assertEquals(report.transactions, 800L)

  test("a state that cannot be encoded is not saved, and transactions go on"):
    val log = MemoryEventLog()
    val bad = new ShelfSystem:
      override def execute[R](shelf: Shelf, transaction: ShelfTransaction[R])(using brine.entity.At): R =
        val reply = super.execute(shelf, transaction)
        shelf.loans("bad") = null
        reply
    using(log, PrevalenceSettings(saveEvery = 5), bad): shelf =>
      for i <- 1 to 30 do shelf.execute(Put(s"$i")): Unit
      assert(shelf.save().left.exists(_.isInstanceOf[SnapshotError.Unencodable]))
      assertEquals(shelf.execute(Put("31")), 32)
    assertEquals(log.snapshots.offsets("shelf"), Vector.empty)

  test("the check of a log names the first transaction that does something else"):
    val log = MemoryEventLog()
    using(log): shelf =>
      shelf.execute(Put("Emma")): Unit
      shelf.execute(Lend("Emma", "ada")): Unit
      assert(shelf.save().isRight)
    val same = ReplayCheck(ShelfSystem()).run(log)
    assertEquals((same.difference, same.transactions, same.states), (None, 2L, 1))
    assertEquals(ReplayCheck(ShelfSystem(prefix = "x")).run(log).difference.map(_.version), Some(2L))

  test("log and saved states are those of an immutable state"):
    val log     = MemoryEventLog()
    val mutable = MutablePrevalence.over(log, never)(MutableChainSystem)
    for id <- 1L to 5L do mutable.execute(ChainTransaction.Add(id)): Unit
    assert(mutable.save().isRight)
    mutable.execute(ChainTransaction.Add(6)): Unit
    val chain = mutable.query(_.chain)
    mutable.close()
    val immutable = Prevalence.over(log, never)(ChainSystem)
    assertEquals(immutable.root.state, chain)
    immutable.execute(ChainTransaction.Add(7)): Unit
    assert(immutable.save().isRight)
    val next = immutable.root.state
    immutable.close()
    val again = MutablePrevalence.over(log, never)(MutableChainSystem)
    assertEquals(again.query(_.chain), next)
    again.close()

  // ---- Errors -------------------------------------------------------------------------------------------------------

  test("after an unknown outcome nothing is told until it is opened again"):
    val log = AnsweringLog(MemoryEventLog())
    using(log): shelf =>
      shelf.execute(Put("Emma")): Unit
      log.answers.add(Some(AppendError.OutcomeUnknown(Offset(2), Offset(2)))): Unit
      assert(error(shelf.execute(Put("Dune"))).isInstanceOf[PrevalenceError.OutcomeUnknown])
      assert(error(shelf.execute(Put("Ulysses"))).isInstanceOf[PrevalenceError.OutcomeUnknown])
      assert(error(shelf.query(_.titles)).isInstanceOf[PrevalenceError.OutcomeUnknown])
      assert(error(shelf.save()).isInstanceOf[PrevalenceError.OutcomeUnknown])
    using(log)(shelf => assertEquals(shelf.query(_.titles), Vector("Emma")))

  test("another writer is noticed"):
    val log = MemoryEventLog()
    using(log): one =>
      using(log): other =>
        one.execute(Put("Emma")): Unit
        assert(error(other.execute(Put("Dune"))).isInstanceOf[PrevalenceError.OtherWriter])
        assert(error(other.query(_.titles)).isInstanceOf[PrevalenceError.OtherWriter])
      assertEquals(one.execute(Put("Dune")), 2)

  test("another writer is noticed when the state is built again"):
    val log = MemoryEventLog()
    using(log): one =>
      using(log): other =>
        one.execute(Put("Emma")): Unit
        assert(error(other.execute(Break("Dune"))).isInstanceOf[PrevalenceError.Failed])
        assert(error(other.query(_.titles)).isInstanceOf[PrevalenceError.OtherWriter])
        assert(error(other.execute(Put("Dune"))).isInstanceOf[PrevalenceError.OtherWriter])

  test("an initial state that is one object for all is refused"):
    val shared = Shelf(scala.collection.mutable.LinkedHashMap.empty, None)
    val system = new ShelfSystem:
      override def initial: Shelf = shared
    val failed = error(MutablePrevalence.over(MemoryEventLog())(system))
    assert(failed.message.contains("return a new one each time"), failed.message)

  test("a log that does not proceed ends the wait"):
    val log   = HeldLog(MemoryEventLog())
    val some  = never.withTimeout(Duration.ofMillis(20)).withMaxPending(2)
    val shelf = MutablePrevalence.over(log, some)(ShelfSystem())
    try
      assert(error(shelf.execute(Put("Emma"))).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(shelf.query(_.titles)).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(shelf.save()).isInstanceOf[PrevalenceError.Overloaded])
      assert(error(shelf.execute(Put("Dune"))).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(shelf.execute(Put("Ulysses"))).isInstanceOf[PrevalenceError.Overloaded])
      log.release()
    finally shelf.close()
    assertEquals(shelf.query(_.titles), Vector("Emma", "Dune"))

  test("a closed system says so, and can be queried"):
    val shelf = MutablePrevalence.over(MemoryEventLog(), never)(ShelfSystem())
    shelf.execute(Put("Emma")): Unit
    shelf.close()
    shelf.close()
    assert(error(shelf.execute(Put("Dune"))).isInstanceOf[PrevalenceError.Closed])
    assertEquals(shelf.query(_.titles), Vector("Emma"))

  folder.test("null is refused by name before anything is opened, and a folder is free after a failure"): folder =>
    def named(name: String)(body: => Any)(using munit.Location): Unit =
      val failed = intercept[NullPointerException](body)
      assert(String.valueOf(failed.getMessage).startsWith(name), failed)
    val inner = folder.resolve("inner")
    named("folder")(MutablePrevalence.open(null)(ShelfSystem()))
    named("settings")(MutablePrevalence.open(inner, null)(ShelfSystem()))
    named("journal")(MutablePrevalence.open(inner, never, null)(ShelfSystem()))
    named("system")(MutablePrevalence.open[ShelfTransaction, Shelf](inner)(null))
    assert(!Files.exists(inner))
    named("log")(MutablePrevalence.over(null)(ShelfSystem()))
    val log = Journal.open(folder)
    log.append("shelf", ExpectedVersion.Any, Seq("text")).await(): Unit
    log.close()
    assert(error(MutablePrevalence.open(folder)(ShelfSystem())).isInstanceOf[PrevalenceError.Unavailable])
    Journal.open(folder).close()
