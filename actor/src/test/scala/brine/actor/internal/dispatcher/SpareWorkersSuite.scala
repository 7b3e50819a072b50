package brine.actor.internal.dispatcher

import brine.actor.*
import java.util.concurrent.CountDownLatch
import scala.concurrent.{blocking, Await, Promise}
import scala.jdk.CollectionConverters.*

/** Threads that stand in for stuck workers come when they are needed, and end. */
class SpareWorkersSuite extends ActorTest:
  import SpareWorkersSuite.*

  private def withNamed[A](name: String)(body: ActorSystem => A): A =
    withSystem(ActorSystemSettings(name = name, workers = 2))(body)

  private def spares(name: String): Int =
    Thread.getAllStackTraces.keySet.asScala.count(_.getName.startsWith(s"$name-spare-"))

  test("spare workers end after handlers that block for a while"):
    withNamed("leak"): system =>
      for round <- 1 to 5 do
        val actors = List.fill(12)(system.spawn(Behavior.receive[CountDownLatch]: done =>
          Thread.sleep(25 + 5 * (round % 8))
          done.countDown()))
        val done = CountDownLatch(actors.size)
        actors.foreach(_ ! done)
        await(done)
      eventually("no spare worker is left")(spares("leak") == 0)

  test("spare workers end after code that says that it blocks"):
    withNamed("said"): system =>
      val release = Promise[Unit]()
      val begun   = CountDownLatch(8)
      val done    = CountDownLatch(8)
      val actors  = List.fill(8)(system.spawn(Behavior.receive[Unit]: _ =>
        begun.countDown()
        blocking(Await.result(release.future, ActorTest.Limit))
        done.countDown()))
      actors.foreach(_ ! ())
      await(begun)
      assert(spares("said") >= 6, spares("said"))
      release.success(())
      await(done)
      eventually("no spare worker is left")(spares("said") == 0)

  test("spare workers end although there is always work"):
    withNamed("busy"): system =>
      val hots = List.fill(4)(system.spawn(new Hot))
      hots.foreach(_ ! 1)
      val done   = CountDownLatch(8)
      val actors = List.fill(8)(system.spawn(Behavior.receive[Unit]: _ =>
        Thread.sleep(60)
        done.countDown()))
      actors.foreach(_ ! ())
      await(done)
      eventually("no spare worker is left")(spares("busy") == 0)
      hots.foreach(system.stop(_))

object SpareWorkersSuite:
  private final class Hot extends Actor[Int]:
    protected def receive(message: Int): Unit = context.self ! message
