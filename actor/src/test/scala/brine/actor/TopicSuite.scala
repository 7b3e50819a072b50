package brine.actor

import brine.actor.internal.cell.cellExtension
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*

class TopicSuite extends ActorTest:
  import ActorTest.*

  private def keeping(seen: LinkedBlockingQueue[String], name: String) =
    Behavior.receive[Int](n => seen.add(s"$name$n"): Unit)

  private def stats(topic: ActorRef[Topic.Command[Int]]): Int =
    topic.askBlocking[Topic.Stats](Topic.GetStats(_), Limit).subscribers

  test("each subscriber gets each event once, in the order of the publisher"):
    withSystem: system =>
      val seen  = List("a", "b").map(_ -> LinkedBlockingQueue[String]()).toMap
      val topic = system.spawn(Topic[Int]())
      topic ! Topic.Publish(0)
      for (name, queue) <- seen do
        val ref = system.spawn(keeping(queue, name))
        topic ! Topic.Subscribe(ref)
        topic ! Topic.Subscribe(ref)
      (1 to 100).foreach(n => topic ! Topic.Publish(n))
      for (name, queue) <- seen do assertEquals(queue.next(100), (1 to 100).map(n => s"$name$n").toList)
      assertEquals(stats(topic), 2)
      assertEquals(seen.values.map(_.size).sum, 0)

  test("who has unsubscribed or stopped is removed, under each of its references"):
    withRecorder: (system, recorder) =>
      val seen    = LinkedBlockingQueue[String]()
      val topic   = system.spawn(Topic[Int]())
      val stays   = system.spawn(keeping(seen, "s"))
      val stops   = system.spawn(keeping(seen, "x"))
      val adapted = List.fill(3)(stops.contramap[Int](_ + 100))
      (stays :: stops :: adapted).foreach(topic ! Topic.Subscribe(_))
      assertEquals(stats(topic), 5)
      topic ! Topic.Unsubscribe(adapted.head)
      topic ! Topic.Unsubscribe(adapted.head)
      topic ! Topic.Unsubscribe(system.spawn(keeping(seen, "unknown")))
      topic ! Topic.Publish(1)
      assertEquals(seen.next(4).sorted, List("s1", "x1", "x101", "x101"))
      system.stop(stops)
      eventually("only one is left")(stats(topic) == 1)
      topic ! Topic.Publish(2)
      assertEquals(seen.next, "s2")
      topic ! Topic.Unsubscribe(stays)
      assertEquals(stats(topic), 0)
      topic ! Topic.Subscribe(stops) // has stopped already
      eventually("it is not kept")(stats(topic) == 0)
      topic ! Topic.Subscribe(stays)
      topic ! Topic.Publish(3)
      assertEquals(seen.next, "s3")
      assertEquals(recorder.failures.size, 0)

  test("a subscriber whose mailbox is full loses its event as a dead letter, and the others get theirs"):
    withRecorder: (system, recorder) =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val seen  = LinkedBlockingQueue[String]()
      val topic = system.spawn(Topic[Int]())
      for whenFull <- List(WhenFull.Fail, WhenFull.Park) do
        val full = system.spawn(
          Behavior.receive[Int]: _ =>
            begun.countDown()
            await(gate)
          ,
          ActorOptions(mailbox = Mailbox.Bounded(1, whenFull), dispatcher = Dispatcher.Blocking)
        )
        topic ! Topic.Subscribe(full)
      topic ! Topic.Subscribe(system.spawn(keeping(seen, "a")))
      (1 to 10).foreach(n => topic ! Topic.Publish(n))
      assertEquals(seen.next(10), (1 to 10).map(n => s"a$n").toList)
      assertEquals(recorder.letters.map(_.reason).toSet, Set(DeadLetterReason.MailboxFull))
      assert(recorder.letters.size >= 16)
      assertEquals(recorder.failures.size, 0)
      gate.countDown()

  test("hostile subscribers: an adapter that throws, the address of a reply, one of another type's actor that stops"):
    withSystem: system =>
      val seen  = LinkedBlockingQueue[String]()
      val topic = system.spawn(Topic[Int]())
      val fails = system.spawn(keeping(seen, "x")).contramap[Int](_ => throw Boom())
      topic ! Topic.Subscribe(fails)
      val asked  = topic.ask[Int](Topic.Subscribe(_), Limit)
      val mapped = topic.ask[String](to => Topic.Subscribe(to.contramap[Int](_ => throw Boom("mapped"))), Limit)
      topic ! Topic.Subscribe(system.spawn(keeping(seen, "a")))
      topic ! Topic.Publish(7)
      assertEquals(await(asked), 7)
      assertEquals(failureOf(mapped).getMessage, "mapped")
      assertEquals(seen.next, "a7")
      await(fails.whenStopped): Unit
      topic ! Topic.Publish(8)
      assertEquals(seen.next, "a8")
      assert(!topic.whenStopped.isCompleted)

  test("a gather takes its number of events, and is removed when it wants no more"):
    withSystem: system =>
      val topic  = system.spawn(Topic[Int]())
      val gather = system.gather[Int](2, Limit)
      topic ! Topic.Subscribe(gather)
      topic ! Topic.Subscribe(gather.contramap[Int](_ + 100))
      topic ! Topic.Publish(1)
      assertEquals(await(gather.future), Vector(1, 101))
      eventually("both references are removed, without another event")(stats(topic) == 0)
      val late = system.gather[Int](1, 1.milli)
      topic ! Topic.Subscribe(late)
      failureOf(late.future): Unit
      eventually("one whose time has passed is removed")(stats(topic) == 0)

  test("null is refused where it is sent, or handled as any unknown message"):
    withSystem: system =>
      val topic = system.spawn(Topic[Int]())
      List[() => Topic.Command[Int]](
        () => Topic.Subscribe(null),
        () => Topic.Unsubscribe(null),
        () => Topic.GetStats(null)
      ).foreach(make => intercept[NullPointerException](make()))
      topic ! null
      assertEquals(stats(topic), 0)
      assertEquals(system.statistics.deadLetters(DeadLetterReason.Unhandled), 1L)

  test("null, which no bounded mailbox takes, is a dead letter for it, and the others get it"):
    withRecorder: (system, recorder) =>
      val seen    = LinkedBlockingQueue[String]()
      val topic   = system.spawn(Topic[String]())
      val bounded = Mailbox.Bounded(10, WhenFull.DropOldest)
      val refs    = List(bounded, Mailbox.Unbounded).map: mailbox =>
        system.spawn(Behavior.receive[String](text => seen.add(s"$text"): Unit), ActorOptions(mailbox = mailbox))
      refs.foreach(ref => topic ! Topic.Subscribe(ref))
      topic ! Topic.Publish(null)
      topic ! Topic.Publish("event")
      assertEquals(seen.next(3).toSet, Set("null", "event"))
      assertEquals(recorder.letters, List(DeadLetter(null, refs.head, DeadLetterReason.Unhandled)))

  test("ten thousand subscribers that stop are removed, one step each"):
    withSystem: system =>
      val topic = system.spawn(Topic[Int]())
      val refs  = List.fill(10000)(system.spawn(Behavior.receive[Int](_ => Behavior.stopped)))
      refs.foreach(topic ! Topic.Subscribe(_))
      assertEquals(stats(topic), 10000)
      topic ! Topic.Publish(1)
      eventually("all are removed")(stats(topic) == 0)
      assertEquals(topic.targetCell.cellExtension.watching.size, 0)
