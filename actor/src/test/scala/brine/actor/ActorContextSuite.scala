package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.Future
import scala.util.Try

class ActorContextSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  /** What changes an actor or reads what only its thread may read. */
  private val forItsHandlers = List[(String, ActorContext[Order] => Any)](
    "spawn"                    -> (_.spawn(Behavior.receive[Unit](_ => ()))),
    "children"                 -> (_.children),
    "stop"                     -> (context => context.stop(context.self)),
    "gracefulStop"             -> (context => context.gracefulStop(context.self, Limit)),
    "stopSelf"                 -> (_.stopSelf()),
    "watch"                    -> (context => context.watch(context.self)),
    "watchWith"                -> (context => context.watchWith(context.self, Order.Say("ended"))),
    "unwatch"                  -> (context => context.unwatch(context.self)),
    "startTimer"               -> (_.startTimer("key", Order.Say("due"), Limit)),
    "startTimerWithFixedDelay" -> (_.startTimerWithFixedDelay("key", Order.Say("due"), Limit)),
    "startTimerAtFixedRate"    -> (_.startTimerAtFixedRate("key", Order.Say("due"), Limit)),
    "cancelTimer"              -> (_.cancelTimer("key")),
    "isTimerActive"            -> (_.isTimerActive("key")),
    "setReceiveTimeout"        -> (_.setReceiveTimeout(Limit, Order.Say("idle"))),
    "cancelReceiveTimeout"     -> (_.cancelReceiveTimeout()),
    "stash"                    -> (_.stash(Order.Say("stashed"))),
    "unstashAll"               -> (_.unstashAll()),
    "stashSize"                -> (_.stashSize),
    "suspendUntil"             -> (_.suspendUntil(Future.unit)(_ => ()))
  )

  test("on another thread, or in another actor, all that is for its handlers throws and changes nothing"):
    withSystem: system =>
      for (name, use) <- forItsHandlers; blocking <- List(false, true) do
        val events   = log
        val contexts = LinkedBlockingQueue[ActorContext[Order]]()
        val options  = ActorOptions(dispatcher = if blocking then Dispatcher.Blocking else Dispatcher.Default)
        val ref      = system.spawn(new Obedient(events), options)
        ref ! Order.Do(context => contexts.add(context): Unit)
        val other = contexts.next
        intercept[IllegalStateException](use(other)): Unit
        val answers = LinkedBlockingQueue[Try[Any]]()
        system.spawn(Behavior.setup[Unit]:
          answers.add(Try(use(other)))
          Behavior.stopped): Unit
        assert(answers.next.failed.get.isInstanceOf[IllegalStateException], name)
        settled(ref, Order.Sync(_))
        assertEquals(events.next, "start")
        assertEquals(events.poll(), null, name)

  private final class UsingItsContextLast(answers: LinkedBlockingQueue[(String, Try[Any])], begun: CountDownLatch)
      extends Actor[Order]:
    override protected def onStart(): Unit = begun.countDown()

    override protected def onStop(): Unit =
      // An actor that is stopping takes no children, and is told so.
      for (name, use) <- forItsHandlers if name != "spawn" do answers.add((name, Try(use(context)))): Unit

    protected def receive(message: Order): Unit = ()

  test("onStop may use the context, whether the actor is idle or busy, and whoever stops it"):
    for
      by       <- List("its parent", "its parent's parent", "the system", "a shutdown")
      blocking <- List(false, true)
      above    <- List(false, true)
    do
      withSystem: system =>
        val answers = LinkedBlockingQueue[(String, Try[Any])]()
        val begun   = CountDownLatch(1)
        val options = ActorOptions(dispatcher = if blocking then Dispatcher.Blocking else Dispatcher.Default)
        def last    = new UsingItsContextLast(answers, begun)
        val parent  = system.spawn(
          new Obedient(log),
          ActorOptions(dispatcher = if above then Dispatcher.Blocking else Dispatcher.Default)
        )
        val ref =
          if by == "the system" || by == "a shutdown" then system.spawn(last, options)
          else
            parent ! Order.Do: top =>
              if by == "its parent" then top.spawn(last, options): Unit
              else
                top.spawn(Behavior.setup[Unit]:
                  context.spawn(last, options)
                  Behavior.receive(_ => ())): Unit
            parent
        await(begun)
        eventually("all are idle")(!system.dump().entries.exists(_.state != ActorState.Idle))
        if by == "a shutdown" then system.shutdown(): Unit
        else if by == "its parent" then parent ! Order.Do(context => context.children.foreach(context.stop(_)))
        else system.stop(ref)
        answers
          .next(forItsHandlers.size - 1)
          .foreach((name, answer) => assert(answer.isSuccess, s"$name, stopped by $by, $blocking, $above: $answer"))

  test("children lists those that live, the newest first"):
    withRecorder: (system, recorder) =>
      val parent = system.spawn(new Obedient(log))
      val listed = LinkedBlockingQueue[(List[ActorRef[?]], List[ActorRef[?]])]()
      parent ! Order.Do: context =>
        val first  = context.spawn(new Obedient(log))
        val second = context.spawn(new Obedient(log))
        val third  = context.spawn(new Obedient(log))
        val before = context.children
        assertEquals(before, List[ActorRef[?]](third, second, first))
        context.stop(second)
        eventually("the end")(recorder.hasStopped(second))
        listed.add((List(third, first), context.children)): Unit
      val (expected, obtained) = listed.next
      assertEquals(obtained, expected)

  test("an actor that is ending cannot have children, and says so"):
    withRecorder: (system, recorder) =>
      val events = log
      class Late extends Obedient(events):
        override def onStop(): Unit =
          events.add(Try(context.spawn(new Obedient(log))).failed.get.getMessage): Unit
      val ref = system.spawn(new Late, ActorOptions(name = "late"))
      ref ! Order.Do: context =>
        context.stopSelf()
        events.add(Try(context.spawn(new Obedient(log))).failed.get.getMessage): Unit
      val message = "late is stopping and cannot spawn children any more"
      assertEquals(events.next(3), List("start", message, message))
      assertEquals(recorder.spawned.size, 1)

  test("an actor may stop itself and its children, and nobody else"):
    withRecorder: (system, recorder) =>
      val events   = log
      val stranger = system.spawn(new Obedient(log), ActorOptions(name = "stranger"))
      val ref      = system.spawn(new Obedient(events), ActorOptions(name = "parent"))
      ref ! Order.Do: context =>
        events.add(Try(context.stop(stranger)).failed.get.getMessage)
        context.stop(context.spawn(new Obedient(events)))
      assertEquals(events.next, "start")
      assert(events.next.startsWith("parent cannot stop stranger, which is not its child"))
      eventually("the child's end")(recorder.stopped.size == 1)
      ref ! Order.Do: context =>
        context.stop(context.self)
      eventually("its end")(recorder.hasStopped(ref))

  test("self and context belong into onStart, and a constructor that uses them is told so"):
    withSystem: system =>
      class Eager extends Actor[Unit]:
        val me                           = self
        def receive(message: Unit): Unit = ()
      val thrown = intercept[IllegalStateException](system.spawn(new Eager))
      assert(thrown.getMessage.startsWith("Eager is not spawned yet"), thrown.getMessage)
      assert(thrown.getMessage.contains("onStart"))

  test("an actor object can be spawned once, and takes no messages before"):
    withSystem: system =>
      val actor  = new Obedient(log)
      val before = intercept[IllegalStateException](actor.tell(Order.Say("early")))
      assert(before.getMessage.contains("was not spawned"), before.getMessage)
      val fresh = new Obedient(log)
      val _     = system.spawn(fresh)
      val twice = intercept[IllegalStateException](system.spawn(fresh))
      assert(twice.getMessage.contains("was spawned before"), twice.getMessage)
      val parent = system.spawn(new Obedient(log))
      val asked  = LinkedBlockingQueue[Try[Any]]()
      parent ! Order.Do(context => asked.add(Try(context.spawn(fresh))): Unit)
      assert(asked.next.isFailure)
      parent ! Order.Do(context => assertEquals(context.children, Nil))
      settled(parent, Order.Sync(_))
      settled(fresh, Order.Sync(_))

  test("an actor that begins without a behavior that receives fails, and is told why"):
    withRecorder: (system, recorder) =>
      for behavior <- List[Behavior[Int]](Behavior.same, Behavior.unhandled, Behavior.setup(Behavior.same)) do
        val ref = system.spawn(behavior)
        eventually("the end")(recorder.hasStopped(ref))
        val message = recorder.causeOf(ref).get.getMessage
        assert(message.contains("begins with a behavior that receives nothing"), message)

  test("system is the system"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[ActorSystem]()
      val ref  = system.spawn(new Obedient(log))
      ref ! Order.Do(context => seen.add(context.system): Unit)
      assert(seen.next eq system)

  test("the handlers of one actor see what the one before wrote, on whichever thread"):
    withSystem: system =>
      val done = CountDownLatch(1)
      class Plain extends Actor[Int]:
        private var sum                 = 0L
        def receive(message: Int): Unit =
          sum += message
          if message == 100000 then
            assertEquals(sum, 100000L * 100001 / 2)
            done.countDown()
      val ref = system.spawn(new Plain, ActorOptions(batch = Batch(messages = 1)))
      (1 to 100000).foreach(ref ! _)
      await(done)

  test("a context that is used on another thread, as in the callback of a future, says so"):
    withSystem: system =>
      val asked = LinkedBlockingQueue[Try[Any]]()
      for dispatcher <- List(Dispatcher.Default, Dispatcher.Blocking) do
        val ref = system.spawn(new Obedient(log), ActorOptions(name = "careless", dispatcher = dispatcher))
        ref ! Order.Do: context =>
          val thread = Thread(() => asked.add(Try(context.spawn(new Obedient(log)))): Unit)
          thread.start()
          thread.join()
          assertEquals(context.children, Nil)
          asked.add(Try(context.spawn(new Obedient(log)))): Unit
        val failure = asked.next.failed.get
        assert(failure.getMessage.contains("careless was used outside of its handlers"), failure.toString)
        assert(asked.next.isSuccess)
        settled(ref, Order.Sync(_))

  test("a class reports what it does not want as a dead letter"):
    withRecorder: (system, recorder) =>
      val done = CountDownLatch(1)
      final class Choosy extends Actor[Int]:
        protected def receive(message: Int): Unit = if message < 0 then context.unhandled(message) else done.countDown()
      val ref = system.spawn(new Choosy)
      ref ! -7
      ref ! 1
      await(done)
      assertEquals(
        recorder.letters.map(letter => (letter.message, letter.reason)),
        List((-7, DeadLetterReason.Unhandled))
      )
