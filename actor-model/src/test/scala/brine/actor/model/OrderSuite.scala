package brine.actor.model

import brine.actor.*
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.*

/** A million numbered messages of several senders, whatever runs the receiver: those of each arrive in their order,
  * each once.
  */
final class OrderSuite extends munit.FunSuite:
  import OrderSuite.*
  override val munitTimeout: Duration = 3.minutes

  private val each = 250_000

  private def check(name: String, options: ActorOptions): Unit =
    test(name):
      val system = ActorSystem()
      try
        val done     = CountDownLatch(1)
        val receiver = Receiver(4, 4 * each, done)
        val target   = system.spawn(receiver, options)
        // Two actors, one on the workers and one that may block, and two threads of which one is virtual.
        val begin =
          () => system.spawn(Behavior.receive[Int](sender => (1 to each).foreach(i => target ! Numbered(sender, i))))
        begin() ! 0
        system.spawn(
          Behavior.receive[Int](sender => (1 to each).foreach(i => target ! Numbered(sender, i))),
          ActorOptions(dispatcher = Dispatcher.Blocking)
        ) ! 1
        val body = (sender: Int) => () => (1 to each).foreach(i => target ! Numbered(sender, i))
        Thread(() => body(2)()).start()
        Thread.ofVirtual().start(() => body(3)()): Unit
        assert(done.await(2, TimeUnit.MINUTES), "messages are missing")
        assertEquals(receiver.broken, "")
      finally
        val report = system.shutdown()
        assert(report.isComplete, report.toString)

  check("on the workers", ActorOptions())
  check("newest first", ActorOptions(dispatcher = Dispatcher.NewestFirst))
  check("on virtual threads", ActorOptions(dispatcher = Dispatcher.Blocking))
  check("one message at a time", ActorOptions(batch = Batch(1)))
  check("with a mailbox of a million", ActorOptions(mailbox = Mailbox.Bounded(1_000_000, WhenFull.Fail)))

private object OrderSuite:
  final case class Numbered(sender: Int, number: Int)

  final class Receiver(senders: Int, count: Int, done: CountDownLatch) extends Actor[Numbered]:
    private val latest           = new Array[Int](senders)
    private var received         = 0
    @volatile var broken: String = ""

    protected def receive(message: Numbered): Unit =
      if message.number != latest(message.sender) + 1 then
        broken = s"$message after ${latest(message.sender)}"
        done.countDown()
      latest(message.sender) = message.number
      received += 1
      if received == count then done.countDown()
