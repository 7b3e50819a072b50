package brine.entity.process.internal

import brine.entity.At
import brine.entity.effect.EffectsBegin
import brine.entity.process.*
import brine.journal.{Query, Record}
import java.time.Instant
import java.util.UUID
import munit.FunSuite

/** An instance recognizes what it has handled, and keeps commands and timers in order. */
class InstancesSuite extends FunSuite:
  private type Done  = ProcessStep[Int, Int, Int]
  private type State = InstanceState[Int, Int]

  private val clock = TestClock()
  private val now   = clock.instant
  private val at    = At(Instant.EPOCH, UUID(0, 0), 0)

  /** Reacts to numbers as the test says. */
  private final class Scripted(script: Map[Int, Reaction[Int, Int]])
      extends Process[Int, Int, Int, Int, Int]("scripted", EffectsBegin.First):
    def query: Query                                                                 = Query.none
    def instance(event: Record[Int]): Option[String]                                 = None
    def initial: Int                                                                 = 0
    def evolve(state: Int, fact: Int): Int                                           = state + fact
    def react(state: Int, input: ProcessInput[Int, Int, Int])(using brine.entity.At) = input match
      case ProcessInput.Event(number)      => script(number)
      case ProcessInput.Replied(_, number) => script(number)
      case ProcessInput.TimerFired(_)      => Reaction(1000)

  /** An instance that gets one input after the other. */
  private final class One(script: (Int, Reaction[Int, Int])*):
    private val instances = Instances(Scripted(script.toMap), clock)
    private var offset    = 0L
    var state: State      = instances.initial

    /** The steps that an input leads to. */
    def take(input: InstanceInput, isHandled: Boolean = true, unsearched: Option[Long] = None): Vector[Done] =
      val decision = instances.decide[Any](state, InstanceCommand(input))(using at)
      state = decision.events.foldLeft(state)(instances.evolve)
      assertEquals(decision.reply, InstanceReply(state.open.headOption, isHandled, unsearched))
      decision.events

    def event(number: Int): Vector[Done] =
      offset += 1
      take(InstanceInput.Event(offset, number))

    def open: Vector[(Long, Int)] = state.open.map(one => (one.number, one.command))

  test("an event is handled once, in order or late"):
    val one = One(1 -> Reaction(1), 2 -> Reaction.none)
    assertEquals(one.take(InstanceInput.Event(5, 1)).size, 1)
    assertEquals(one.take(InstanceInput.Event(5, 1)).size, 0)
    assertEquals(one.take(InstanceInput.Event(4, 1)).size, 0)
    assertEquals(one.take(InstanceInput.Late(4, 1, searched = 5)).size, 1)
    assertEquals(one.take(InstanceInput.Late(4, 1, searched = 5)).size, 0)
    assertEquals(one.take(InstanceInput.Late(4, 1, searched = 0)).size, 0)
    // A late one after the last in order does not hide those between.
    assertEquals(one.take(InstanceInput.Late(9, 1, searched = 0)).size, 1)
    assertEquals(one.take(InstanceInput.Event(9, 1)).size, 0)
    assertEquals(one.take(InstanceInput.Event(8, 1)).size, 1)
    assertEquals(one.take(InstanceInput.Event(10, 2)).size, 0)
    assertEquals(one.state.state, 4)

  test("a late event before the last one in order is handled once the log was searched up to that"):
    val one = One(1 -> Reaction(1))
    one.take(InstanceInput.Event(5, 1)): Unit
    for offset <- List(4L, 5L) do
      assertEquals(one.take(InstanceInput.Late(offset, 1, searched = 0), isHandled = false, Some(5)), Vector.empty)
    // Another runner has handled a later event meanwhile, or this one.
    one.take(InstanceInput.Event(7, 1)): Unit
    assertEquals(one.take(InstanceInput.Late(4, 1, searched = 5), isHandled = false, Some(7)), Vector.empty)
    assertEquals(one.take(InstanceInput.Late(4, 1, searched = 7)).map(_.cause), Vector(StepCause.Event(4, true)))
    // One after it needs no search.
    assertEquals(one.take(InstanceInput.Late(8, 1, searched = 0)).map(_.cause), Vector(StepCause.Event(8, true)))

  test("commands are numbered, and those of replies come after those that wait"):
    val one = One(1 -> Reaction.send(10, 20), 2 -> Reaction.send(30), 3 -> Reaction.none)
    one.event(1): Unit
    assertEquals(one.open, Vector((1L, 10), (2L, 20)))
    assertEquals(one.take(InstanceInput.Reply(1, 2)).size, 1)
    assertEquals(one.open, Vector((2L, 20), (3L, 30)))
    // Another one that has sent the same commands.
    assertEquals(one.take(InstanceInput.Reply(1, 2)).size, 0)
    assertEquals(one.take(InstanceInput.Reply(3, 2)).size, 0)
    assertEquals(one.open, Vector((2L, 20), (3L, 30)))
    val second = one.take(InstanceInput.Reply(2, 3))
    assertEquals(second.map(step => (step.cause, step.reply)), Vector((StepCause.Reply(2), Some(3))))
    assertEquals(one.take(InstanceInput.Discard).map(_.cause), Vector(StepCause.Discarded))
    assertEquals(one.take(InstanceInput.Discard), Vector.empty)
    one.event(2): Unit
    assertEquals(one.open, Vector((4L, 30)))

  test("an event or timer that comes while a command has no reply waits"):
    val one   = One(1 -> Reaction(1).send(10).setTimer("x", now), 2 -> Reaction(2))
    val late  = InstanceInput.Late(1, 2, searched = 7)
    val next  = InstanceInput.Event(8, 2)
    val timer = InstanceInput.Due("x", 1)
    one.take(InstanceInput.Event(7, 1)): Unit
    for input <- List(late, next, timer) do assertEquals(one.take(input, isHandled = false), Vector.empty)
    // What was handled is recognized all the same.
    assertEquals(one.take(InstanceInput.Event(7, 1)), Vector.empty)
    assertEquals(one.take(InstanceInput.Due("x", 2)), Vector.empty)
    one.take(InstanceInput.Reply(1, 2)): Unit
    for input <- List(late, next, timer) do assertEquals(one.take(input).size, 1)

  test("timers are numbered, and only the open one of a number fires"):
    val one = One(1 -> Reaction.none.setTimer("x", now), 2 -> Reaction.none.cancelTimer("x"))
    one.event(1): Unit
    one.event(1): Unit
    assertEquals(one.take(InstanceInput.Due("x", 1)), Vector.empty)
    one.event(2): Unit
    assertEquals(one.take(InstanceInput.Due("x", 2)), Vector.empty)
    one.event(1): Unit
    assertEquals(one.take(InstanceInput.Due("x", 1)), Vector.empty)
    assertEquals(one.take(InstanceInput.Due("x", 3)).flatMap(_.timers), Vector(TimerChange.Fired("x")))
    assertEquals(one.take(InstanceInput.Due("x", 3)), Vector.empty)
    assertEquals(one.state.state, 1000)

  test("an instance that has ended sends its commands, and does nothing else"):
    val begin = Reaction(1).send(10, 20).setTimer("x", now)
    val one   = One(1 -> begin, 2 -> Reaction(2).send(30).end, 3 -> Reaction(3).send(40))
    one.event(1): Unit
    assertEquals(one.take(InstanceInput.Reply(1, 2)).map(_.ends), Vector(true))
    assertEquals(one.event(3), Vector.empty)
    assertEquals(one.take(InstanceInput.Due("x", 1)), Vector.empty)
    assertEquals(one.take(InstanceInput.Reply(2, 3)).flatMap(_.facts), Vector.empty)
    assertEquals(one.open, Vector((3L, 30)))
    assertEquals(one.take(InstanceInput.Reply(3, 3)).flatMap(_.commands), Vector.empty)
    assertEquals((one.open, one.state.state, one.state.hasEnded), (Vector.empty, 3, true))

  test("time is never before that of the step before, nor before that of a timer"):
    val one   = One(1 -> Reaction(1), 2 -> Reaction.none.setTimer("x", now.plusMillis(500)))
    val first = one.event(2).head.micros
    clock.move(-1000)
    assertEquals(one.event(1).head.micros, first)
    assertEquals(one.take(InstanceInput.Due("x", 1)).head.micros, first + 500_000)
    clock.move(1000)
