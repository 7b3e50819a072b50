package brine.actor.internal.timer

import brine.actor.internal.timer.TimerModel.*
import brine.effort.Effort
import org.scalacheck.Prop.forAll
import org.scalacheck.{Gen, Prop}

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.ExecutionContext.Implicits.global

class TimerWheelSuite extends munit.ScalaCheckSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  override def scalaCheckTestParameters = super.scalaCheckTestParameters.withMinSuccessfulTests(Effort.timerPrograms)

  private class Entry(onFire: () => Unit = () => ()) extends TimerEntry:
    var fired                       = 0
    private[brine] def fire(): Unit =
      fired += 1
      onFire()

  private final class Failure(val id: Int) extends RuntimeException("expected", null, false, false)

  /** The real wheel behind the steps of the model. */
  private class Wheel(val start: Long, tickNanos: Long) extends Timers:
    val entries  = mutable.ArrayBuffer.empty[Entry]
    var now      = start
    var answered = false
    val wheel    = TimerWheel(
      start,
      tickNanos,
      (_, failure) =>
        failure match
          case failure: Failure => events += Event.Failed(failure.id)
          case other            => throw other
    )
    protected def armNumbered(delay: Long): Unit =
      val id    = entries.size
      val entry = Entry(() => fired(id))
      entries += entry
      answered = wheel.arm(entry, now + delay)
    protected def cancelNumbered(id: Int): Boolean = wheel.cancel(entries(id))
    protected def fail(id: Int): Unit              = throw Failure(id)
    def advance(by: Long): Unit                    =
      if by > 0 then now += by
      val count = wheel.advance(if by > 0 then now else now + by)
      events += Event.Advanced(count)
      events += Event.Counted(wheel.size)

  /** Delays near what matters: a tick, the ends of slots and levels, the past, the far future. */
  private def delays(tickNanos: Long, largest: Int): Gen[Long] =
    val boundary =
      for
        bits  <- Gen.choose(0, largest)
        ticks <- Gen.oneOf(1L << bits, (1L << bits) - (1L << bits >> 6), (1L << bits) - 1)
        off   <- Gen.oneOf(-tickNanos, -1L, 0L, 1L, tickNanos)
      yield math.min(ticks, (1L << largest) / tickNanos) * tickNanos + off
    Gen.frequency(
      6 -> Gen.choose(1L, 200 * tickNanos),
      6 -> boundary,
      2 -> Gen.choose(0L, 6L).map(_ * tickNanos),
      2 -> Gen.choose(-100 * tickNanos, 0L),
      1 -> Gen.choose(0, largest).flatMap(bits => Gen.choose(0L, 1L << bits))
    )

  private def steps(tickNanos: Long): Gen[List[Step]] =
    val delay  = delays(tickNanos, 60)
    val action = Gen.frequency(
      6 -> Gen.const(Action.Nothing),
      1 -> Gen.const(Action.Fail),
      1 -> delay.map(Action.ArmAnother(_)),
      1 -> Gen.choose(0, 100).map(Action.CancelOther(_))
    )
    val step = Gen.frequency(
      8 -> Gen.zip(delay, action).map(Step.Arm(_, _)),
      3 -> Gen.choose(0, 100).map(Step.Cancel(_)),
      4 -> delays(tickNanos, 55).map(Step.Advance(_)),
      1 -> Gen.const(Step.NextDue),
      1 -> Gen.const(Step.NextWake)
    )
    Gen.choose(0, 120).flatMap(Gen.listOfN(_, step))

  private val starts: Gen[Long] =
    Gen.oneOf(Gen.const(0L), Gen.long, Gen.choose(Long.MaxValue - 1_000_000_000L, Long.MaxValue), Gen.choose(-500L, 0L))

  private def check(start: Long, tickNanos: Long, steps: List[Step]): Prop =
    val model = TimerModel(tickNanos)
    val real  = Wheel(start, tickNanos)
    // The tick until which the timer thread sleeps, none for ever.
    var promised: Option[BigInt] = None
    def ticksOf(time: Long)      =
      def ahead(time: Long) = BigInt(time - real.now) + model.elapsed
      // The last time of all means that there is none, so the wheel tells the one before.
      val exact = if time == Long.MaxValue - 1 && ahead(time) % tickNanos != 0 then time + 1 else time
      assertEquals(ahead(exact) % tickNanos, BigInt(0), "a time that is not the start of a tick")
      ahead(exact) / tickNanos
    def answer(time: Long): Option[BigInt] =
      val answered = if time == Long.MaxValue then None else Some(ticksOf(time))
      model.earliest.foreach(at => assert(answered.exists(_ <= at), s"$answered for an entry at $at"))
      // It never makes a thread run that has nothing to do.
      answered.foreach(at =>
        assert(at > model.tick || model.earliest.contains(model.tick), s"$answered at ${model.tick}")
      )
      promised = answered
      answered
    steps.foreach:
      case Step.Arm(delay, action) =>
        model.arm(delay, action)
        real.arm(delay, action)
        val at = model.tickOf(model.lastId)
        assertEquals(real.answered, promised.forall(at < _))
        if real.answered then promised = Some(at)
      case Step.Cancel(index) =>
        model.cancel(index)
        real.cancel(index)
      case Step.Advance(by) =>
        model.advance(by)
        real.advance(by)
        // What was armed by entries that fired may have made it earlier, and what the thread slept for may be over: it
        // asks again.
        answer(real.wheel.nextWakeNanos)
      case Step.NextDue =>
        val answered = answer(real.wheel.nextDueNanos)
        assertEquals(answered.isEmpty, model.size == 0)
        answered.foreach(at => assert(at >= model.tick))
      case Step.NextWake =>
        val before = promised
        val after  = answer(real.wheel.nextWakeNanos)
        if before.forall(_ > model.tick) then assertEquals(after, before)
    // Time from one promise to the next fires everything, with at most one stop for each level an entry moves down.
    var stops = 0
    var next  = real.wheel.nextDueNanos
    while next != Long.MaxValue do
      stops += 1
      assert(stops <= 11 * real.entries.size + 11, "too many stops")
      val by = next - real.now
      model.advance(by)
      real.advance(by)
      next = real.wheel.nextDueNanos
    assertEquals(real.events.toList, model.events.toList)
    assertEquals(real.wheel.size, 0)
    real.entries.foreach: entry =>
      assertEquals(entry.timerNext, null)
      assertEquals(entry.timerPrevious, null)
      assertEquals(entry.timerWheel, null)
    Prop.passed

  List(1L, 7L, 1000L, 1_000_000L).foreach: tickNanos =>
    property(s"a wheel with ticks of $tickNanos ns does what a priority queue does"):
      forAll(starts, steps(tickNanos))(check(_, tickNanos, _))

  test("never early, less than a tick late, at every distance in nanoseconds"):
    val tickNanos = 5L
    for
      start    <- List(0L, -3L, Long.MaxValue - 11)
      offset   <- 0L to 9L
      distance <- 0L to 700L
    do
      val wheel = TimerWheel(start, tickNanos)
      assertEquals(wheel.advance(start + offset), 0)
      val entry = Entry()
      assert(wheel.arm(entry, start + offset + distance))
      if distance > 0 then
        wheel.advance(start + offset + distance - 1)
        assertEquals(entry.fired, 0)
      wheel.advance(start + offset + distance + tickNanos - 1)
      assertEquals(entry.fired, 1)

  test("a jump over the longest time passes no tick one by one"):
    // In a future, as only that is ended by the time limit of the suite.
    Future:
      val wheel   = TimerWheel(0L, 1L)
      val entries = List.fill(3)(Entry())
      assert(wheel.arm(entries(0), Long.MaxValue - 1))
      assert(wheel.arm(entries(1), 1L << 40))
      assert(!wheel.arm(entries(2), Long.MaxValue))
      assertEquals(wheel.advance(Long.MaxValue - 2), 1)
      assertEquals(wheel.nextDueNanos, Long.MaxValue - 1)
      assertEquals(wheel.advance(Long.MaxValue), 2)
      assertEquals(wheel.size, 0)
      assertEquals(wheel.nextDueNanos, Long.MaxValue)

  test("the longest delay is not taken for the past, however long ago the wheel was told the time"):
    for
      start     <- List(0L, Long.MaxValue - 5, -1L)
      tickNanos <- List(1L, 1_000_000L)
      hours     <- List(0L, 1L, 24L * 365 * 70)
    do
      val wheel = TimerWheel(start, tickNanos)
      val now   = start + hours * 3_600_000_000_000L
      val entry = Entry()
      wheel.arm(entry, now + Long.MaxValue): Unit
      assert(wheel.nextDueNanos - now > 0)
      assertEquals(wheel.advance(now), 0)
      assert(wheel.nextDueNanos - now > 0)
      assertEquals(wheel.advance(now + (1L << 62)), 0)
      assert(wheel.cancel(entry))

  test("a time that means none is not told for an entry"):
    val wheel = TimerWheel(Long.MaxValue - 5, 1L)
    wheel.arm(Entry(), Long.MaxValue): Unit
    assertEquals(wheel.nextDueNanos, Long.MaxValue - 1)
    assertEquals(wheel.advance(Long.MaxValue - 1), 0)
    assertEquals(wheel.advance(Long.MaxValue), 1)

  test("what is armed across the ends of all levels fires in order when time jumps over all of them"):
    val wheel = TimerWheel(0L, 1L)
    wheel.advance((1L << 36) - 3)
    val order = mutable.ArrayBuffer.empty[Long]
    val times = (0 to 9).flatMap(level => List(-1L, 0L, 1L).map((1L << 36) + (1L << 6 * level) + _)).distinct
    times.reverse.foreach(time => assert(wheel.arm(Entry(() => order += time), time)))
    assertEquals(wheel.advance(1L << 60), times.size)
    assertEquals(order.toList, times.sorted.toList)

  test("entries of one tick fire in order of arming, though some came down from a level above"):
    val wheel                = TimerWheel(0L, 1L)
    val order                = mutable.ArrayBuffer.empty[Int]
    def armed(id: Int): Unit = wheel.arm(Entry(() => order += id), 5000L): Unit
    armed(1)
    wheel.advance(4500L)
    armed(2)
    wheel.advance(4999L)
    armed(3)
    assertEquals(wheel.advance(5000L), 3)
    assertEquals(order.toList, List(1, 2, 3))

  test("an entry can be armed again by its own fire, for now: it fires in the next call"):
    val wheel        = TimerWheel(0L, 10L)
    var entry: Entry = null
    entry = Entry(() => wheel.arm(entry, 25L): Unit)
    wheel.arm(entry, 20L): Unit
    (1 to 3).foreach: count =>
      assertEquals(wheel.advance(25L), 1)
      assertEquals(entry.fired, count)
    assert(wheel.cancel(entry))
    assertEquals(wheel.advance(100L), 0)

  test("an entry that is armed cannot be armed again"):
    val wheels = TimerWheel(0L, 1L)
    val entry  = Entry()
    wheels.arm(entry, 5L): Unit
    intercept[IllegalStateException](wheels.arm(entry, 6L))
    assertEquals(wheels.size, 1)
    assertEquals(wheels.advance(5L), 1)

  test("cancel is true once, and only before the entry fires"):
    val wheel = TimerWheel(0L, 1L)
    val entry = Entry()
    assert(!wheel.cancel(entry))
    wheel.arm(entry, 5L): Unit
    assert(!TimerWheel(0L, 1L).cancel(entry))
    assert(wheel.cancel(entry))
    assert(!wheel.cancel(entry))
    wheel.arm(entry, 5L): Unit
    assertEquals(wheel.advance(5L), 1)
    assert(!wheel.cancel(entry))

  test("an error of the handler comes out of advance, and the others fire in the next call"):
    val wheel  = TimerWheel(0L, 1L, (_, failure) => throw failure)
    val others = List.fill(2)(Entry())
    wheel.arm(others(0), 1L): Unit
    wheel.arm(Entry(() => throw Failure(1)), 1L): Unit
    wheel.arm(others(1), 1L): Unit
    intercept[Failure](wheel.advance(1L))
    assertEquals(others.map(_.fired), List(1, 0))
    assertEquals(wheel.nextDueNanos, 1L)
    assertEquals(wheel.advance(1L), 1)
    assertEquals(others.map(_.fired), List(1, 1))

  test("without a handler, what fire throws goes to the uncaught exception handler of the thread"):
    val wheel  = TimerWheel(0L, 1L)
    val caught = mutable.ArrayBuffer.empty[Throwable]
    val last   = Entry()
    wheel.arm(Entry(() => throw Failure(7)), 1L): Unit
    wheel.arm(last, 1L): Unit
    val thread = Thread(() => wheel.advance(1L): Unit)
    thread.setUncaughtExceptionHandler((_, failure) => caught += failure: Unit)
    thread.start()
    thread.join(10_000)
    assertEquals(caught.collect { case failure: Failure => failure.id }.toList, List(7))
    assertEquals(last.fired, 1)

  test("of timers armed and cancelled one after the other, one in each time limit wakes the thread"):
    val millis = 1_000_000L
    val wheel  = TimerWheel(0L, millis)
    var wakes  = 0
    // A request each millisecond, with a time limit of a second, answered at once; the thread runs whenever it is woken
    // or has slept.
    var sleep = wheel.nextWakeNanos
    (0L until 10_000L).foreach: ms =>
      if sleep <= ms * millis then
        assertEquals(wheel.advance(ms * millis), 0)
        sleep = wheel.nextWakeNanos
      val entry = Entry()
      if wheel.arm(entry, (ms + 1000) * millis) then
        wakes += 1
        assert(wheel.cancel(entry))
        wheel.advance(ms * millis): Unit
        sleep = wheel.nextWakeNanos
      else assert(wheel.cancel(entry))
    assert(wakes <= 10, s"$wakes wakes")

  test("a million entries armed and cancelled leave nothing"):
    val wheel   = TimerWheel(-5L, 1_000_000L)
    val entries = Array.fill(1_000_000)(Entry())
    val random  = java.util.Random(5)
    entries.foreach(entry => wheel.arm(entry, random.nextLong() >>> 2 + random.nextInt(40)))
    assertEquals(wheel.size, entries.length)
    assert(entries.forall(wheel.cancel))
    assertEquals(wheel.size, 0)
    assertEquals(wheel.nextDueNanos, Long.MaxValue)
    assertEquals(wheel.advance(Long.MaxValue - 5L), 0)
    assert(entries.forall(entry => entry.timerNext == null && entry.timerPrevious == null && entry.timerWheel == null))

  test("a tick has a length"):
    intercept[IllegalArgumentException](TimerWheel(0L, 0L))
