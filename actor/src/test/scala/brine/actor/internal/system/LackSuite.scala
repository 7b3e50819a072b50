package brine.actor.internal.system

import brine.actor.*
import brine.effort.Effort
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.util.Random

/** What needs memory or a thread lacks it at random: each send happens or throws, and no signal is lost. */
class LackSuite extends ActorTest:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  import LackSuite.*

  private val short = Batch(messages = 2)

  /** Its dispatcher is another one from then on. */
  private def awaitStart(ref: ActorRef[?]): Unit = eventually("it has started")(!ref.targetCell.cellBusy)

  for (name, options) <- List(
      "on workers" -> ActorOptions(batch = short),
      "bounded"    -> ActorOptions(batch = short, mailbox = Mailbox.Bounded(1000000, WhenFull.Fail))
    )
  do
    test(s"an actor $name that often cannot be scheduled handles what was sent, in order"):
      withRecorder: (system, recorder) =>
        for seed <- 1 to Effort.lacks do
          val seen = Seen()
          val ref  = system.spawn(new Receiver(seen), options)
          awaitStart(ref)
          val flaky = Flaky(ref.targetCell, seed)
          ref.targetCell.cellDispatcher = flaky
          val sent    = AtomicLong(0)
          val threads = (0 until 3).map: sender =>
            Thread: () =>
              (1 to 300).foreach: number =>
                try
                  ref ! (sender, number)
                  sent.incrementAndGet(): Unit
                catch case _: OutOfMemoryError => ()
          threads.foreach(_.start())
          threads.foreach(_.join())
          eventually("all that was sent is handled")(seen.count.get >= sent.get)
          flaky.stopFailing()
          settled[Any](ref, replyTo => replyTo)
          assertEquals((seen.count.get.toLong, seen.disorder.get), (sent.get, 0))
          system.stop(ref)
        assert(recorder.failures.isEmpty, recorder.failures.toString)

  test("stops, watches and ends reach actors that often cannot be scheduled"):
    withRecorder: (system, recorder) =>
      for seed <- 1 to Effort.lacks do
        val told     = LinkedBlockingQueue[ActorRef[?]]()
        val children = LinkedBlockingQueue[ActorRef[Unit]]()
        val parent   = system.spawn(
          Behavior.setup[Unit]:
            (1 to 5).foreach(_ => children.add(context.spawn(Behavior.receive[Unit](_ => ()))))
            Behavior.receive[Unit](_ => ())
        )
        val all     = parent :: children.next(5)
        val ready   = CountDownLatch(1)
        val watcher = system.spawn(
          Behavior
            .setup[Unit]:
              all.foreach(context.watch(_))
              ready.countDown()
              Behavior.receive[Unit](_ => ())
            .onSignal { case Signal.Terminated(ref, _) => told.add(ref) }
        )
        await(ready)
        (watcher :: all).foreach(awaitStart)
        (watcher :: all).zipWithIndex.foreach((ref, i) =>
          ref.targetCell.cellDispatcher = Flaky(ref.targetCell, seed + i)
        )
        system.stop(parent)
        assertEquals(told.next(6).toSet, all.toSet[ActorRef[?]])
      assert(recorder.failures.isEmpty, recorder.failures.toString)

private object LackSuite:
  final class Seen:
    val count    = AtomicInteger(0)
    val disorder = AtomicInteger(0)

  final class Receiver(seen: Seen) extends Actor[Any]:
    private val last                          = new Array[Int](3)
    protected def receive(message: Any): Unit = message match
      case (sender: Int, number: Int) =>
        if number <= last(sender) then seen.disorder.incrementAndGet(): Unit
        last(sender) = number
        seen.count.incrementAndGet(): Unit
      case replyTo: ActorRef[Unit] @unchecked => replyTo ! ()
      case _                                  => ()

  /** Throws instead of scheduling, in a third of the cases. */
  final class Flaky(cell: Cell[?], seed: Int)
      extends CellDispatcher(cell.cellDispatcher.system, cell.cellDispatcher.batch):
    private val under             = cell.cellDispatcher
    private val random            = Random(seed)
    @volatile private var failing = true

    private def fail(): Unit =
      if failing && synchronized(random.nextInt(3)) == 0 then throw OutOfMemoryError("on purpose")

    def stopFailing(): Unit           = failing = false
    def schedule(cell: Cell[?]): Unit =
      fail()
      under.schedule(cell)
    def reschedule(cell: Cell[?]): Unit =
      fail()
      under.reschedule(cell)
    override def runsHere(cell: Cell[?]): Boolean = under.runsHere(cell)
    def stopsInline: Boolean                      = under.stopsInline
