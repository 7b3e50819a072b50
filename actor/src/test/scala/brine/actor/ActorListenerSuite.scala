package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

class ActorListenerSuite extends ActorTest:
  import ActorTest.*

  private class Failing extends ActorListener:
    val calls                   = AtomicInteger()
    private def fail(): Nothing =
      calls.incrementAndGet()
      throw Boom("listener")
    override def onSpawn(ref: ActorRef[?]): Unit                                             = fail()
    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit                    = fail()
    override def onFailure(ref: ActorRef[?], cause: Throwable, d: Directive): Unit           = fail()
    override def onDeadLetter(letter: DeadLetter): Unit                                      = fail()
    override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit                     = fail()
    override def onSlowHandler(r: ActorRef[?], m: Option[Class[?]], a: FiniteDuration): Unit = fail()

  private def exercise(system: ActorSystem): Unit =
    val events = LinkedBlockingQueue[String]()
    val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.restart(limit = 1)))
    ref ! Order.Fail(Boom())
    ref ! Order.Say("a")
    ref ! Order.Do(_ => Thread.sleep(50))
    (1 to 20).foreach(_ => ref ! Order.Do(_ => Thread.sleep(1)))
    ref ! Order.Fail(Boom())
    assertEquals(events.next(5), List("start", "restarting boom", "start", "a 1", "stop"))
    eventually("the end")(ref.targetCell.cellClosed)
    ref ! Order.Say("dead")
    assertEquals(system.gather[Int](0, Limit).tryTell(1), false)
    system.gather[Int](0, Limit) ! 1

  test("what a listener throws hurts nobody"):
    val failing = Failing()
    withSystem(
      ActorSystemSettings(workers = 2, mailboxHighWater = 2, listener = failing).withSlowHandler(1.milli)
    ): system =>
      exercise(system)
      assertEquals(system.statistics.failures, 2L)
      assertEquals(system.statistics.allDeadLetters, 2L)
    assert(failing.calls.get >= 7, failing.calls.toString)

  test("of several listeners all are told, also when one throws"):
    val first   = Recorder()
    val failing = Failing()
    val last    = Recorder()
    withSystem(ActorSystemSettings(workers = 2, listener = ActorListener.all(first, failing, last)))(exercise)
    for recorder <- List(first, last) do
      assertEquals(recorder.spawned.size, 1)
      assertEquals(recorder.stopped.size, 1)
      assertEquals(recorder.directives, List(Directive.Restart, Directive.Stop))
      assertEquals(recorder.letters.size, 2)

  test("a slow handler is named once, with the class of its message"):
    val recorder = Recorder()
    withSystem(ActorSystemSettings(workers = 2, listener = recorder).withSlowHandler(5.millis)): system =>
      val gate = CountDownLatch(1)
      val ref  = system.spawn(new Obedient(LinkedBlockingQueue()))
      ref ! Order.Do(_ => await(gate))
      val (slow, message, age) = recorder.slow.next
      assert(slow eq ref)
      assertEquals(message.map(_.getSimpleName), Some("Do"))
      assert(age >= 5.millis)
      Thread.sleep(30)
      gate.countDown()
      settled(ref, Order.Sync(_))
      assert(recorder.slow.isEmpty)
