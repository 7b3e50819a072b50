package brine.actor

import scala.concurrent.Await
import scala.concurrent.duration.*

class ActorSystemSuite extends munit.FunSuite:
  import ActorSystemSuite.*

  private def withSystem[A](body: ActorSystem => A): A =
    val system = ActorSystem()
    try body(system)
    finally
      val report = system.shutdown()
      assert(report.isComplete, report.toString)

  test("a behavior as a function answers an ask"):
    withSystem: system =>
      val greeter = system.spawn(Behavior.receive[Greeter] { case Greeter.Greet(name, replyTo) =>
        replyTo ! s"Hello, $name"
      })
      assertEquals(Await.result(greeter.ask(Greeter.Greet("Ada", _), 5.seconds), 5.seconds), "Hello, Ada")

  test("a class is an actor, with its fields as state"):
    withSystem: system =>
      val counter = system.spawn(new Counter)
      (1 to 1000).foreach(i => counter ! Counter.Add(i))
      assertEquals(counter.askBlocking(Counter.Get(_), 5.seconds), 500500)

  test("a behavior that returns another goes on with it"):
    def counting(count: Int): Behavior[Counter.Command] = Behavior.receive:
      case Counter.Add(n)       => counting(count + n)
      case Counter.Get(replyTo) => replyTo ! count
    withSystem: system =>
      val counter = system.spawn(counting(0))
      (1 to 1000).foreach(i => counter ! Counter.Add(i))
      assertEquals(counter.askBlocking(Counter.Get(_), 5.seconds), 500500)

  test("null in settings is refused where it is given"):
    intercept[NullPointerException](ActorSystemSettings(name = null)): Unit
    intercept[NullPointerException](ActorSystemSettings.defaults.withListener(null)): Unit
    intercept[NullPointerException](ActorListener.all(ActorListener.none, null)): Unit
    intercept[NullPointerException](brine.actor.javaapi.JavaActors.listener(null)): Unit

  test("a timeout of Java that is longer than 292 years, in either direction, is one of 292 years"):
    withSystem: system =>
      val silent = system.spawn(Behavior.receive[ActorRef[Int]](_ => ()))
      val least  = brine.actor.javaapi.JavaActors
        .ask[ActorRef[Int], Int](silent, identity, java.time.Duration.ofSeconds(Long.MinValue))
      val most = brine.actor.javaapi.JavaActors
        .ask[ActorRef[Int], Int](silent, identity, java.time.Duration.ofSeconds(Long.MaxValue))
      intercept[java.util.concurrent.ExecutionException](least.get(20, java.util.concurrent.TimeUnit.SECONDS)): Unit
      assert(!most.isDone)

  test("a batch with the numbers of Batch.ofSystem is a batch like any other"):
    val equal    = Batch(Int.MaxValue, java.time.Duration.ofSeconds(Long.MaxValue))
    val settings = ActorSystemSettings(batch = equal)
    assert(settings.batch eq equal)
    withSystem: system =>
      val own = system.dispatcher(Dispatcher.Default, Batch.ofSystem)
      assert(system.dispatcher(Dispatcher.Default, Batch.ofSystem) eq own)
      assert(system.dispatcher(Dispatcher.Default, equal) ne own)

object ActorSystemSuite:
  enum Greeter:
    case Greet(name: String, replyTo: ActorRef[String])

  object Counter:
    sealed trait Command
    final case class Add(n: Int)                 extends Command
    final case class Get(replyTo: ActorRef[Int]) extends Command
  final class Counter extends Actor[Counter.Command]:
    private var count                                     = 0
    protected def receive(message: Counter.Command): Unit = message match
      case Counter.Add(n)       => count += n
      case Counter.Get(replyTo) => replyTo ! count
