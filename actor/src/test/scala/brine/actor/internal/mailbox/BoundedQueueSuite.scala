package brine.actor.internal.mailbox

import org.scalacheck.Prop.forAll
import org.scalacheck.{Gen, Prop}

import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import scala.collection.immutable.Queue

class BoundedQueueSuite extends munit.ScalaCheckSuite:
  private enum Step:
    case Offer, OfferDroppingOldest, Put, Poll, Close

  private val steps: Gen[List[Step]] =
    val step = Gen.frequency(
      60 -> Gen.const(Step.Offer),
      20 -> Gen.const(Step.OfferDroppingOldest),
      20 -> Gen.const(Step.Put),
      70 -> Gen.const(Step.Poll),
      1  -> Gen.const(Step.Close)
    )
    Gen.choose(0, 300).flatMap(Gen.listOfN(_, step))

  property("it does what an immutable queue with a limit does"):
    forAll(Gen.choose(1, 40), steps): (capacity, steps) =>
      val real   = BoundedQueue[Integer](capacity)
      var model  = Queue.empty[Integer]
      var closed = false
      steps.zipWithIndex.foreach: (step, index) =>
        val element  = Integer.valueOf(index)
        val accepted = !closed && model.size < capacity
        step match
          case Step.Offer =>
            assertEquals(real.offer(element), accepted)
            if accepted then model = model.enqueue(element)
          case Step.OfferDroppingOldest =>
            val dropped = real.offerDroppingOldest(element)
            if closed then assertEquals(dropped, BoundedQueue.Refused)
            else if accepted then assertEquals(dropped, null)
            else
              assertEquals(dropped, model.head)
              model = model.tail
            if !closed then model = model.enqueue(element)
          case Step.Put =>
            // Where it would wait, it is not called: that is for other tests.
            if closed || accepted then assertEquals(real.put(element), accepted)
            if accepted then model = model.enqueue(element)
          case Step.Poll =>
            assertEquals(real.poll(), model.headOption.orNull)
            model = model.drop(1)
          case Step.Close =>
            assertEquals(real.close(), model.toVector)
            model = Queue.empty
            closed = true
        assertEquals(real.size, model.size)
        assertEquals(real.isClosed, closed)
      assertEquals(real.close(), model.toVector)
      Prop.passed

  test("the largest capacity takes no memory in advance"):
    val queue = BoundedQueue[Integer](Int.MaxValue)
    (0 until 1000).foreach(number => assert(queue.offer(number)))
    assertEquals(queue.close(), (0 until 1000).map(Integer.valueOf).toVector)

  test("null is refused"):
    val queue = BoundedQueue[String](1)
    intercept[NullPointerException](queue.offer(null))
    intercept[NullPointerException](queue.offerDroppingOldest(null))
    intercept[NullPointerException](queue.put(null))
    assertEquals(queue.size, 0)

  test("it has room for something"):
    intercept[IllegalArgumentException](BoundedQueue[String](0))

  private val kinds = List[(String, Runnable => Thread)](
    "virtual thread"  -> (body => Thread.ofVirtual.unstarted(body)),
    "platform thread" -> (body => Thread.ofPlatform.daemon.unstarted(body))
  )

  /** A thread that puts into a full queue and waits there, and what came of it. */
  private final class Putter(kind: Runnable => Thread, queue: BoundedQueue[String], element: String):
    val outcome = AtomicReference[String]("none")
    val thread  = kind: () =>
      try outcome.set(if queue.put(element) then "added" else "closed")
      catch case _: InterruptedException => outcome.set("interrupted")
    thread.start()
    private val limit = System.nanoTime + 10_000_000_000L
    while thread.getState != Thread.State.WAITING && System.nanoTime - limit < 0 do Thread.sleep(1)
    assertEquals(thread.getState, Thread.State.WAITING)

    def join(): String =
      thread.join(10_000)
      outcome.get

  kinds.foreach: (name, kind) =>
    test(s"a $name waits for room, one for each element taken"):
      val queue = BoundedQueue[String](1)
      assert(queue.offer("first"))
      val putters = List("a", "b").map(Putter(kind, queue, _))
      assertEquals(queue.poll(), "first")
      val limit = System.nanoTime + 10_000_000_000L
      while putters.forall(_.thread.isAlive) && System.nanoTime - limit < 0 do Thread.sleep(1)
      assertEquals(putters.map(_.outcome.get).sorted, List("added", "none"))
      val first = queue.poll()
      assertEquals(putters.map(_.join()), List("added", "added"))
      assertEquals(Set(first, queue.poll()), Set("a", "b"))
      assertEquals(queue.poll(), null)

    test(s"a $name that waits for room returns when the queue is closed"):
      val queue = BoundedQueue[String](1)
      assert(queue.offer("first"))
      val putters = List("a", "b", "c").map(Putter(kind, queue, _))
      assertEquals(queue.close(), Vector("first"))
      assertEquals(putters.map(_.join()), List("closed", "closed", "closed"))
      assertEquals(queue.size, 0)

    test(s"a $name that waits for room can be interrupted, and leaves nothing"):
      val queue = BoundedQueue[String](1)
      assert(queue.offer("first"))
      val putter = Putter(kind, queue, "a")
      val other  = Putter(kind, queue, "b")
      putter.thread.interrupt()
      assertEquals(putter.join(), "interrupted")
      assertEquals(queue.poll(), "first")
      assertEquals(other.join(), "added")
      assertEquals(queue.close(), Vector("b"))

  test("what many virtual threads put and offer is taken in the order of each, until close, and nothing is lost"):
    final case class Item(sender: Int, number: Int)
    val senders                 = 200
    val each                    = 100
    val queue                   = BoundedQueue[Item](7)
    val added                   = AtomicInteger()
    val finished                = AtomicInteger()
    def send(sender: Int): Unit =
      (0 until each).foreach: number =>
        val item = Item(sender, number)
        if (if sender % 4 == 0 then queue.offer(item) else queue.put(item)) then added.incrementAndGet(): Unit
      finished.incrementAndGet(): Unit
    (0 until senders).foreach(sender => Thread.ofVirtual.start(() => send(sender)): Unit)
    val taken = Vector.newBuilder[Item]
    val limit = System.nanoTime + 30_000_000_000L
    var count = 0
    // The last elements are left to close, so that some threads still wait then.
    while count < senders * each / 2 && System.nanoTime - limit < 0 do
      val item = queue.poll()
      if item == null then Thread.onSpinWait()
      else
        taken += item
        count += 1
    taken ++= queue.close()
    while finished.get < senders && System.nanoTime - limit < 0 do Thread.sleep(1)
    assertEquals(finished.get, senders)
    val all = taken.result()
    assertEquals(all.size, added.get)
    assert(all.size >= senders * each / 2)
    all
      .groupBy(_.sender)
      .values
      .foreach: items =>
        assert(items.map(_.number).sliding(2).forall(pair => pair.size < 2 || pair(0) < pair(1)))
