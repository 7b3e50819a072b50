package brine.actor.internal.cell

import brine.actor.{Dive as _, *}
import brine.effort.Effort
import java.util.BitSet
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

/** A sender without stack hurts itself only. What it could send arrives once and in order, and every receiver lives. */
class DeliverySuite extends ActorTest:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  import DeliverySuite.*

  // The stack ends elsewhere in code of the JVM's second compiler, which comes only after many sends.
  override def beforeAll(): Unit = withSystem(ActorSystemSettings(workers = 2)): system =>
    val ended = system.spawn(Behavior.receive[Any](_ => ()))
    system.stop(ended)
    for _ <- 1 to Effort.warmSends / 1000 do
      val ref = system.spawn(new Receiver(CountDownLatch(0)))
      for number <- 1 to 1000 do
        ref ! Numbered(0, number)
        ended ! number
      val _ = ref.askBlocking[Seen](Report(_), ActorTest.Limit)
      system.stop(ref)

  private val kinds = List(
    ("one worker", 1, ActorOptions.defaults, ActorOptions.defaults),
    ("two workers", 2, ActorOptions.defaults, ActorOptions.defaults),
    ("to blocking actors", 2, ActorOptions.defaults, ActorOptions(dispatcher = Dispatcher.Blocking)),
    ("from blocking actors", 2, ActorOptions(dispatcher = Dispatcher.Blocking), ActorOptions.defaults),
    (
      "to bounded mailboxes",
      2,
      ActorOptions.defaults,
      ActorOptions(mailbox = Mailbox.Bounded(1000000, WhenFull.Fail))
    )
  )

  for (name, workers, from, to) <- kinds; busy <- List(false, true) do
    test(s"senders that overflow their stack: $name, receivers ${if busy then "busy" else "idle"}"):
      val recorder = ActorTest.Recorder()
      withSystem(ActorSystemSettings(workers = workers, listener = recorder)): system =>
        val ended = system.spawn(Behavior.receive[Any](_ => ()))
        system.stop(ended)
        for round <- 1 to Effort.overflows do
          val gate  = CountDownLatch(if busy then 1 else 0)
          val done  = LinkedBlockingQueue[Dive]()
          val refs  = Vector.fill(3)(system.spawn(new Receiver(gate), to))
          val dives = Vector.tabulate(2)(number => Dive(number, refs, ended, round))
          val gone  = dives.map(dive => system.spawn(new Diver(dive, done), from))
          gone.foreach(_ ! ())
          val ready = dives.map(_ => done.next)
          gate.countDown()
          for (ref, at) <- refs.zipWithIndex do
            val seen = ref.askBlocking[Seen](Report(_), ActorTest.Limit)
            assertEquals(seen.disorder, 0, "messages of one sender out of order, or twice")
            for dive <- ready do
              val missing = dive.sent(at).clone.asInstanceOf[BitSet]
              missing.andNot(seen.numbers(dive.sender))
              assert(missing.isEmpty, s"round $round: sent, and not there: $missing")
          refs.foreach(system.stop)
          gone.foreach(system.stop)
        assert(recorder.failures.isEmpty, recorder.failures.toString)

  test("threads that overflow their stack while they wake workers"):
    withSystem(ActorSystemSettings(workers = 2)): system =>
      val ended = system.spawn(Behavior.receive[Any](_ => ()))
      system.stop(ended)
      for round <- 1 to 2 * Effort.overflows do
        val refs   = Vector.fill(3)(system.spawn(new Receiver(CountDownLatch(0))))
        val dive   = Dive(0, refs, ended, round)
        val thread = Thread(null, () => dive.start(), "diver", 256 * 1024)
        thread.start()
        thread.join()
        for (ref, at) <- refs.zipWithIndex do
          val seen    = ref.askBlocking[Seen](Report(_), ActorTest.Limit)
          val missing = dive.sent(at).clone.asInstanceOf[BitSet]
          missing.andNot(seen.numbers(0))
          assert(missing.isEmpty, s"round $round: sent, and not there: $missing")
        refs.foreach(system.stop)

private object DeliverySuite:
  final case class Numbered(sender: Int, number: Int)
  final case class Report(replyTo: ActorRef[Seen])
  final case class Seen(numbers: Vector[BitSet], disorder: Int)

  final class Receiver(gate: CountDownLatch) extends Actor[Any]:
    private val numbers                       = Vector.fill(2)(BitSet())
    private var disorder                      = 0
    protected def receive(message: Any): Unit = message match
      case Numbered(sender, number) =>
        gate.await()
        if number < numbers(sender).length then disorder += 1
        numbers(sender).set(number)
      case Report(replyTo) => replyTo ! Seen(numbers, disorder)

  /** Calls itself until the stack ends, and sends at some of the last levels on the way back. A level takes from 32
    * bytes of stack, compiled, to more than 100, interpreted.
    */
  final class Dive(val sender: Int, receivers: Vector[ActorRef[Any]], ended: ActorRef[Any], pad: Int):
    val sent: Vector[BitSet] = receivers.map(_ => BitSet())
    private var number       = 0
    private var left         = 0

    def start(): Unit = padded(pad % 37, pad)

    // Moves the end of the stack by some bytes from round to round.
    private def padded(levels: Int, a: Long): Unit = if levels == 0 then run(0) else padded(levels - 1, a + levels)

    private def run(depth: Int): Unit =
      try run(depth + 1)
      catch case _: StackOverflowError => left = 400
      if left > 0 then
        left -= 1
        if (left + pad) % 13 == 0 then send(left)

    private def send(level: Int): Unit =
      val at = if (pad & 1) == 0 then 0 else level / 10 % receivers.size
      number += 1
      try
        if level % 4 == 3 then ended ! number
        else
          receivers(at) ! Numbered(sender, number)
          sent(at).set(number)
      catch case _: StackOverflowError => ()

  final class Diver(dive: Dive, done: LinkedBlockingQueue[Dive]) extends Actor[Unit]:
    protected def receive(message: Unit): Unit =
      // All messages of this batch count as sent before the report.
      dive.start()
      done.add(dive): Unit
