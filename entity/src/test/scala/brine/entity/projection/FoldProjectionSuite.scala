package brine.entity.projection

import brine.entity.WrappedLog
import brine.journal.state.StateRecords
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Filter, Journal, JournalException, JournalReader, Offset, ReadError}
import java.nio.file.Files
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CompletableFuture, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*

class FoldProjectionSuite extends FunSuite, ProjectionsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private type Lines = Map[String, Line]

  private def start(log: EventLog, version: Int = 1, saveEvery: Int = 3) =
    FoldProjection.start(log, Moves.projection(version = version), Map.empty: Lines, quick, saveEvery)(Moves.step)

  test("the state has what was written, and a saved one shortens the next start"):
    withLog: log =>
      running(start(log)): moves =>
        for number <- 1 to 10 do move(log, "a", number)
        val offset = move(log, "b", 1)
        assertEquals(moves.at(offset, 30.seconds)(identity), Moves.fold(log.readAll[Move]().toVector.toOption.get))
      move(log, "b", 2)
      running(start(log)): moves =>
        val offset = move(log, "a", 11)
        assertEquals(moves.at(offset, 30.seconds)(identity), Moves.fold(log.readAll[Move]().toVector.toOption.get))
        assertEquals(moves.status.applied, 2L)
      running(start(log, version = 2)): moves =>
        moves.await(Offset(13), 30.seconds)
        assertEquals(moves.status.applied, 13L)

  test("a state that was saved as another type, or of other records, is not used"):
    withLog: log =>
      val offset = move(log, "a", 1)
      running(start(log, saveEvery = 1))(_.await(offset, 30.seconds))
      val count =
        FoldProjection.start(log, Moves.projection(), 0L, quick, 1)((sum: Long, _) => sum + 1)
      running(count): count =>
        assertEquals(count.at(move(log, "a", 2), 30.seconds)(identity), 2L)
      running(start(log, saveEvery = 1)): moves =>
        moves.await(Offset(2), 30.seconds)
        assertEquals(moves.status.applied, 2L)

  test("a step that fails sets its key aside, also after a restart, and a replay applies it"):
    withLog: log =>
      var fails  = true
      def open() = FoldProjection.start(log, Moves.projection(), Map.empty: Lines, quick.withAttempts(2)):
        (lines, record) =>
          if fails && record.value.number == 13 then throw IllegalStateException("13")
          Moves.step(lines, record)
      move(log, "a", 12)
      move(log, "a", 13)
      move(log, "a", 14)
      val last = move(log, "b", 1)
      running(open()): moves =>
        assertEquals(moves.at(last, 30.seconds)(_.view.mapValues(_.count).toMap), Map("line-a" -> 1L, "line-b" -> 1L))
      running(open()): moves =>
        eventually("its saved state says so")(moves.setAside.size == 2)
        fails = false
        assertEquals(moves.replay("line-a"), Right(2))
        assertEquals(moves.state, Moves.fold(log.readAll[Move]().toVector.toOption.get))
      running(open())(moves => eventually("none is aside")(moves.state.nonEmpty && moves.setAside.isEmpty))

  test("another process folds what a journal's writer appends"):
    val folder = Files.createTempDirectory("brine-followed")
    val log    = Journal.open(folder.resolve("log"))
    try
      val reader = JournalReader.open(folder.resolve("log"))
      try
        running(FoldProjection.start(reader, Moves.projection(), Map.empty: Lines, quick)(Moves.step)): moves =>
          val offset = move(log, "a", 1)
          assertEquals(moves.at(offset, 30.seconds)(_.size), 1)
      finally reader.close()
    finally
      log.close()
      TestDatabase.deleteAll(folder)

  test("over a log that is closed it ends"):
    val log = MemoryEventLog()
    move(log, "a", 1)
    log.close()
    running(start(log))(moves => assertEquals(ended(moves), ProjectionError.Closed(s"$moves")))
    val folder  = Files.createTempDirectory("brine-closed")
    val journal = Journal.open(folder.resolve("log"))
    try
      journal.close()
      running(FoldProjection.start(journal, Moves.projection(), Map.empty: Lines, quick)(Moves.step)): moves =>
        assertEquals(ended(moves), ProjectionError.Closed(s"$moves"))
    finally TestDatabase.deleteAll(folder)

  test("a log that says it is closed before it counts as closed is tried again"):
    withLog: log =>
      move(log, "a", 1)
      val failures = AtomicInteger(3)
      val closing  = new WrappedLog(log):
        private def fail(): Unit =
          if failures.getAndDecrement() > 0 then throw JournalException(ReadError.Closed)
        override protected def beforeReadAll(): Unit = fail()
        override protected def beforeQuery(): Unit   = fail()
      running(start(closing)): moves =>
        assertEquals(moves.at(log.durable, 30.seconds)(_.size), 1)
        assert(failures.get < 0)

  private def away() = throw JournalException(ReadError.Unavailable("of the test", Exception("it is away")))

  test("a log that fails while the key of a record without a value is looked for is tried again"):
    withLog: log =>
      val failures = AtomicInteger(3)
      val failing  = new SourcedLog(log):
        override protected def beforeOpening(filter: Option[Filter.Basic]): Unit =
          if filter.contains(Filter.All) && failures.getAndDecrement() > 0 then away()
      move(log, "a", 1): Unit
      log.append("line-a", "no move").await(): Unit
      move(log, "a", 2): Unit
      val last = move(log, "b", 1)
      running(start(failing)): moves =>
        assertEquals(moves.at(last, 30.seconds)(_.view.mapValues(_.count).toMap), Map("line-a" -> 1L, "line-b" -> 1L))
        assertEquals(moves.setAside.map(one => (one.key, one.offset.sequence)), Vector(("line-a", 2L), ("line-a", 3L)))
        assert(failures.get < 0)

  test("while the log is away a replay says so, a discard is done, and the projection continues afterward"):
    withLog: log =>
      val isAway  = AtomicBoolean(false)
      val isOpen  = AtomicBoolean(true)
      val failing = new SourcedLog(log):
        override protected def beforeOpening(filter: Option[Filter.Basic]): Unit = if isAway.get then away()
        override protected def beforeNext(): Unit                                = if !isOpen.get then away()
      var fails = true
      val moves = FoldProjection.start(failing, Moves.projection(), 0L, quick.withAttempts(1)): (sum, record) =>
        if fails then throw IllegalStateException("a bug")
        sum + record.value.number
      def asked[A](body: => A) = CompletableFuture.supplyAsync(() => body, task => Thread.ofVirtual.start(task): Unit)
      running(moves): moves =>
        for line <- List("a", "b") do move(log, line, 1): Unit
        moves.await(Offset(2), 30.seconds)
        fails = false
        // First it cannot be opened, while what is open can be read.
        isAway.set(true)
        asked(moves.replay("line-a")).get(30, TimeUnit.SECONDS) match
          case Left(_: ProjectionError.Unreadable) => ()
          case other                               => fail(s"$other")
        assertEquals(moves.status.end, None)
        isOpen.set(false)
        eventually("it has noticed")(moves.status.failure.nonEmpty)
        assertEquals(asked(moves.discard("line-a")).get(30, TimeUnit.SECONDS), Right(1))
        isAway.set(false)
        isOpen.set(true)
        val last = move(log, "a", 5)
        assertEquals(moves.at(last, 30.seconds)(identity), 5L)
        assertEquals(moves.replay("line-b"), Right(1))
        assertEquals(moves.state, 6L)

  test("a request and the end do not wait for the next record"):
    withLog: log =>
      val waits   = AtomicInteger()
      val patient = new SourcedLog(log):
        override protected def awaiting(offset: Offset, nanos: Long): Boolean =
          waits.incrementAndGet()
          log.source.awaitBeyond(offset, TimeUnit.HOURS.toNanos(1))
      val moves                = start(patient)
      def asked[A](body: => A) = CompletableFuture.supplyAsync(() => body, task => Thread.ofVirtual.start(task): Unit)
      moves.await(move(log, "a", 1), 30.seconds)
      for turn <- 1 to 20 do
        eventually("it waits")(waits.get >= turn)
        assertEquals(asked(moves.discard("line-a")).get(30, TimeUnit.SECONDS), Right(0))
      eventually("it waits again")(waits.get > 20)
      asked(moves.close()).get(30, TimeUnit.SECONDS): Unit

  test("after a replay the state is saved"):
    withLog: log =>
      var fails  = true
      def open() = FoldProjection.start(log, Moves.projection(), Map.empty: Lines, quick.withAttempts(1)):
        (lines, record) =>
          if fails then throw IllegalStateException("a bug")
          Moves.step(lines, record)
      for number <- 1 to 300 do move(log, "a", number)
      running(open()): moves =>
        moves.await(Offset(300), 30.seconds)
        fails = false
        assertEquals(moves.replay("line-a"), Right(300))
        // Saved already, before it is closed: another start finds it.
        running(open()): other =>
          eventually("it has what was saved")(other.state.nonEmpty)
          assertEquals(other.setAside, Vector.empty)
          assertEquals(other.state, Moves.fold(log.readAll[Move]().toVector.toOption.get))
          assertEquals(other.status.applied, 0L)

  test("what was discarded stays so in a start right after"):
    withLog: log =>
      def open() = FoldProjection.start(log, Moves.projection(), 0L, quick.withAttempts(1)): (sum, record) =>
        if record.value.number == 13 then throw IllegalStateException("13")
        sum + record.value.number
      for turn <- 1 to 50 do
        move(log, s"$turn", 13)
        running(open()): moves =>
          moves.await(log.durable, 30.seconds)
          assertEquals(moves.discard(s"line-$turn"), Right(1))
        running(open()): moves =>
          moves.await(log.durable, 30.seconds)
          assertEquals(moves.setAside, Vector.empty)
          assertEquals(moves.status.applied, 0L)

  test("a save that has failed is made again before it is closed"):
    withLog: log =>
      val offset  = move(log, "a", 1)
      val failing = new WrappedLog(log):
        private val isFirst               = AtomicBoolean(true)
        override val states: StateRecords = FailingStates(log.states, () => isFirst.getAndSet(false))
      running(start(failing, saveEvery = 1))(_.await(offset, 30.seconds))
      running(start(log)): moves =>
        moves.await(offset, 30.seconds)
        assertEquals(moves.status.applied, 0L)

  test("a discard or replay whose save has failed is saved when it is closed"):
    for repairs <- Vector(false, true) do
      withLog: log =>
        val isDown  = AtomicBoolean(false)
        val failing = new WrappedLog(log):
          override val states: StateRecords = FailingStates(log.states, () => isDown.get)
        var fails  = true
        def open() = FoldProjection.start(failing, Moves.projection(), 0L, quick.withAttempts(1)): (sum, record) =>
          if fails && record.value.number == 13 then throw IllegalStateException("13")
          sum + record.value.number
        move(log, "a", 13): Unit
        val last = move(log, "b", 1)
        running(open())(_.await(last, 30.seconds))
        running(open()): moves =>
          eventually("it knows what is aside")(moves.setAside.size == 1)
          isDown.set(true)
          fails = !repairs
          assertEquals(if repairs then moves.replay("line-a") else moves.discard("line-a"), Right(1))
          isDown.set(false)
        fails = true
        running(open()): moves =>
          moves.await(last, 30.seconds)
          assertEquals(moves.setAside, Vector.empty)
          assertEquals((moves.state, moves.status.applied), (if repairs then 14L else 1L, 0L))

  test("a number of records after which it saves must be above zero"):
    withLog: log =>
      intercept[IllegalArgumentException](start(log, saveEvery = 0))
