package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success, Try}

class ActorContextSuite extends ActorTest:
  import ActorTest.*

  private def log = LinkedBlockingQueue[String]()

  test("suspendUntil keeps messages in order and handles signals meanwhile"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      val other   = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.watch(other)
        context.suspendUntil(promise.future)(result => events.add(s"result $result"): Unit)
      (1 to 200).foreach(_ => ref ! Order.Say("m"))
      system.stop(other)
      assertEquals(events.next(2), List("start", "terminated"))
      assert(events.isEmpty)
      promise.success(7)
      assertEquals(events.next, "result Success(7)")
      assertEquals(events.next(200), List.tabulate(200)(i => s"m ${i + 1}"))

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

  test("a future whose onComplete throws, and null in place of one, fail the actor, which is not suspended"):
    final class Broken extends Future[Int]:
      def onComplete[U](use: Try[Int] => U)(implicit executor: scala.concurrent.ExecutionContext): Unit = throw Boom()
      def isCompleted: Boolean                                                                          = false
      def value: Option[Try[Int]]                                                                       = None

      def transform[S](use: Try[Int] => Try[S])(implicit executor: scala.concurrent.ExecutionContext): Future[S] =
        throw Boom()

      def transformWith[S](use: Try[Int] => Future[S])(implicit
          executor: scala.concurrent.ExecutionContext
      ): Future[S] = throw Boom()

      def ready(most: Duration)(implicit permit: scala.concurrent.CanAwait): this.type = throw Boom()
      def result(most: Duration)(implicit permit: scala.concurrent.CanAwait): Int      = throw Boom()

    withSystem: system =>
      for future <- List(new Broken, null) do
        val events = log
        val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.resume))
        ref ! Order.Do(_.suspendUntil(future)(_ => events.add("continued"): Unit))
        ref ! Order.Say("next")
        assertEquals(events.next(2), List("start", "next 1"))

  test("a future that is complete already, or fails, goes on as well"):
    withSystem: system =>
      val events = log
      val ref    = system.spawn(new Obedient(events))
      ref ! Order.Do(_.suspendUntil(Future.successful(1))(result => events.add(result.toString): Unit))
      ref ! Order.Say("a")
      ref ! Order.Do(_.suspendUntil(Future.failed[Int](Boom()))(result => events.add(result.isFailure.toString): Unit))
      ref ! Order.Say("b")
      assertEquals(events.next(5), List("start", "Success(1)", "a 1", "true", "b 2"))

  test("an actor may suspend itself many times, also from its continuation and at its start"):
    withSystem: system =>
      val events                                             = log
      def waiting(left: Int)(using ActorContext[Unit]): Unit =
        if left == 0 then events.add("done"): Unit
        else context.suspendUntil(Future.unit)(_ => waiting(left - 1))
      val ref = system.spawn(Behavior.setup[Unit]:
        waiting(1000)
        Behavior.receive(_ => events.add("message"): Unit))
      ref ! ()
      assertEquals(events.next(2), List("done", "message"))

  test("a continuation may return the next behavior, or the end"):
    withRecorder: (system, recorder) =>
      val events = log
      val ended  = Behavior.receive[String]: message =>
        events.add(s"second $message")
        context.suspendUntil(Future.unit)(_ => Behavior.stopped)
      val ref = system.spawn(Behavior.receive[String]: message =>
        events.add(s"first $message")
        context.suspendUntil(Future.unit)(_ => ended))
      List("a", "b", "c").foreach(ref ! _)
      assertEquals(events.next(2), List("first a", "second b"))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(recorder.letters.map(_.message), List("c"))

  test("an actor that is stopped while it waits ends, and its continuation does not run"):
    withRecorder: (system, recorder) =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do(_.suspendUntil(promise.future)(_ => events.add("continued"): Unit))
      ref ! Order.Say("late")
      eventually("it waits")(ref.targetCell.cellWaiting)
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))
      promise.success(1)
      assertEquals(recorder.letters.map(_.message), List(Order.Say("late")))
      assertEquals(events.next(2), List("start", "stop"))
      assert(events.isEmpty)

  test("an actor that is told to stop as its future completes ends"):
    for _ <- 1 to 20 do
      withSystem(ActorSystemSettings(workers = 1)): system =>
        val promise = Promise[Int]()
        val ref     = system.spawn(Behavior.receive[Unit](_ => context.suspendUntil(promise.future)(_ => ())))
        ref ! ()
        eventually("it waits")(ref.targetCell.cellWaiting)
        // While the only worker is busy both signals wait.
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val busy  = system.spawn(new Obedient(log))
        busy ! Order.Do: _ =>
          begun.countDown()
          await(gate)
        await(begun)
        system.stop(ref)
        promise.success(1)
        gate.countDown()
        eventually("the end")(ref.targetCell.cellClosed)

  test("an actor that begins anew while it waits does not wait any more"):
    withSystem: system =>
      val events = log
      class Touchy extends Obedient(events):
        override def onSignal(signal: Signal): Unit = signal match
          case Signal.Terminated(_, _) => throw Boom()
          case other                   => super.onSignal(other)
      val promise = Promise[Int]()
      val other   = system.spawn(new Obedient(log))
      val ref     = system.spawn(new Touchy, ActorOptions(supervision = Supervision.restart()))
      ref ! Order.Do: context =>
        context.watch(other)
        context.suspendUntil(promise.future)(_ => events.add("continued"): Unit)
      ref ! Order.Say("a")
      system.stop(other)
      assertEquals(events.next(4), List("start", "restarting boom", "start", "a 1"))
      promise.success(1)
      settled(ref, Order.Sync(_))
      assert(events.isEmpty)

  test("a failing continuation is a failure of the actor"):
    withRecorder: (system, recorder) =>
      val events = log
      val ref    = system.spawn(new Obedient(events), ActorOptions(supervision = Supervision.resume))
      ref ! Order.Do(_.suspendUntil(Future.unit)(_ => throw Boom()))
      ref ! Order.Say("a")
      assertEquals(events.next(2), List("start", "a 1"))
      assertEquals(recorder.directives, List(Directive.Resume))

  test("waiting twice at once is refused"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(new Obedient(log))
      ref ! Order.Do: context =>
        context.suspendUntil(Promise[Int]().future)(_ => ())
        context.suspendUntil(Promise[Int]().future)(_ => ())
      eventually("the end")(recorder.hasStopped(ref))
      assert(recorder.causeOf(ref).get.getMessage.contains("is suspended already"))

  test("pipeToSelf sends what becomes of a future"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future)(result => Order.Say(result.toString))
        context.pipeToSelf(Future.failed[Int](Boom()))(result => Order.Say(s"failed ${result.isFailure}"))
      assertEquals(events.next(2), List("start", "failed true 1"))
      promise.success(3)
      assertEquals(events.next, "Success(3) 2")

  test("the function of pipeToSelf runs in the actor, directly before its message, whoever completes the future"):
    withSystem: system =>
      val events  = log
      val promise = Promise[Int]()
      val begun   = CountDownLatch(1)
      val gate    = CountDownLatch(1)
      val ref     = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future): result =>
          // Changes the actor, which is refused on every other thread.
          context.startTimer("timer", Order.Say("timer"), Limit)
          events.add(s"function, ${result.get}")
          Order.Say("piped")
        begun.countDown()
        await(gate)
      await(begun)
      promise.success(1)
      ref ! Order.Say("behind it")
      gate.countDown()
      assertEquals(events.next(4), List("start", "function, 1", "piped 1", "behind it 2"))

  test("the functions of a context's ask run in the actor, for replies and for failures"):
    withSystem: system =>
      val events = log
      val echo   = system.spawn(Behavior.receive[ActorRef[Int]](_ ! 1))
      val mute   = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
      val ref    = system.spawn(new Obedient(events))
      ref ! Order.Do: context =>
        for target <- List(echo, mute) do
          context.ask[ActorRef[Int], Int](target, replyTo => replyTo, 50.millis): result =>
            context.cancelTimer("none"): Unit
            context.stash(Order.Say("stashed")) // refused outside the actor
            Order.Say(if result.isSuccess then "reply" else "timeout")
      assertEquals(events.next(3), List("start", "reply 1", "timeout 2"))
      ref ! Order.Do(_.unstashAll())
      assertEquals(events.next(2), List("stashed 3", "stashed 4"))

  test("a function of pipeToSelf that throws fails the actor, and its supervision decides"):
    for supervision <- List(Supervision.stop, Supervision.resume, Supervision.restart()) do
      withRecorder: (system, recorder) =>
        val promise = Promise[Int]()
        val events  = log
        val ref     = system.spawn(new Obedient(events), ActorOptions(supervision = supervision))
        ref ! Order.Do(_.pipeToSelf(promise.future)(_ => throw Boom("while piping")))
        settled(ref, Order.Sync(_))
        promise.success(1)
        eventually("the failure")(recorder.failures.size == 1)
        assertEquals(recorder.directives, List(supervision.directive))
        if supervision.directive == Directive.Stop then eventually("the end")(recorder.hasStopped(ref))
        else settled(ref, Order.Sync(_))

  test("what pipeToSelf brings to a full mailbox is handled; to an actor that has ended, it is a dead letter"):
    withRecorder: (system, recorder) =>
      val promise = Promise[Int]()
      val late    = Promise[Int]()
      val events  = log
      val gate    = CountDownLatch(1)
      val piped   = CountDownLatch(1)
      val ref     = system.spawn(new Obedient(events), ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail)))
      ref ! Order.Do: context =>
        context.pipeToSelf(promise.future)(_ => Order.Say("piped"))
        context.pipeToSelf(late.future)(_ => throw Boom("does not run"))
        piped.countDown()
        await(gate)
      await(piped)
      ref ! Order.Say("the one there is room for")
      promise.success(1)
      gate.countDown()
      assertEquals(events.next(3), List("start", "the one there is room for 1", "piped 2"))
      system.stop(ref)
      eventually("the end")(recorder.hasStopped(ref))
      late.success(2)
      eventually("the letter")(recorder.letters.map(_.message) == List(Success(2)))
      assertEquals(recorder.failures.size, 0)

  test("ask in a context sends the answer, or why there is none"):
    withSystem: system =>
      val events                                     = log
      val echo                                       = system.spawn(Behavior.receive[ActorRef[String]](_ ! "here"))
      val ref                                        = system.spawn(new Obedient(events))
      def asking(context: ActorContext[Order]): Unit =
        context.ask(echo, identity[ActorRef[String]], Limit):
          case Success(text)    => Order.Say(text)
          case Failure(failure) => Order.Say(failure.getClass.getSimpleName)
      ref ! Order.Do(asking)
      assertEquals(events.next(2), List("start", "here 1"))
      system.stop(echo)
      eventually("the end")(echo.targetCell.cellClosed)
      ref ! Order.Do(asking)
      assertEquals(events.next, "ActorStoppedException 2")

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
