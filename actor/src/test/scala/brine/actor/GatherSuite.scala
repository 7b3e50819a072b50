package brine.actor

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.*

class GatherSuite extends ActorTest:
  import ActorTest.*

  test("it has all answers, in the order in which they came, and what comes after is too late"):
    withRecorder: (system, recorder) =>
      val answers = system.gather[Int](3, Limit)
      answers ! 1
      answers ! 2
      assert(!answers.future.isCompleted)
      assertEquals(answers.received, 2)
      answers ! 3
      assertEquals(await(answers.future), Vector(1, 2, 3))
      answers ! 4
      assert(!answers.tryTell(5))
      assertEquals(recorder.letters, List(DeadLetter(4, answers, DeadLetterReason.TooLate)))
      assertEquals(system.statistics.deadLetters(DeadLetterReason.TooLate), 1L)

  test("a timeout of zero or below, however far, passes at once"):
    withSystem: system =>
      for timeout <- List(0.nanos, -1.second, (-Long.MaxValue).nanos) do
        val failure = failureOf(system.gather[Int](1, timeout).future)
        assert(failure.isInstanceOf[GatherTimeoutException], s"$timeout: $failure")

  test("it fails when the time is over, and says how many answers had come"):
    withRecorder: (system, recorder) =>
      val kinds = List[() => Gather[Int, Any]](
        () => system.gather[Int](5, 50.millis),
        () => system.gatherCount[Int](5, 50.millis),
        () => system.gatherFold[Int, Int](5, 50.millis)(0)(_ + _)
      )
      for kind <- kinds do
        val gather = kind()
        gather ! 1
        val failure = failureOf(gather.future).asInstanceOf[GatherTimeoutException]
        assertEquals(failure.count, 5)
        assertEquals(failure.received, 1)
        assertEquals(failure.getMessage, "1 of 5 replies arrived within 50 milliseconds")
        assert(!gather.tryTell(2))
        gather ! 2
      assertEquals(recorder.letters.map(_.message), List(2, 2, 2))

  test("no answers are there at once"):
    withSystem: system =>
      assertEquals(await(system.gather[Int](0, Limit).future), Vector.empty)
      assertEquals(await(system.gatherCount[Int](0, Limit).future), 0)
      assertEquals(await(system.gatherFold[Int, String](0, Limit)("none")((text, _) => text).future), "none")
      assert(!system.gather[Int](0, Limit).tryTell(1))
      intercept[IllegalArgumentException](system.gather[Int](-1, Limit))

  test("from many actors at once every answer counts once"):
    withRecorder: (system, recorder) =>
      val senders                       = 20
      val each                          = 5000
      def send(to: ActorRef[Int]): Unit =
        for sender <- 0 until senders do
          val _ = system.spawn(Behavior.setup[Unit]:
            (0 until each).foreach(i => to ! sender * each + i)
            Behavior.stopped)
      val all = system.gather[Int](senders * each, Limit)
      send(all)
      val answers = await(all.future)
      assertEquals(answers.sorted, Vector.range(0, senders * each))
      // Of one sender they keep their order.
      answers.groupBy(_ / each).values.foreach(of => assertEquals(of, of.sorted))
      val counted = system.gatherCount[Int](senders * each - 7, Limit)
      send(counted)
      assertEquals(await(counted.future), senders * each - 7)
      eventually("what is too many")(recorder.deadLetters.size == 7)
      val sum = system.gatherFold[Int, Long](senders * each, Limit)(0L)(_ + _)
      send(sum)
      assertEquals(await(sum.future), (0L until senders.toLong * each).sum)

  test("a fold that fails fails the future"):
    withSystem: system =>
      val fold = system.gatherFold[Int, Int](3, Limit)(0)((sum, next) => sum + 10 / next)
      fold ! 1
      fold ! 0
      fold ! 2
      assert(failureOf(fold.future).isInstanceOf[ArithmeticException])

  test("it may be given as the address to answer to, and watched as an actor that has ended"):
    withSystem: system =>
      val worker  = system.spawn(Behavior.receive[(Int, ActorRef[Int])]((n, replyTo) => replyTo ! n * n))
      val answers = system.gather[Int](10, Limit)
      (1 to 10).foreach(n => worker ! ((n, answers)))
      assertEquals(await(answers.future), Vector.tabulate(10)(i => (i + 1) * (i + 1)))
      val told = CountDownLatch(1)
      val _    = system.spawn(
        Behavior
          .setup[Unit]:
            context.watch(answers)
            Behavior.receive(_ => ())
          .onSignal { case Signal.Terminated(_, None) => told.countDown() }
      )
      await(told)
      assert(answers.toString.contains("10"))

  test("null and repeated answers count"):
    withSystem: system =>
      val answers = system.gather[String](3, Limit)
      List(null, "a", "a").foreach(answers ! _)
      assertEquals(await(answers.future), Vector(null, "a", "a"))

  test("an answer is there for those that the completed future wakes"):
    withSystem: system =>
      for _ <- 1 to 200 do
        val answers = system.gather[Integer](2, Limit)
        val senders = List.fill(2)(Thread.ofVirtual().start(() => answers ! 7))
        assertEquals(await(answers.future).map(_.toInt), Vector(7, 7))
        senders.foreach(_.join())
