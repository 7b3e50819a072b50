package brine.actor

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}
import scala.jdk.CollectionConverters.*

/** What tests of actors share. All waiting has a limit that no healthy run comes near. */
abstract class ActorTest extends munit.FunSuite:
  ActorTest.quiet()
  import ActorTest.*

  /** Runs `body` with a system, which must end in order. */
  def withSystem[A](settings: ActorSystemSettings)(body: ActorSystem => A): A =
    val system = ActorSystem(settings)
    try
      val result = body(system)
      val report = system.shutdown()
      assert(report.isComplete, report.toString)
      result
    finally
      val _ = system.shutdown(2.seconds)

  def withSystem[A](body: ActorSystem => A): A = withSystem(ActorSystemSettings(workers = 2))(body)

  /** As above, with a listener that keeps what it is told. */
  def withRecorder[A](body: (ActorSystem, Recorder) => A): A =
    val recorder = Recorder()
    withSystem(ActorSystemSettings(workers = 2, listener = recorder))(body(_, recorder))

  // The condition may wait for an actor that asserts something too, and the original holds a lock of the suite
  // meanwhile.
  override def assert(cond: => Boolean, clue: => Any)(implicit loc: munit.Location): Unit =
    val holds = cond
    super.assert(holds, clue)

  def await(latch: CountDownLatch): Unit =
    assert(latch.await(Limit.toSeconds, TimeUnit.SECONDS), "a latch was not opened")

  def await[A](future: Future[A]): A = Await.result(future, Limit)

  def failureOf(future: Future[?]): Throwable = Await.ready(future, Limit).value.get.failed.get

  /** Waits for what no latch tells. */
  def eventually(what: String)(condition: => Boolean): Unit =
    val deadline = System.nanoTime() + Limit.toNanos
    var met      = condition
    while !met && System.nanoTime() < deadline do
      Thread.sleep(1)
      met = condition
    assert(met, s"did not come to pass: $what")

  extension [A](queue: LinkedBlockingQueue[A])
    def next: A =
      val element = queue.poll(Limit.toSeconds, TimeUnit.SECONDS)
      assert(element != null, "nothing came")
      element

    def next(count: Int): List[A] = List.fill(count)(queue.next)

  /** An actor that has handled all that this thread has sent to it and itself so far, has handled this too. */
  def settled[M](ref: ActorRef[M], probe: ActorRef[Unit] => M): Unit = ref.askBlocking(probe, Limit)

object ActorTest:
  val Limit: FiniteDuration = 20.seconds

  // What tests provoke is not to be seen among their results. Kept, as loggers are garbage otherwise.
  private val logger        = java.util.logging.Logger.getLogger("brine.actor")
  private def quiet(): Unit = logger.setLevel(java.util.logging.Level.OFF)

  final class Boom(message: String = "boom") extends RuntimeException(message)

  final class Recorder extends ActorListener:
    val spawned     = ConcurrentLinkedQueue[ActorRef[?]]()
    val stopped     = ConcurrentLinkedQueue[(ActorRef[?], Option[Throwable])]()
    val failures    = ConcurrentLinkedQueue[(ActorRef[?], Throwable, Directive)]()
    val deadLetters = ConcurrentLinkedQueue[DeadLetter]()
    val slow        = LinkedBlockingQueue[(ActorRef[?], Option[Class[?]], FiniteDuration)]()
    val high        = LinkedBlockingQueue[(ActorRef[?], Int)]()

    override def onSpawn(ref: ActorRef[?]): Unit =
      val _ = spawned.add(ref)
    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit =
      val _ = stopped.add((ref, cause))
    override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
      val _ = failures.add((ref, cause, directive))
    override def onDeadLetter(letter: DeadLetter): Unit =
      val _ = deadLetters.add(letter)
    override def onSlowHandler(ref: ActorRef[?], message: Option[Class[?]], age: FiniteDuration): Unit =
      val _ = slow.add((ref, message, age))
    override def onMailboxHighWater(ref: ActorRef[?], length: Int): Unit =
      val _ = high.add((ref, length))

    def letters: List[DeadLetter]                    = deadLetters.asScala.toList
    def directives: List[Directive]                  = failures.asScala.toList.map(_._3)
    def hasStopped(ref: ActorRef[?]): Boolean        = stopped.asScala.exists(_._1 eq ref)
    def causeOf(ref: ActorRef[?]): Option[Throwable] = stopped.asScala.find(_._1 eq ref).flatMap(_._2)

  /** An actor that reports all it goes through, and does what it is told. */
  enum Order:
    case Say(text: String)
    case Fail(failure: Throwable)
    case Do(action: ActorContext[Order] => Unit)
    case Sync(replyTo: ActorRef[Unit])

  class Obedient(log: LinkedBlockingQueue[String]) extends Actor[Order]:
    private var said = 0

    override protected def onStart(): Unit = log.add("start"): Unit
    override protected def onStop(): Unit  = log.add("stop"): Unit

    override protected def onSignal(signal: Signal): Unit = log.add(ActorTest.nameOf(signal)): Unit

    protected def receive(message: Order): Unit = message match
      case Order.Say(text) =>
        said += 1
        log.add(s"$text $said"): Unit
      case Order.Fail(failure) => throw failure
      case Order.Do(action)    => action(context)
      case Order.Sync(replyTo) => replyTo ! ()

  def nameOf(signal: Signal): String = signal match
    case Signal.Terminated(_, cause)          => s"terminated ${cause.fold("")(_.getMessage)}".trim
    case Signal.ChildFailed(_, cause, answer) => s"child failed ${cause.getMessage} $answer"
    case Signal.Restarting(cause)             => s"restarting ${cause.getMessage}"
    case Signal.Stopped                       => "stopped"
