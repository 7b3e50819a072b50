package brine.actor.internal.dispatcher

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

/** Actors that always have messages leave room for the others. Delays are counted in messages, not in time. */
class WorkerFairnessSuite extends ActorTest:
  import WorkerFairnessSuite.*

  private val kinds = List(Dispatcher.Default, Dispatcher.NewestFirst)

  /** How many messages the hot actors handle from the moment at which another thread sends to `targets` idle actors
    * until the last of them has handled its message. There is one worker, and it waits for the sending thread.
    */
  private def delay(hot: Int, targets: Int, kind: Dispatcher): Long =
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val options = ActorOptions(dispatcher = kind)
      val seen    = LinkedBlockingQueue[Long]()
      val heat    = Heat()
      val idle    = List.fill(targets)(system.spawn(Behavior.receive[Int](_ => seen.add(heat.handled): Unit), options))
      val sending = CountDownLatch(1)
      val hots    = List.tabulate(hot): number =>
        system.spawn(
          new Hot(
            heat,
            () =>
              if number == 0 && heat.handled > 10000 && sending.getCount > 0 then
                val sender = Thread(() => idle.foreach(_ ! 1))
                sender.start()
                sender.join()
                heat.sentAt = heat.handled
                sending.countDown()
          ),
          options
        )
      hots.foreach(_ ! 1)
      await(sending)
      val last = seen.next(targets).max
      hots.foreach(system.stop(_))
      last - heat.sentAt

  for kind <- kinds; hot <- List(1, 2, 5) do
    test(s"a message from outside waits for one turn of each of $hot hot actors, $kind"):
      val waited = delay(hot, 1, kind)
      assert(waited <= (hot + 1) * 64L, s"it waited for $waited messages")

  for kind <- kinds do
    test(s"1,000 messages from outside wait for few turns of two hot actors, $kind"):
      val waited = delay(2, 1000, kind)
      // They are taken 16 at a time at least.
      assert(waited <= (1000 / 16 + 4) * 2 * 64L, s"they waited for $waited messages")

  test("what takes long yields after two messages"):
    withSystem(ActorSystemSettings(workers = 1)): system =>
      val order = LinkedBlockingQueue[String]()
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val first = system.spawn(Behavior.receive[Unit]: _ =>
        begun.countDown()
        await(gate))
      val slow = system.spawn(Behavior.receive[Int]: number =>
        order.add(s"slow $number"): Unit
        val until = System.nanoTime() + 1_000_000
        while System.nanoTime() < until do Thread.onSpinWait())
      val other = system.spawn(Behavior.receive[Unit](_ => order.add("other"): Unit))
      first ! ()
      await(begun)
      (1 to 8).foreach(slow ! _)
      other ! ()
      gate.countDown()
      val handled = order.next(9)
      assert(handled.indexOf("other") <= 2, handled)

object WorkerFairnessSuite:
  /** What the hot actors of one worker have handled. Written on that worker. */
  private final class Heat:
    @volatile var handled: Long = 0
    @volatile var sentAt: Long  = 0

  private final class Hot(heat: Heat, action: () => Unit) extends Actor[Int]:
    protected def receive(message: Int): Unit =
      heat.handled += 1
      action()
      context.self ! message
