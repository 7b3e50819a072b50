package brine.actor.internal.cell

import brine.actor.internal.system.LiveSystem
import brine.actor.*
import brine.effort.Effort
import java.lang.ref.WeakReference
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** After many cycles nothing is left of what each cycle used. */
class LeakSuite extends ActorTest:
  override val munitTimeout: Duration = 10.minutes

  private def threadsOf(name: String): Set[String] =
    Thread.getAllStackTraces.keySet.asScala.map(_.getName).filter(_.startsWith(name)).toSet

  test("systems leave no threads"):
    (1 to Effort.cycles).foreach: cycle =>
      val system = ActorSystem(
        ActorSystemSettings(name = "leak", workers = 2, listener = new ActorListener {}).withSlowHandler(1.milli)
      )
      val ref = system.spawn(
        Behavior.receive[ActorRef[Int]](_ ! 1),
        if cycle % 2 == 0 then ActorOptions(dispatcher = Dispatcher.Blocking) else ActorOptions.defaults
      )
      assertEquals(ref.askBlocking[Int](replyTo => replyTo, ActorTest.Limit), 1)
      assert(system.shutdown().isComplete)
    eventually("no thread is left")(threadsOf("leak").isEmpty)

  test("reports leave no thread"):
    val system = ActorSystem(ActorSystemSettings(name = "reporting", workers = 2).withSlowHandler(1.milli))
    val gate   = CountDownLatch(1)
    val slow   = system.spawn(Behavior.receive[Unit](_ => gate.await()))
    slow ! ()
    eventually("it reports")(threadsOf("reporting-reporter").nonEmpty)
    gate.countDown()
    assert(system.shutdown().isComplete)
    eventually("no thread is left")(threadsOf("reporting").isEmpty)

  test("asks, timers, watches and stops leave no timers"):
    withSystem: system =>
      val monitor = system.asInstanceOf[LiveSystem].monitor
      val echo    = system.spawn(Behavior.receive[ActorRef[Int]](_ ! 1))
      (1 to 10 * Effort.cycles).foreach: cycle =>
        assertEquals(echo.askBlocking[Int](replyTo => replyTo, 1.hour), 1)
        val gather = system.gather[Int](1, 1.hour)
        gather ! 1
        val ref = system.spawn(Behavior.setup[ActorRef[Int]]:
          context.startTimer("once", null, 1.hour)
          context.startTimerAtFixedRate("again", null, 1.hour)
          context.setReceiveTimeout(1.hour, null)
          context.watch(echo)
          Behavior.receive[ActorRef[Int]](_ ! 2))
        assertEquals(ref.askBlocking[Int](replyTo => replyTo, 1.hour), 2)
        system.stop(ref)
        if cycle % 2 == 0 then ref ! null
      eventually("no timer is left")(monitor.timersArmed == 0)
      settled[ActorRef[Int]](echo, replyTo => replyTo.asInstanceOf[ActorRef[Int]])
      eventually("no watcher is left")(echo.targetCell.cellExtension.watchers.isEmpty)

  test("actors that have stopped are garbage"):
    withSystem: system =>
      val stays = system.spawn(Behavior.receive[Any](_ => ()))
      val gone  = (1 to Effort.cycles).map: cycle =>
        val options = cycle % 3 match
          case 0 => ActorOptions(dispatcher = Dispatcher.Blocking)
          case 1 => ActorOptions(mailbox = Mailbox.Bounded(3, WhenFull.Fail), supervision = Supervision.restart())
          case _ => ActorOptions.defaults
        val ref = system.spawn(
          Behavior.setup[Int]:
            context.watch(stays)
            context.startTimer("once", 1, 1.hour)
            context.spawn(Behavior.receive[Int](_ => ())) ! 1
            Behavior.receive[Int](_ => Behavior.stopped)
          ,
          options
        )
        val _ = ref.ask[Int](_ => 1, 1.hour)
        WeakReference(ref.targetCell)
      eventually("all are garbage"):
        System.gc()
        // The last ones may be on the stack or in a field of a worker.
        gone.count(_.get != null) <= 4
