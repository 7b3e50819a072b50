package brine.actor.model

import brine.actor.*
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.*

/** What a handler does wrong hurts its own actor and nobody else. */
final class SoundnessSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private def withSystem[A](settings: ActorSystemSettings = ActorSystemSettings())(body: ActorSystem => A): A =
    val system = ActorSystem(settings)
    try body(system)
    finally
      val report = system.shutdown()
      assert(report.isComplete, report.toString)

  /** Asks a new actor of the system, on every worker more than once. */
  private def assertAlive(system: ActorSystem)(using munit.Location): Unit =
    val echo = system.spawn(Behavior.receive[ActorRef[Int]](replyTo => replyTo ! 42))
    (1 to 100).foreach(_ => assertEquals(echo.askBlocking[Int](replyTo => replyTo, 20.seconds), 42))

  private val deadly = List[(String, () => Unit)](
    "OutOfMemoryError"     -> (() => (1 to Int.MaxValue).map(_ => new Array[Long](Int.MaxValue - 8)).foreach(_ => ())),
    "StackOverflowError"   -> (() => SoundnessSuite.dive(0): Unit),
    "InterruptedException" -> { () =>
      Thread.currentThread.interrupt()
      Thread.sleep(1)
    }
  )

  for (name, failure) <- deadly; dispatcher <- List(Dispatcher.Default, Dispatcher.Blocking) do
    test(s"$name in a handler, $dispatcher"):
      withSystem(): system =>
        val handled = AtomicInteger(0)
        val make    = () =>
          Behavior.receive[Int]: number =>
            handled.incrementAndGet(): Unit
            if number % 2 == 0 then failure()
        val options = ActorOptions(dispatcher = dispatcher, supervision = Supervision.restart(100))
        val actor   = system.spawn(make(), options)
        val stopped = system.spawn(make(), ActorOptions(dispatcher = dispatcher))
        (1 to 20).foreach(actor ! _)
        stopped ! 2
        stopped ! 3
        val deadline = System.nanoTime() + 60_000_000_000L
        def letters  = system.statistics.allDeadLetters
        while (handled.get < 21 || letters < 1) && System.nanoTime() < deadline do Thread.sleep(1)
        assertEquals(handled.get, 21, "the restarted actor handles all, the other one")
        assertEquals(letters, 1L, "what waited for the actor that stopped")
        assertAlive(system)

  test("a handler that loops delays only itself, and is named"):
    val named    = AtomicReference[(ActorRef[?], Option[Class[?]])](null)
    val listener = new ActorListener:
      override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
        named.set((ref, message))
    withSystem(ActorSystemSettings(workers = 1, listener = listener).withSlowHandler(100.millis)): system =>
      @volatile var loops = true
      val entered         = CountDownLatch(1)
      val looping         = system.spawn(Behavior.receive[String] { _ =>
        entered.countDown()
        while loops do Thread.onSpinWait()
      })
      looping ! "loop"
      assert(entered.await(10, TimeUnit.SECONDS))
      // The only worker is in the loop, and still everybody else gets on.
      assertAlive(system)
      val deadline = System.nanoTime() + 30_000_000_000L
      while named.get == null && System.nanoTime() < deadline do Thread.sleep(1)
      loops = false
      assertEquals(Option(named.get), Some((looping, Some(classOf[String]))))

  test("what a stuck handler has sent before arrives"):
    withSystem(ActorSystemSettings(workers = 1)): system =>
      @volatile var stuck = true
      val received        = AtomicInteger(0)
      val busy            = system.spawn(Behavior.receive[Int](_ => received.incrementAndGet(): Unit))
      val sender          = system.spawn(Behavior.receive[Int] { _ =>
        (1 to 100).foreach(busy ! _)
        while stuck do Thread.onSpinWait()
      })
      sender ! 1
      val deadline = System.nanoTime() + 30_000_000_000L
      while received.get < 100 && System.nanoTime() < deadline do Thread.sleep(1)
      stuck = false
      assertEquals(received.get, 100)

  test("what an actor sends as the last thing arrives, even if its worker has nothing to do after that"):
    withSystem(ActorSystemSettings(workers = 2)): system =>
      val received = AtomicInteger(0)
      val entered  = CountDownLatch(1)
      val gate     = CountDownLatch(1)
      val ended    = CountDownLatch(1)
      // Busy on the other worker, so that what comes is collected before it is sent.
      val target = system.spawn(Behavior.receive[Int] { message =>
        received.incrementAndGet(): Unit
        entered.countDown()
        if message == 0 then gate.await()
      })
      target ! 0
      assert(entered.await(10, TimeUnit.SECONDS))
      val leaving = system.spawn(new Actor[Int]:
        protected def receive(message: Int): Unit = context.stopSelf()
        override protected def onStop(): Unit     =
          (1 to 50).foreach(target ! _)
          ended.countDown())
      leaving ! 1
      assert(ended.await(10, TimeUnit.SECONDS))
      Thread.sleep(20)
      gate.countDown()
      val deadline = System.nanoTime() + 10_000_000_000L
      while received.get < 51 && System.nanoTime() < deadline do Thread.sleep(1)
      assertEquals(received.get, 51)

private object SoundnessSuite:
  def dive(depth: Int): Int = if depth < 0 then 0 else 1 + dive(depth + 1)
