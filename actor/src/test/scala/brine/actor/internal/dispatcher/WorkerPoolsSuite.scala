package brine.actor.internal.dispatcher

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.jdk.CollectionConverters.*

class WorkerPoolsSuite extends ActorTest:
  import ActorTest.*

  private def settings = ActorSystemSettings(name = "pooled", workers = 1).withPool("db", 2).withPool("mail", 1)

  private def threads(prefix: String): Int =
    Thread.getAllStackTraces.keySet.asScala.count(thread => thread.getName.startsWith(prefix) && thread.isAlive)

  private val reporting = Behavior.receive[ActorRef[String]](_ ! Thread.currentThread.getName)

  test("the actors of a pool run on its workers, which start with the first of them"):
    withSystem(settings): system =>
      assertEquals(threads("pooled-db-"), 0)
      val refs = List.fill(20)(system.spawn(reporting, ActorOptions(dispatcher = Dispatcher.pool("db"))))
      assert(refs.forall(_.askBlocking[String](identity, Limit).startsWith("pooled-db-")))
      assertEquals(threads("pooled-db-worker-"), 2)
      assertEquals(threads("pooled-mail-"), 0)
      val batched = ActorOptions(dispatcher = Dispatcher.pool("db"), batch = Batch(1))
      assert(system.spawn(reporting, batched).askBlocking[String](identity, Limit).startsWith("pooled-db-worker-"))
      assertEquals(threads("pooled-db-worker-"), 2)
    eventually("its threads have ended")(threads("pooled-") == 0)

  test("actors that keep the workers of a pool busy do not keep the others waiting, nor the other way round"):
    withSystem(settings): system =>
      val gate    = CountDownLatch(1)
      val busy    = CountDownLatch(3)
      val hogging = Behavior.receive[Int]: _ =>
        busy.countDown()
        while gate.getCount > 0 do Thread.onSpinWait()
      val pool = ActorOptions(dispatcher = Dispatcher.pool("mail"))
      (1 to 3).foreach(_ => system.spawn(hogging, pool) ! 1)
      val free = system.spawn(reporting)
      assert(free.askBlocking[String](identity, Limit).startsWith("pooled-worker-"))
      gate.countDown()
      await(busy)

  test("an unknown name is an error where it is used, and changes nothing"):
    withSystem(settings): system =>
      val options = ActorOptions(dispatcher = Dispatcher.pool("sql"))
      val failure = intercept[IllegalArgumentException](system.spawn(reporting, options))
      assert(failure.getMessage.startsWith("the system pooled has no pool sql; its pools: ["), failure.getMessage)
      assert(failure.getMessage.contains("ActorSystemSettings.withPool"))
      intercept[IllegalArgumentException](system.executionContext(Dispatcher.pool("sql"))): Unit
      val parent = system.spawn(new Obedient(LinkedBlockingQueue()))
      val seen   = LinkedBlockingQueue[Any]()
      parent ! Order.Do: context =>
        seen.add(scala.util.Try(context.spawn(reporting, options)).failed.get): Unit
        seen.add(context.children): Unit
      assert(seen.next.isInstanceOf[IllegalArgumentException])
      assertEquals(seen.next, Nil)

  test("settings refuse pools without a name or workers, and keep the last of one name"):
    intercept[IllegalArgumentException](settings.withPool("", 1)): Unit
    intercept[IllegalArgumentException](settings.withPool("x", 0)): Unit
    intercept[IllegalArgumentException](settings.withPool("x", 4097)): Unit
    intercept[NullPointerException](settings.withPool(null, 1)): Unit
    intercept[NullPointerException](Dispatcher.pool(null)): Unit
    assertEquals(settings.withPool("db", 7).pools.get("db").intValue, 7)
    assertEquals(Dispatcher.pool("a"), Dispatcher.pool("a"))
    assertNotEquals(Dispatcher.pool("Default"), Dispatcher.Default)

  test("a pool that is asked for after the end has no threads, and its actors stop"):
    val recorder = Recorder()
    val system   = ActorSystem(settings.withListener(recorder))
    val begun    = CountDownLatch(1)
    val gate     = CountDownLatch(1)
    val late     = LinkedBlockingQueue[Any]()
    // It does not stop in time, and spawns when all threads have ended.
    system.spawn(new Obedient(LinkedBlockingQueue())) ! Order.Do: context =>
      begun.countDown()
      while gate.getCount > 0 do Thread.onSpinWait()
      val child = context.spawn(reporting, ActorOptions(dispatcher = Dispatcher.pool("db")))
      late.add(child.whenStopped): Unit
    await(begun)
    val _ = system.shutdown(scala.concurrent.duration.FiniteDuration(50, "ms"))
    gate.countDown()
    await(late.next.asInstanceOf[scala.concurrent.Future[Any]]): Unit
    eventually("no thread is left")(threads("pooled-") == 0)
