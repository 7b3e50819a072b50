package brine.actor

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Code of users does the worst it can, in every place where the runtime calls it. Whatever happens to its own actor,
  * the system counts every message, fires timers, notifies watchers, serves others and shuts down.
  */
class HostileSuite extends ActorTest:
  import HostileSuite.*

  override val munitTimeout: Duration = 5.minutes

  for place <- places ++ placesOfFunctions do
    test(s"in $place"):
      for
        fault      <- faults
        dispatcher <- List(Dispatcher.Default, Dispatcher.Blocking)
      do
        val style = if placesOfFunctions.contains(place) then Style.Function else Style.Class
        try Scenario(Trap(place, fault), dispatcher, style).run()
        catch case failure: Throwable => throw AssertionError(s"$place, ${fault.name}, $dispatcher: $failure", failure)

  /** One system with an actor that goes through everything an actor can go through. */
  private final class Scenario(trap: Trap, dispatcher: Dispatcher, style: Style):
    private val handled = AtomicInteger(0)
    private val ended   = AtomicInteger(0)
    private val ticks   = AtomicInteger(0)

    def run(): Unit =
      val letters  = AtomicInteger(0)
      val listener = HostileListener(trap, letters)
      val system   = ActorSystem(
        ActorSystemSettings(workers = 2, listener = listener, mailboxHighWater = 5)
          .withSlowHandler(5.millis)
          .withInterruptAfter(20.millis)
      )
      trap.system = system
      here(start(system, letters))

    private def start(system: ActorSystem, letters: AtomicInteger): Unit =
      system.onShutdown(ShutdownPhase.BeforeActors, "before")(() => trap.at("a task of the shutdown"))
      system.onShutdown(ShutdownPhase.AfterActors, "after")(() => trap.at("a task of the shutdown"))
      here(ticker(system))
      val echo    = here(system.spawn(Behavior.receive[ActorRef[Int]](_ ! 1)))
      val options = ActorOptions(
        dispatcher = dispatcher,
        supervision = Supervision.restart(3).decide { case _: Told => trap.at("the decider"); Directive.Restart }
      )
      // What throws here throws to whoever spawns.
      val spawned =
        try
          Some(here(style match
            case Style.Class    => system.spawn(new Victim(trap, handled, echo), options)
            case Style.Function => system.spawn(functions(trap, handled), options)))
        catch case _: Throwable => None
      for victim <- spawned do
        val watcher = here(watching(system, victim))
        settled[ActorRef[Unit]](watcher, replyTo => replyTo)
        val asked = here(drive(system, victim))
        // Every ask completes, whatever happens to the actor.
        asked.foreach(ask => scala.concurrent.Await.ready(ask, ActorTest.Limit))
        system.stop(victim)
        eventually("the watcher hears of the end")(ended.get == 1)
      assertEquals(echo.askBlocking[Int](replyTo => replyTo, ActorTest.Limit), 1)
      val before = ticks.get
      eventually("timers fire")(ticks.get > before + 2)
      val report = system.shutdown()
      assert(report.left.isEmpty, report.toString)
      if spawned.nonEmpty then
        assertEquals(ended.get, 1, "signals of one end")
        assertEquals(handled.get + letters.get, Sent, "messages handled and dead letters")

    /** Runs what may interrupt the thread of the test. */
    private def here[A](body: => A): A =
      try body
      finally Thread.interrupted(): Unit

    private def ticker(system: ActorSystem): Unit =
      system.spawn(Behavior.setup[Unit]:
        context.startTimerAtFixedRate("tick", (), 1.milli)
        Behavior.receive[Unit](_ => ticks.incrementAndGet())): Unit

    private def watching(system: ActorSystem, victim: ActorRef[Any]): ActorRef[ActorRef[Unit]] = system.spawn(
      Behavior
        .setup[ActorRef[Unit]]:
          context.watch(victim)
          Behavior.receive[ActorRef[Unit]](_ ! ())
        .onSignal { case Signal.Terminated(_, _) => ended.incrementAndGet() }
    )

    /** Sends everything there is to do, with plain messages in between, and returns the asks. */
    private def drive(system: ActorSystem, victim: ActorRef[Any]): List[Future[Any]] =
      def ask(what: String): Future[Any] = victim.ask[Any](Ask(what, _), 200.millis)
      val callback                       = ask("callback")
      // If it has its reply already, the callback runs and throws here.
      try callback.onComplete(_ => trap.at("a callback of an ask"))(using direct)
      catch case _: Throwable => ()
      val gather = system.gather[Int](1, 10.millis)
      gather.future.onComplete(_ => trap.at("a callback of a gather"))(using direct)
      val fold = system.gatherFold[Int, Int](1, 10.millis)(0): (sum, number) =>
        trap.at("the function of a fold")
        sum + number
      try fold ! 1
      catch case _: Throwable => ()
      val asked =
        try ask("request")
        catch case _: Throwable => Future.unit
      val failedRequest =
        try
          victim.ask[Any](
            replyTo =>
              trap.at("the function that makes a request")
              Ask("made", replyTo)
            ,
            200.millis
          )
        catch case _: Throwable => Future.unit
      val steps =
        List("timer", "stash", "unstash", "suspend", "pipe", "ask", "child", "watch", "idle", "log", "fail", "key")
      steps.foreach: step =>
        (1 to 5).foreach(_ => victim ! Count)
        victim ! Step(step)
      (1 to Sent - 5 * steps.size).foreach(_ => victim ! Count)
      List(callback, asked, failedRequest, ask("last"))

private object HostileSuite:
  enum Style:
    case Class, Function

  val Sent = 100

  case object Count
  final case class Step(what: String)
  final case class Ask(what: String, replyTo: ActorRef[Any])
  final case class Told() extends RuntimeException("told to")

  /** A way to misbehave. */
  final class Fault(val name: String, val commit: Trap => Unit)

  val faults: List[Fault] = List(
    Fault("throws an exception", _ => throw ActorTest.Boom()),
    Fault("throws an error", _ => throw Error("on purpose")),
    Fault("throws OutOfMemoryError", _ => throw OutOfMemoryError("on purpose")),
    Fault("throws InterruptedException", _ => throw InterruptedException("on purpose")),
    Fault("throws a failure without words", _ => throw Wordless()),
    Fault("overflows the stack", _ => dive(0): Unit),
    Fault("interrupts its thread", _ => Thread.currentThread.interrupt()),
    Fault(
      "blocks for a while",
      _ =>
        try Thread.sleep(8)
        catch case _: InterruptedException => ()
    ),
    Fault(
      "calls back",
      trap =>
        trap.system.spawn(Behavior.receive[Int](_ => ())) ! 1
        trap.system.statistics: Unit
        if trap.victim != null then trap.victim ! Step("nothing")
    ),
    Fault("stops itself", trap => if trap.victim != null then trap.system.stop(trap.victim))
  )

  private def dive(depth: Int): Int = if depth < 0 then 0 else 1 + dive(depth + 1)

  /** A failure whose text fails, too. */
  final class Wordless extends RuntimeException:
    override def toString: String   = throw Error("toString on purpose")
    override def getMessage: String = throw Error("getMessage on purpose")

  val places: List[String] = List(
    "the constructor",
    "onStart",
    "receive",
    "onStop",
    "onSignal",
    "the message of a timer",
    "the key of a timer",
    "a continuation",
    "the function of pipeToSelf",
    "the request of a context's ask",
    "the message of a context's ask",
    "the start of a child",
    "the handler of a child",
    "the end of a child",
    "the text of a log line",
    "the decider",
    "onSpawn",
    "onStop of a listener",
    "onFailure",
    "onDeadLetter",
    "onSlowHandler",
    "onMailboxHighWater",
    "a task of the shutdown",
    "a callback of an ask",
    "a callback of a gather",
    "the function of a fold",
    "the function that makes a request"
  )

  val placesOfFunctions: List[String] = List(
    "the start of a function",
    "what makes a function",
    "a function",
    "the change of a function",
    "the signals of a function",
    "a signal of a function"
  )

  /** An actor written as functions, which changes its behavior with each step. */
  def functions(trap: Trap, handled: AtomicInteger): Behavior[Any] = Behavior.setup:
    trap.victim = context.self
    trap.at("the start of a function")
    running(trap, handled)

  private def running(trap: Trap, handled: AtomicInteger): Behavior[Any] = Behavior
    .receive[Any]:
      trap.at("what makes a function")
      message =>
        message match
          case Count            => handled.incrementAndGet()
          case Step("fail")     => throw Told()
          case Step("child")    => context.watch(context.spawn(new Child(trap)))
          case Step("unstash")  => Behavior.unhandled
          case Ask("last", who) => who ! "last"
          case Ask("made", who) => who ! "made"
          case Ask(_, who)      =>
            trap.at("a function")
            who ! "reply"
          case _ =>
            trap.at("the change of a function")
            running(trap, handled)
    .onSignal:
      trap.at("the signals of a function")
      { case _ => trap.at("a signal of a function") }

  /** Commits the fault in its place, each time the runtime comes there. */
  final class Trap(place: String, fault: Fault):
    @volatile var system: ActorSystem   = null
    @volatile var victim: ActorRef[Any] = null
    private val depth                   = ThreadLocal.withInitial[Int](() => 0)

    // Some levels deep only: an endless recursion is another fault.
    def at(here: String): Unit =
      if here == place && depth.get < 10 then
        depth.set(depth.get + 1)
        try fault.commit(this)
        finally depth.set(depth.get - 1)

  val direct: ExecutionContext = new ExecutionContext:
    def execute(code: Runnable): Unit         = code.run()
    def reportFailure(cause: Throwable): Unit = ()

  final class Key(trap: Trap):
    override def hashCode: Int =
      trap.at("the key of a timer")
      1

  final class HostileListener(trap: Trap, letters: AtomicInteger) extends ActorListener:
    override def onSpawn(ref: ActorRef[?]): Unit                          = trap.at("onSpawn")
    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit = trap.at("onStop of a listener")
    override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit = trap.at("onFailure")
    override def onDeadLetter(letter: DeadLetter): Unit                                    =
      if letter.message == Count then letters.incrementAndGet(): Unit
      trap.at("onDeadLetter")
    override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
      trap.at("onSlowHandler")
    override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit = trap.at("onMailboxHighWater")

  final class Victim(trap: Trap, handled: AtomicInteger, echo: ActorRef[ActorRef[Int]]) extends Actor[Any]:
    trap.at("the constructor")

    override protected def onStart(): Unit =
      trap.victim = self
      trap.at("onStart")

    override protected def onStop(): Unit                 = trap.at("onStop")
    override protected def onSignal(signal: Signal): Unit = trap.at("onSignal")

    protected def receive(message: Any): Unit = message match
      case Count            => handled.incrementAndGet(): Unit
      case Step(what)       => step(what)
      case Ask("made", who) => who ! "made"
      case Ask("last", who) => who ! "last"
      case Ask(_, who)      =>
        trap.at("receive")
        who ! "reply"
      case _ => ()

    private def step(what: String): Unit = what match
      case "timer" =>
        context.startTimer("once", Step("timed"), 1.milli)
        context.startTimerWithFixedDelay("again", Step("timed"), 1.milli)
      case "timed" =>
        context.cancelTimer("again"): Unit
        trap.at("the message of a timer")
      case "key"     => context.startTimer(Key(trap), Step("nothing"), 1.milli)
      case "stash"   => (1 to 3).foreach(_ => context.stash(Step("nothing")))
      case "unstash" => context.unstashAll()
      case "suspend" => context.suspendUntil(Future.unit)(_ => trap.at("a continuation"))
      case "pipe"    =>
        val promise = Promise[Int]()
        context.pipeToSelf(promise.future): _ =>
          trap.at("the function of pipeToSelf")
          Step("nothing")
        promise.success(1): Unit
      case "ask" =>
        context.ask[ActorRef[Int], Int](
          echo,
          replyTo =>
            trap.at("the request of a context's ask")
            replyTo
          ,
          100.millis
        ): _ =>
          trap.at("the message of a context's ask")
          Step("nothing")
      case "child" =>
        val child = context.spawn(new Child(trap))
        context.watch(child)
        child ! 1
      case "watch" => context.watch(echo)
      case "idle"  => context.setReceiveTimeout(1.milli, Step("quiet"))
      case "quiet" => context.cancelReceiveTimeout()
      case "log"   =>
        context.log.error(
          {
            trap.at("the text of a log line")
            "text"
          },
          null
        )
      case "fail" => throw Told()
      case _      => ()

  final class Child(trap: Trap) extends Actor[Int]:
    override protected def onStart(): Unit    = trap.at("the start of a child")
    override protected def onStop(): Unit     = trap.at("the end of a child")
    protected def receive(message: Int): Unit =
      trap.at("the handler of a child")
      throw ActorTest.Boom()
