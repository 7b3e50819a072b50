package brine.entity.process.internal

import brine.entity.WrappedLog
import brine.entity.process.{ProcessStep, StepCause, TimerChange}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion, ReadError}
import munit.FunSuite

/** Reactions to events are found by the steps in the log. */
class ReactionsSuite extends FunSuite:
  private type Step = ProcessStep[String, Int, Long]

  private def step(cause: StepCause): Step =
    ProcessStep(cause, None, 0, Vector("fact"), Vector(7), Vector(TimerChange.Set("x", 1, 2)), ends = false)

  private def withLog(body: MemoryEventLog => Unit): Unit =
    val log = MemoryEventLog()
    try
      for number <- 1 to 10 do log.append("events", number).await(): Unit
      body(log)
    finally log.close()

  private def append(log: EventLog, stream: String)(causes: StepCause*): Unit =
    causes.foreach(cause => log.append(stream, step(cause)).await(): Unit)

  test("those of the instance are found, in order or late, and no others"):
    withLog: log =>
      append(log, "p-i")(
        StepCause.Event(2, false),
        StepCause.Timer("5"),
        StepCause.Reply(5),
        StepCause.Event(6, false),
        StepCause.Discarded,
        StepCause.Event(4, true)
      )
      append(log, "p-j")(StepCause.Event(3, false))
      append(log, "q-i")(StepCause.Event(5, false))
      val reactions = Reactions(log)
      assertEquals((1L to 10L).filter(reactions.has("p-i", _) == Right(true)), Vector(2L, 4L, 6L))
      assertEquals((1L to 10L).filter(reactions.has("p-j", _) == Right(true)), Vector(3L))
      assertEquals(reactions.has("p-k", 2), Right(false))

  test("steps of an instance that was deleted are passed"):
    withLog: log =>
      append(log, "p-i")(StepCause.Event(2, false))
      log.delete("p-i", ExpectedVersion.Any).await(): Unit
      append(log, "p-i")(StepCause.Event(4, false))
      assertEquals(Reactions(log).has("p-i", 4), Right(true))
      assertEquals(Reactions(log).has("p-i", 5), Right(false))

  test("steps before the event are not read"):
    withLog: log =>
      log.append("p-i", "no step").await(): Unit
      append(log, "p-i")(StepCause.Event(10, false))
      val wrong = log.durable.sequence - 1
      assertEquals(Reactions(log).has("p-i", wrong), Right(false))
      Reactions(log).has("p-i", wrong - 1) match
        case Left(ReadError.Undecodable(offset, "p-i", _)) => assertEquals(offset.sequence, wrong)
        case other                                         => fail(other.toString)

  test("what reading throws is an error"):
    withLog: log =>
      val failing = new WrappedLog(log):
        override protected def beforeQuery(): Unit = throw IllegalStateException("the test says so")
      Reactions(failing).has("p-i", 1) match
        case Left(ReadError.Unavailable(_, cause)) => assert(cause.toString.contains("the test says so"), cause)
        case other                                 => fail(other.toString)
      val interrupted = new WrappedLog(log):
        override protected def beforeQuery(): Unit = throw InterruptedException("the test says so")
      val result =
        try Reactions(interrupted).has("p-i", 1)
        catch case failed: InterruptedException => failed.getMessage
      assertEquals[Any, Any](result, "the test says so")
