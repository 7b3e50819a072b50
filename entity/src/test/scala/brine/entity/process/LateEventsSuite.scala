package brine.entity.process

import brine.actor.ActorSystem
import brine.entity.WrappedLog
import brine.entity.effect.EffectRefusedException
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Events whose instance cannot be said for a while are handled once, whenever the program ends meanwhile. */
class LateEventsSuite extends FunSuite, ProcessBase:
  import LateEventsSuite.*

  override val munitTimeout: FiniteDuration = 5.minutes

  private val rarely = quick.copy(attempts = 1, saveEvery = Duration.ofHours(1))

  /** Lives of a program over one log. */
  private final class Lives:
    private var memory = MemoryEventLog()
    private val sent   = ConcurrentLinkedQueue[CommandKey]()

    @volatile var send: Long => Unit = _ => ()

    /** The commands that were sent. */
    def keys: Vector[CommandKey] = sent.asScala.toVector

    def log: EventLog = memory

    private var offsets = Map.empty[Long, Long]

    def count(number: Long, instance: String = "i"): Offset =
      val offset =
        memory.append("count-1", Counted(instance, number)).await().fold(error => fail(error.message), _.last)
      offsets = offsets.updated(number, offset.sequence)
      offset

    /** The cause that the event of a number is. */
    def event(number: Long, isLate: Boolean = false): StepCause = StepCause.Event(offsets(number), isLate)

    /** The events that are set aside, by their numbers, with their instances. */
    def aside(process: RunningProcess): Vector[(Option[String], Long)] =
      val numbers = offsets.map(_.swap)
      process.setAside.map(one => (one.instance, numbers(one.offset.sequence)))

    def steps: Vector[Tally.Done] = memory
      .read[Tally.Done]("tally-i")
      .toVector
      .fold(error => fail(error.message), _.map(_.value))

    def causes: Vector[StepCause] = steps.map(_.cause)

    /** A life that ends as a kill does: nothing more is stored.
      *
      * @param wrong
      *   numbers of the events whose instance nobody can say
      */
    def killed(wrong: Set[Long], settings: ProcessSettings = rarely)(body: RunningProcess => Unit): Unit =
      killedOver(wrong, settings)(identity)((process, _) => body(process))

    /** The same over a log that stands before the one of all lives. */
    def killedOver[L <: EventLog](wrong: Set[Long], settings: ProcessSettings = rarely)(over: EventLog => L)(
        body: (RunningProcess, L) => Unit
    ): Unit =
      val system = ActorSystem()
      val log    = over(memory)
      try
        val process = start(wrong, system, settings, log)
        try
          body(process, log)
          memory.close()
        finally process.close()
      finally system.shutdown(): Unit
      if memory.source.isClosed then memory = memory.openAgain()

    def closed(wrong: Set[Long], settings: ProcessSettings = rarely)(body: RunningProcess => Unit): Unit =
      val system = ActorSystem()
      try
        val process = start(wrong, system, settings, memory)
        try body(process)
        finally process.close()
      finally system.shutdown(): Unit

    private def start(wrong: Set[Long], system: ActorSystem, settings: ProcessSettings, log: EventLog) =
      Processes.start(log, system, Tally(event => wrong(event.number)), settings): (number, key) =>
        sent.add(key): Unit
        send(number)
        "done"

    def end(): Unit = memory.close()

  private def lives(body: Lives => Unit): Unit =
    val all = Lives()
    try body(all)
    finally all.end()

  private def replayAll(process: RunningProcess): Unit =
    assert(process.setAside.nonEmpty)
    process.setAside.foreach(one => assertEquals(process.replay(one), Right(1)))

  test("an event of an unknown instance is stored as set aside before later ones are handled"):
    lives: all =>
      all.killed(Set(1)): process =>
        all.count(1): Unit
        eventually("it is not set aside")(process.setAside.nonEmpty)
        process.await(all.count(2), 20.seconds)
        assertEquals(all.causes.head, all.event(2))
      all.killed(Set.empty): process =>
        assertEquals(all.aside(process), Vector((None, 1L)))
        replayAll(process)
      assertEquals(all.steps.flatMap(_.facts), Vector(2L, 1L))
      assertEquals(all.causes.drop(2), Vector(all.event(1, isLate = true), StepCause.Reply(2)))

  test("also in one batch, with a save for all of it"):
    lives: all =>
      val numbers = 1L to 40L
      numbers.foreach(all.count(_): Unit)
      val wrong = numbers.filter(_ % 2 == 1).toSet
      all.killed(wrong): process =>
        process.await(all.log.durable, 20.seconds)
      // The claim, and one for each batch of events: the first has them all, if it was not read before the last append.
      val saves = all.log.version("brine.effects-process:tally").fold(error => fail(error.message), identity)
      assertEquals(saves, 2L)
      all.killed(Set.empty): process =>
        assertEquals(all.aside(process), numbers.filter(wrong).toVector.map(None -> _))
        assertEquals(process.replay(process.setAside.head), Right(wrong.size))
      assertEquals(all.steps.flatMap(_.facts), numbers.filterNot(wrong).toVector ++ numbers.filter(wrong))

  test("later events wait until it is stored, also if the log refuses that for a while"):
    lives: all =>
      all.killedOver(Set(1))(RefusedPositions(_)): (process, log) =>
        log.isRefusing = true
        all.count(1): Unit
        eventually("it is not set aside")(process.setAside.nonEmpty)
        val second = all.count(2)
        eventually("it is not stored again and again")(log.refused > 2)
        assertEquals(all.steps, Vector.empty)
        assertEquals((process.status.pending, process.status.end), (1, None))
        log.isRefusing = false
        process.await(second, 20.seconds)
        process.await(all.count(3), 20.seconds)
        assertEquals(all.steps.flatMap(_.facts), Vector(2L, 3L))

  test("a kill while the log refuses to store it loses nothing"):
    lives: all =>
      all.killedOver(Set(1))(RefusedPositions(_)): (_, log) =>
        log.isRefusing = true
        all.count(1): Unit
        all.count(2): Unit
        eventually("it is not stored again and again")(log.refused > 2)
      all.killed(Set.empty)(_.await(all.log.durable, 20.seconds))
      assertEquals(all.steps.flatMap(_.facts), Vector(1L, 2L))

  test("an event that was open at the start is stored as set aside before later ones"):
    lives: all =>
      all.send = number => if number == 1 then throw IllegalStateException("down")
      // Two that were read and not handled, which the end stores, and one that was.
      all.closed(Set.empty, rarely.copy(attempts = Int.MaxValue)): process =>
        all.count(1): Unit
        all.count(2): Unit
        all.count(5, "j"): Unit
        eventually("they are not handled")(process.status.pending == 2 && all.keys.exists(_.instance == "j"))
      all.send = _ => ()
      // The first has a step; the third has none yet.
      all.count(3): Unit
      all.killed(Set(2, 3)): process =>
        process.await(all.count(4), 20.seconds)
        assertEquals(all.aside(process), Vector((None, 2L), (None, 3L)))
      all.killed(Set.empty): process =>
        assertEquals(all.aside(process), Vector((None, 2L), (None, 3L)))
        assertEquals(process.replay(process.setAside.head), Right(2))
      assertEquals(all.steps.flatMap(_.facts), Vector(1L, 4L, 2L, 3L))

  private def handledOnce(all: Lives): Unit =
    assertEquals(all.causes, Vector(all.event(1), StepCause.Reply(1)))
    assertEquals(all.keys.distinct.size, 1)

  test("an event that was handled, and is read again when nobody can say its instance, is handled once"):
    lives: all =>
      all.killed(Set.empty)(_.await(all.count(1), 20.seconds))
      all.closed(Set(1))(process => eventually("it is not set aside")(process.setAside.nonEmpty))
      all.closed(Set.empty)(replayAll)
      handledOnce(all)

  test("the same after the process was moved back"):
    lives: all =>
      all.closed(Set.empty)(_.await(all.count(1), 20.seconds))
      Processes.moveTo(all.log, Tally.Name, Offset.Begin)
      all.closed(Set(1))(process => eventually("it is not set aside")(process.setAside.nonEmpty))
      all.closed(Set.empty)(replayAll)
      handledOnce(all)

  test("the same if its command was not sent: that is sent with its key"):
    lives: all =>
      all.send = _ => throw IllegalStateException("down")
      all.killed(Set.empty, rarely.copy(attempts = Int.MaxValue)): _ =>
        all.count(1): Unit
        eventually("it is not sent")(all.keys.nonEmpty)
      all.send = _ => ()
      all.closed(Set(1))(process => eventually("it is not set aside")(process.setAside.nonEmpty))
      assertEquals(all.causes, Vector(all.event(1)))
      all.closed(Set.empty)(replayAll)
      handledOnce(all)

  test("a late event is handled before and after another one of its instance, and then read again"):
    lives: all =>
      all.closed(Set(1, 2)): process =>
        all.count(1): Unit
        all.count(2): Unit
        process.await(all.count(3), 20.seconds)
      all.killed(Set.empty): process =>
        assertEquals(process.replay(process.setAside.head), Right(2))
      // That they were handled is not stored.
      all.closed(Set(1)): process =>
        assertEquals(process.setAside.size, 2)
        assert(process.replay(process.setAside.head).isLeft)
      all.closed(Set.empty)(process => assertEquals(process.replay(process.setAside.head), Right(2)))
      assertEquals(all.steps.flatMap(_.facts), Vector(3L, 1L, 2L))
      assertEquals(all.keys.distinct.size, 3)

  test("a late event sends the command that its instance waits for, also of an event that is set aside behind it"):
    lives: all =>
      all.send = _ => throw IllegalStateException("down")
      all.killed(Set(1), rarely.copy(attempts = Int.MaxValue)): process =>
        all.count(1): Unit
        eventually("it is not set aside")(process.setAside.nonEmpty)
        all.count(2): Unit
        eventually("the second is not sent")(all.keys.nonEmpty)
      all.send = _ => ()
      all.closed(Set(1, 2))(process => eventually("they are not set aside")(process.setAside.size == 2))
      all.closed(Set.empty)(process => assertEquals(process.replay(process.setAside.head), Right(2)))
      assertEquals(
        all.causes,
        Vector(all.event(2), StepCause.Reply(1), all.event(1, isLate = true), StepCause.Reply(2))
      )
      assertEquals(all.keys.distinct.size, 2)

  test("a log that cannot be searched keeps a late event set aside"):
    lives: all =>
      all.killed(Set.empty)(_.await(all.count(1), 20.seconds))
      all.closed(Set(1))(process => eventually("it is not set aside")(process.setAside.nonEmpty))
      all.killedOver(Set.empty)(UnsearchedLog(_)): (process, log) =>
        log.isFailing = true
        process.replay(process.setAside.head) match
          case Left(ProcessError.Failing(_, "stream count-1", offset, cause)) =>
            assertEquals(offset, process.setAside.head.offset)
            assert(cause.getMessage.contains("cannot find out whether the instance 'i' has handled the event"), cause)
            assert(cause.getMessage.contains("the test says so"), cause)
          case other => fail(other.toString)
        log.isFailing = false
        assertEquals(process.replay(process.setAside.head), Right(1))
      handledOnce(all)

  test("a discard beside a replay leaves no command that nobody sends"):
    lives: all =>
      val begun    = CountDownLatch(1)
      val go       = CountDownLatch(1)
      var isHealed = false
      all.send = number =>
        if number == 2 then throw EffectRefusedException("no")
        if number == 1 then
          if !isHealed then throw EffectRefusedException("no")
          begun.countDown()
          go.await()
      all.closed(Set.empty): process =>
        all.count(1): Unit
        process.await(all.count(2), 20.seconds)
        assertEquals(all.aside(process), Vector((Some("i"), 1L), (Some("i"), 2L)))
        isHealed = true
        val replayed = asked(process.replay("i"))
        begun.await()
        val discarded = java.util.concurrent.FutureTask(() => process.discard("i"))
        val thread    = Thread(discarded)
        thread.start()
        eventually("the discard does not wait")(thread.getState == Thread.State.WAITING)
        go.countDown()
        assert(replayed.get(20, TimeUnit.SECONDS).isLeft)
        // Of the second event.
        assertEquals(discarded.get(20, TimeUnit.SECONDS), Right(1))
        assertEquals(all.causes.last, StepCause.Discarded)
        process.await(all.count(3), 20.seconds)
        assertEquals(process.setAside, Vector.empty)
      assertEquals(all.steps.flatMap(_.facts), Vector(1L, 2L, 3L))
      val replies = all.causes.collect { case StepCause.Reply(number) => number }
      assertEquals(replies, Vector(1L, 3L))

  test("a discard waits for a late event of the instance, which is set aside in another lane"):
    lives: all =>
      val begun = CountDownLatch(1)
      val go    = CountDownLatch(1)
      all.send = _ => throw EffectRefusedException("no")
      all.closed(Set(1)): process =>
        all.count(1): Unit
        process.await(all.count(2), 20.seconds)
        assertEquals(all.aside(process).map(_._1), Vector(None, Some("i")))
      all.send = number =>
        if number == 2 then
          begun.countDown()
          go.await()
      all.closed(Set.empty): process =>
        val replayed = asked(process.replay(process.setAside.find(_.instance.isEmpty).get))
        begun.await()
        val discarded = java.util.concurrent.FutureTask(() => process.discard("i"))
        val thread    = Thread(discarded)
        thread.start()
        eventually("the discard does not wait")(thread.getState == Thread.State.WAITING)
        Thread.sleep(20) // may find a fault, and never a false one
        assert(!discarded.isDone)
        go.countDown()
        assert(replayed.get(20, TimeUnit.SECONDS).isRight)
        discarded.get(20, TimeUnit.SECONDS): Unit
      // The command that was being sent has its reply.
      assert(all.causes.exists { case StepCause.Reply(_) => true; case _ => false }, all.causes)

  test("a discard whose step cannot be stored forgets nothing"):
    lives: all =>
      all.send = _ => throw EffectRefusedException("no")
      all.killedOver(Set.empty)(RefusedPositions(_, "tally-i")): (process, log) =>
        process.await(all.count(1), 20.seconds)
        log.isRefusing = true
        process.discard("i") match
          case Left(ProcessError.NotDiscarded(_, "i", _)) => ()
          case other                                      => fail(other.toString)
        assertEquals(all.aside(process), Vector((Some("i"), 1L)))
        log.isRefusing = false
        assertEquals(process.discard("i"), Right(1))
        assertEquals(process.discard("i"), Right(0))
      assertEquals(all.causes, Vector(all.event(1), StepCause.Discarded))

  test("a discard without anything set aside gives up no command"):
    lives: all =>
      val begun = CountDownLatch(1)
      val go    = CountDownLatch(1)
      all.send = _ =>
        begun.countDown()
        go.await()
      all.closed(Set.empty): process =>
        val first = all.count(1)
        begun.await()
        assertEquals(process.discard("i"), Right(0))
        go.countDown()
        process.await(first, 20.seconds)
      assertEquals(all.causes, Vector(all.event(1), StepCause.Reply(1)))

object LateEventsSuite:
  /** Refuses appends to a stream, while a test says so. */
  private final class RefusedPositions(log: EventLog, stream: String = "brine.effects-process:tally")
      extends WrappedLog(log):
    @volatile var isRefusing   = false
    @volatile var refused: Int = 0

    override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
      if isRefusing && append.parts.exists(_.stream == stream) then
        refused += 1
        listener.rejected(context, AppendError.ReadOnly("the test says so"))
      else super.appendEncoded(append, listener, context, waits)

  /** Steps of an instance cannot be searched, while a test says so. */
  private final class UnsearchedLog(log: EventLog) extends WrappedLog(log):
    @volatile var isFailing                                = false
    override protected def beforeQuery(query: Query): Unit =
      if isFailing && query == Query.stream("tally-i") then throw IllegalStateException("the test says so")
