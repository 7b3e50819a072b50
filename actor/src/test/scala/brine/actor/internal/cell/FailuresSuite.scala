package brine.actor.internal.cell

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.util.control.ControlThrowable

/** Errors that many runtimes do not survive are failures of one actor like any other. */
class FailuresSuite extends ActorTest:
  import ActorTest.*

  private def endless(n: Int): Int = if n == Int.MinValue then 0 else 1 + endless(n + 1)

  private val fatal: List[(String, () => Unit)] = List(
    ("an OutOfMemoryError that is thrown", () => throw OutOfMemoryError("thrown")),
    ("an OutOfMemoryError of the JVM", () => assert(new Array[Long](Int.MaxValue).length > 0)),
    ("a StackOverflowError", () => assert(endless(0) > 0)),
    ("an InterruptedException", () => throw InterruptedException("thrown")),
    ("a LinkageError", () => throw NoClassDefFoundError("gone")),
    ("a ControlThrowable", () => throw new ControlThrowable {}),
    ("an AssertionError", () => throw AssertionError("wrong"))
  )

  for (what, fail) <- fatal; dispatcher <- List(Dispatcher.Default, Dispatcher.NewestFirst, Dispatcher.Blocking) do
    test(s"$what on $dispatcher leaves the system sound"):
      withRecorder: (system, recorder) =>
        val events = LinkedBlockingQueue[String]()
        val ref    = system.spawn(
          new Obedient(events),
          ActorOptions(dispatcher = dispatcher, supervision = Supervision.restart())
        )
        val stopping = system.spawn(new Obedient(events), ActorOptions(dispatcher = dispatcher))
        assertEquals(events.next(2), List("start", "start"))
        for round <- 1 to 3 do
          ref ! Order.Do(_ => fail())
          ref ! Order.Say(s"round $round")
          assert(events.next.startsWith("restarting"))
          assertEquals(events.next(2), List("start", s"round $round 1"))
        stopping ! Order.Do(_ => fail())
        assertEquals(events.next, "stop")
        eventually("the end")(recorder.hasStopped(stopping))
        assertEquals(recorder.failures.size, 4)
        // All others continue.
        val others = system.gatherCount[Unit](100, Limit)
        (1 to 100).foreach: _ =>
          val other = system.spawn(Behavior.receive[ActorRef[Unit]](_ ! ()), ActorOptions(dispatcher = dispatcher))
          other ! others
        assertEquals(await(others.future), 100)

  test("the interrupt of one handler is not the next one's"):
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val seen        = LinkedBlockingQueue[Boolean]()
      val interrupted = system.spawn(Behavior.receive[Unit](_ => Thread.currentThread.interrupt()))
      val looking     = system.spawn(Behavior.receive[Unit](_ => seen.add(Thread.currentThread.isInterrupted): Unit))
      for _ <- 1 to 10 do
        interrupted ! ()
        looking ! ()
        assertEquals(seen.next, false)

  test("what a failed handler has sent arrives"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val sink = system.spawn(Behavior.receive[Int](message => seen.add(message): Unit))
      val ref  = system.spawn(Behavior.receive[Unit]: _ =>
        (1 to 100).foreach(sink ! _)
        throw Boom())
      ref ! ()
      assertEquals(seen.next(100), List.range(1, 101))

  test("many that fail at once all end, and are counted"):
    withRecorder: (system, recorder) =>
      val refs = Vector.fill(5000)(system.spawn(new Obedient(LinkedBlockingQueue())))
      refs.foreach(_ ! Order.Fail(Boom()))
      eventually("all ends")(recorder.stopped.size == 5000)
      assertEquals(system.statistics.failures, 5000L)

  test("a failure does not wait for messages that are still to come"):
    withRecorder: (system, recorder) =>
      val ref  = system.spawn(new Obedient(LinkedBlockingQueue()))
      val gate = CountDownLatch(1)
      ref ! Order.Do(_ => await(gate))
      ref ! Order.Fail(Boom())
      (1 to 1000).foreach(i => ref ! Order.Say(i.toString))
      gate.countDown()
      eventually("the letters")(recorder.deadLetters.size == 1000)
