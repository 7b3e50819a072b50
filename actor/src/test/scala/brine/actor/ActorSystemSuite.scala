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
