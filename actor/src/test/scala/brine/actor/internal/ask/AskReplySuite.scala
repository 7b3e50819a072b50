package brine.actor.internal.ask

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

class AskReplySuite extends ActorTest:
  import ActorTest.*

  private final case class Question(text: String, replyTo: ActorRef[String])

  private def answering(answer: Question => Unit): Behavior[Question] = Behavior.receive(question => answer(question))

  test("an answer completes the future, and a second one is too late"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(answering: question =>
        question.replyTo ! question.text
        question.replyTo ! "again"
        assert(!question.replyTo.tryTell("third")))
      assertEquals(await(ref.ask(Question("a", _), Limit)), "a")
      assertEquals(ref.askBlocking(Question("b", _), Limit), "b")
      // The asker has its answer before the second one is sent.
      eventually("two dead letters")(recorder.letters.size == 2)
      assertEquals(
        recorder.letters.map(letter => (letter.message, letter.reason)),
        List.fill(2)(("again", DeadLetterReason.TooLate))
      )

  test("a timeout of zero or below, however far, passes at once; the longest does not pass"):
    withSystem: system =>
      val silent = system.spawn(answering(_ => ()))
      for timeout <- List(0.nanos, -1.second, (-Long.MaxValue).nanos) do
        val failure = failureOf(silent.ask(Question("q", _), timeout))
        assert(failure.isInstanceOf[AskTimeoutException], s"$timeout: $failure")
      val longest = silent.ask(Question("q", _), Long.MaxValue.nanos)
      val between = silent.ask(Question("q", _), 1.milli)
      assert(failureOf(between).isInstanceOf[AskTimeoutException])
      assert(!longest.isCompleted)

  test("a time-out names the target, the message, what waits and for how long the handler has run"):
    withSystem: system =>
      val gate    = CountDownLatch(1)
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(
        answering: question =>
          replies.add(question.replyTo)
          await(gate)
        ,
        ActorOptions(name = "oracle")
      )
      val first = ref.ask(Question("a", _), 100.millis)
      val reply = replies.next
      (1 to 3).foreach(_ => ref ! Question("waiting", reply))
      val second  = ref.ask(Question("b", _), 100.millis)
      val failure = failureOf(second).asInstanceOf[AskTimeoutException]
      assert(failure.target eq ref)
      assertEquals(failure.timeout, 100.millis)
      assert(
        failure.getMessage.contains("oracle has not answered a brine.actor.internal.ask.AskReplySuite$Question"),
        failure.getMessage
      )
      assert(failure.getMessage.contains("within 100 milliseconds"), failure.getMessage)
      // The one it handles may be counted too.
      assert(failure.getMessage.matches(".*about [45] messages wait for it.*"), failure.getMessage)
      assert(failure.getMessage.matches(".*its handler has been running for at least \\d+ ms"), failure.getMessage)
      assert(failureOf(first).isInstanceOf[AskTimeoutException])
      gate.countDown()
      eventually("all are handled")(replies.size == 4)

  test("a time-out of an idle, a waiting and a blocking target says so"):
    withSystem: system =>
      def timeout(ref: ActorRef[Question], within: FiniteDuration = 20.millis): String =
        failureOf(ref.ask(Question("a", _), within)).getMessage
      val idle    = system.spawn(answering(_ => ()))
      val message = timeout(idle, 500.millis)
      assert(message.contains("no handler of it is running"), message)
      val suspended = system.spawn(
        Behavior.receive[Question](_ => context.suspendUntil(scala.concurrent.Promise[Unit]().future)(_ => ()))
      )
      suspended ! Question("first", null)
      eventually("it waits")(suspended.targetCell.cellWaiting)
      assert(timeout(suspended).contains("it waits for a future"))
      val gate     = CountDownLatch(1)
      val begun    = CountDownLatch(1)
      val blocking = system.spawn(
        answering: _ =>
          begun.countDown()
          await(gate)
        ,
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
      blocking ! Question("first", null)
      await(begun)
      assert(timeout(blocking).contains("has been running for at least"))
      gate.countDown()

  test("a target that has ended, ends before it comes to the request, or without an answer fails at once"):
    withRecorder: (system, recorder) =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val ref   = system.spawn(answering: question =>
        if question.text == "first" then
          begun.countDown()
          await(gate))
      val first = ref.ask(Question("first", _), 1.hour)
      await(begun)
      val second = ref.ask(Question("second", _), 1.hour)
      system.stop(ref)
      gate.countDown()
      for asked <- List(first, second) do
        val failure = failureOf(asked).asInstanceOf[ActorStoppedException]
        assert(failure.target eq ref)
        assert(failure.getMessage.contains("has stopped and will not answer a"), failure.getMessage)
      eventually("the end")(recorder.hasStopped(ref))
      assert(failureOf(ref.ask(Question("third", _), 1.hour)).isInstanceOf[ActorStoppedException])
      // Those that were not handled are dead letters, too.
      assertEquals(recorder.letters.map(_.message.asInstanceOf[Question].text), List("second", "third"))

  test("a target that stops in the handler of the request fails it unless it has answered"):
    withSystem: system =>
      def stopping(answer: Boolean): Behavior[Question] = Behavior.receive: question =>
        if answer then question.replyTo ! "bye"
        Behavior.stopped
      assertEquals(await(system.spawn(stopping(true)).ask(Question("", _), 1.hour)), "bye")
      assert(failureOf(system.spawn(stopping(false)).ask(Question("", _), 1.hour)).isInstanceOf[ActorStoppedException])

  test("a handler that fails fails the request with its cause, also when the target goes on"):
    withSystem: system =>
      for supervision <- List(Supervision.stop, Supervision.resume, Supervision.restart()) do
        val ref     = system.spawn(answering(_ => throw Boom("why")), ActorOptions(supervision = supervision))
        val failure = failureOf(ref.ask(Question("", _), 1.hour)).asInstanceOf[ActorFailedException]
        assert(failure.target eq ref)
        assertEquals(failure.getCause.getMessage, "why")
        assert(failure.getMessage.contains("failed while it handled a"), failure.getMessage)
      // One that has answered before it fails has answered.
      val answered = system.spawn(answering: question =>
        question.replyTo ! "answer"
        throw Boom())
      assertEquals(await(answered.ask(Question("", _), 1.hour)), "answer")

  test("an answer that comes late is a dead letter"):
    withRecorder: (system, recorder) =>
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(answering(question => replies.add(question.replyTo): Unit))
      val asked   = ref.ask(Question("", _), 5.millis)
      assert(failureOf(asked).isInstanceOf[AskTimeoutException])
      val reply = replies.next
      assert(!reply.tryTell("late"))
      reply ! "late"
      assertEquals(recorder.letters, List(DeadLetter("late", reply, DeadLetterReason.TooLate)))
      assertEquals(reply.toString, s"the asker of $ref")

  test("an answer may come later, from elsewhere, and to an actor that began anew"):
    withSystem: system =>
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(
        answering(question => if question.text == "fail" then throw Boom() else replies.add(question.replyTo): Unit),
        ActorOptions(supervision = Supervision.restart())
      )
      val asked = ref.ask(Question("", _), 1.hour)
      val reply = replies.next
      assert(failureOf(ref.ask(Question("fail", _), 1.hour)).isInstanceOf[ActorFailedException])
      assert(!asked.isCompleted)
      reply ! "later"
      assertEquals(await(asked), "later")

  test("to wait for an answer is refused on a worker, and fine on virtual threads and in blocking actors"):
    withSystem: system =>
      val echo    = system.spawn(answering(question => question.replyTo ! question.text))
      val refused = LinkedBlockingQueue[String]()
      val ref     = system.spawn(
        Behavior.receive[Unit]: _ =>
          val thrown = intercept[IllegalStateException](echo.askBlocking(Question("", _), Limit))
          refused.add(thrown.getMessage): Unit
        ,
        ActorOptions(name = "hasty")
      )
      ref ! ()
      val message = refused.next
      assert(
        message.startsWith("hasty called askBlocking on a worker") && message.contains("Dispatcher.Blocking"),
        message
      )
      val answers = LinkedBlockingQueue[String]()
      val thread  = Thread.ofVirtual().start(() => answers.add(echo.askBlocking(Question("virtual", _), Limit)): Unit)
      assertEquals(answers.next, "virtual")
      thread.join()
      val blocking = system.spawn(
        Behavior.receive[Unit](_ => answers.add(echo.askBlocking(Question("blocking", _), Limit)): Unit),
        ActorOptions(dispatcher = Dispatcher.Blocking)
      )
      blocking ! ()
      assertEquals(answers.next, "blocking")

  test("askBlocking throws what the ask fails with"):
    withSystem: system =>
      val silent = system.spawn(answering(_ => ()))
      intercept[AskTimeoutException](silent.askBlocking(Question("", _), 5.millis)): Unit
      val failing = system.spawn(answering(_ => throw Boom()))
      intercept[ActorFailedException](failing.askBlocking(Question("", _), Limit)): Unit
      intercept[ActorStoppedException](failing.askBlocking(Question("", _), Limit)): Unit

  test("many asks at once are answered each with its own"):
    withSystem: system =>
      val echo    = system.spawn(answering(question => question.replyTo ! question.text))
      val answers = Future.sequence((1 to 5000).map(i => echo.ask(Question(i.toString, _), Limit)))(using
        implicitly,
        scala.concurrent.ExecutionContext.parasitic
      )
      assertEquals(Await.result(answers, Limit), (1 to 5000).map(_.toString))
