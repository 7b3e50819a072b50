package brine.actor

import brine.actor.internal.mailbox.BatchNode
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.util.Random

/** Messages of one sender to one receiver keep their order, though a sender's bursts are collected. */
class ActivationSuite extends ActorTest:
  import ActivationSuite.*

  private final class Receiver(senders: Int, all: CountDownLatch, disorder: AtomicInteger) extends Actor[Numbered]:
    private val last                               = new Array[Int](senders)
    protected def receive(message: Numbered): Unit =
      if message.number != last(message.sender) + 1 then disorder.incrementAndGet(): Unit
      last(message.sender) = message.number
      if message.replyTo != null then message.replyTo ! message.number
      all.countDown()

  /** Sends bursts to one after another, asks in between, fails, continues in another batch, and stops. */
  private final class Sender(id: Int, receivers: Vector[ActorRef[Numbered]], bursts: Int) extends Actor[Any]:
    private val random                        = Random(id)
    private val sent                          = new Array[Int](receivers.size)
    private var left                          = bursts
    protected def receive(message: Any): Unit = message match
      case "go" =>
        val turns = 1 + random.nextInt(5)
        (1 to turns).foreach(_ => burst())
        if left > 0 then context.self ! "go" else context.stopSelf()
        if random.nextInt(8) == 0 then throw ActorTest.Boom()
      case _ => ()

    private def burst(): Unit =
      if left > 0 then
        left -= 1
        val to   = random.nextInt(receivers.size)
        val size = if random.nextInt(3) == 0 then 200 else 1 + random.nextInt(20)
        for _ <- 1 to size do
          sent(to) += 1
          if random.nextInt(20) == 0 then
            val number = sent(to)
            context.ask(receivers(to), Numbered(id, number, _), ActorTest.Limit)(identity)
          else receivers(to) ! Numbered(id, sent(to), null)

    override protected def onStop(): Unit =
      for to <- receivers.indices; _ <- 1 to 10 do
        sent(to) += 1
        receivers(to) ! Numbered(id, sent(to), null)
      total.addAndGet(sent.sum): Unit

  private val total = AtomicInteger()

  private def storm(workers: Int, receiving: ActorOptions, sending: ActorOptions): Unit =
    val senders  = 6
    val disorder = AtomicInteger()
    total.set(0)
    withSystem(ActorSystemSettings(workers = workers)): system =>
      val all       = CountDownLatch(Int.MaxValue)
      val receivers = Vector.fill(4)(system.spawn(new Receiver(senders, all, disorder), receiving))
      val refs      = List.tabulate(senders)(id => system.spawn(new Sender(id, receivers, 400), sending))
      refs.foreach(_ ! "go")
      eventually("all senders end")(refs.forall(_.targetCell.cellClosed))
      eventually("all has come")((Int.MaxValue - all.getCount).toInt == total.get)
      assertEquals(disorder.get, 0)
      assert(system.statistics.failures > 0)

  private val resuming = ActorOptions(supervision = Supervision.resume)

  for workers <- List(1, 2, 4) do
    test(s"on $workers workers"):
      storm(workers, ActorOptions.defaults, resuming)

  test("in short batches"):
    val short = Batch(messages = 3)
    storm(2, ActorOptions(batch = short), resuming.copy(batch = short))

  test("from blocking actors and to them"):
    storm(2, ActorOptions(dispatcher = Dispatcher.Blocking), resuming)
    storm(2, ActorOptions.defaults, resuming.copy(dispatcher = Dispatcher.Blocking))

  test("on a dispatcher of its own"):
    storm(2, ActorOptions(dispatcher = Dispatcher.NewestFirst), resuming.copy(dispatcher = Dispatcher.NewestFirst))

  test("to bounded mailboxes with room"):
    storm(2, ActorOptions(mailbox = Mailbox.Bounded(1000000, WhenFull.Fail)), resuming)

  test("what is sent before an ask, a signal or to another is there before"):
    withSystem: system =>
      val seen  = LinkedBlockingQueue[Int]()
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val sink  = system.spawn(Behavior.receive[Int]: message =>
        if message == 0 then
          begun.countDown()
          await(gate)
        seen.add(message): Unit)
      val other = system.spawn(Behavior.receive[Int](_ => ()))
      sink ! 0
      await(begun)
      val sender = system.spawn(Behavior.receive[Unit]: _ =>
        (1 to 20).foreach(sink ! _)
        val _ = sink.ask[Int](_ => 21, ActorTest.Limit)
        (22 to 40).foreach(sink ! _)
        other ! 1
        (41 to 60).foreach(sink ! _)
        assert(sink.tryTell(61))
        gate.countDown())
      sender ! ()
      assertEquals(seen.next(62), List.range(0, 62))

  /** After which of 64 messages, that take `nanos` each, the clock is read; and after which the actor yields. */
  private def looks(nanos: Long): (List[Int], Option[Int]) =
    var done       = 0
    val read       = List.newBuilder[Int]
    val activation = new Activation(coalesces = true):
      override private[actor] def nanoTime: Long =
        read += done
        done * nanos
    activation.begin(null)
    activation.limit(Batch.defaults): Unit
    val yielded = (0 to 64).find: count =>
      done = count
      activation.handled = count
      activation.overdue
    (read.result(), yielded)

  test("the clock is read early, rarely where messages are fast, and not after the start of an actor"):
    assertEquals(looks(30), (List(1, 2, 8, 24, 40, 56), None))
    assertEquals(looks(3000), (List(1, 2, 8, 16, 24, 32, 40, 48, 56, 64), None))
    assertEquals(looks(30000), (List(1, 2, 4, 8), Some(8)))
    assertEquals(looks(300000), (List(1, 2), Some(2)))

  test("while the monitor holds what was collected, the sender lets other threads run, and the order is kept"):
    withSystem: system =>
      val internals = system.spawn(Behavior.receive[Int](_ => ())).targetCell.cellDispatcher.system
      val held      = CountDownLatch(1)
      val release   = CountDownLatch(1)
      // Takes what it is to run, and the monitor for as long as the test says.
      object holding extends CellDispatcher(internals, Batch.defaults):
        def schedule(cell: Cell[?]): Unit =
          held.countDown()
          await(release)
        def reschedule(cell: Cell[?]): Unit = ()
        def stopsInline: Boolean            = false
      val yields = AtomicInteger()
      val sender = new Activation(coalesces = true):
        override private[actor] def giveWay(): Unit =
          yields.incrementAndGet(): Unit
          super.giveWay()
      val receiver = new Actor[Int]:
        def receive(message: Int): Unit = ()
      receiver.prepare(holding)
      for number <- 1 to 20 do sender.send(receiver, number) // the last ones are collected
      // All it had is handled, so the next message has to schedule it.
      val collected = sender.collectedCount
      assert(collected > 0)
      receiver.mailboxTail = null
      receiver.mailboxHead = null
      val monitor = Thread(() => sender.claim())
      monitor.start()
      await(held)
      sender.send(receiver, 21)
      val flushing = Thread(() => sender.flush())
      flushing.start()
      eventually("the sender gives way")(yields.get >= 3)
      assert(flushing.isAlive, "the sender has not waited for the monitor")
      release.countDown()
      monitor.join()
      flushing.join()
      val delivered = Iterator.iterate(receiver.mailboxHead)(_.next).takeWhile(_ != null).flatMap {
        case batch: BatchNode => batch.messages.slice(batch.from, batch.until).toList
        case node             => List(node.message)
      }
      assertEquals(delivered.toList, List.range(21 - collected, 22).map(number => number: Any))

private object ActivationSuite:
  final case class Numbered(sender: Int, number: Int, replyTo: ActorRef[Int])
