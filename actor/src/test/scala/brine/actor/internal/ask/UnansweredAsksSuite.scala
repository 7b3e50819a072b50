package brine.actor.internal.ask

import brine.actor.internal.cell.cellExtension
import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.Future
import scala.concurrent.duration.*

class UnansweredAsksSuite extends ActorTest:
  import ActorTest.*

  private final case class Question(text: String, replyTo: ActorRef[String])

  /** An actor that never replies. */
  private def silent(replies: LinkedBlockingQueue[ActorRef[String]]): Behavior[Question] =
    Behavior.receive(question => replies.add(question.replyTo): Unit)

  private def keptBy(ref: ActorRef[?]): Int = ref.targetCell.cellExtension.unansweredAsks.size

  test("asks that have timed out leave their target, which handles nothing more"):
    withSystem: system =>
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(silent(replies))
      val open    = List.fill(20)(ref.ask(Question("open", _), 1.hour))
      val timed   = List.fill(1000)(ref.ask(Question("", _), 20.millis))
      val _       = replies.next(1020)
      timed.foreach(asked => assert(failureOf(asked).isInstanceOf[AskTimeoutException]))
      eventually("only those that are open are kept")(keptBy(ref) == open.size)
      system.stop(ref)
      open.foreach(asked => assert(failureOf(asked).isInstanceOf[ActorStoppedException]))

  test("asks that others answer leave their target, which handles nothing more"):
    withSystem: system =>
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(silent(replies))
      val open    = List.fill(20)(ref.ask(Question("open", _), 1.hour))
      val _       = replies.next(20)
      val asked   = List.fill(1000)(ref.ask(Question("", _), 1.hour))
      replies.next(1000).foreach(_ ! "answer")
      asked.foreach(future => assertEquals(await(future), "answer"))
      eventually("only those that are open are kept")(keptBy(ref) == open.size)
      system.stop(ref)
      open.foreach(asked => assert(failureOf(asked).isInstanceOf[ActorStoppedException]))

  test("replies of several threads that race with the handler leave none behind"):
    withSystem: system =>
      val replies = LinkedBlockingQueue[ActorRef[String]]()
      val ref     = system.spawn(silent(replies))
      val asked   = List.fill(20000)(ref.ask(Question("", _), 1.hour))
      val threads = List.fill(3)(Thread.ofPlatform().start(() => replies.drainFor(5000)(_ ! "answer")))
      replies.drainFor(5000)(_ ! "answer")
      threads.foreach(_.join())
      asked.foreach(future => assertEquals(await(future), "answer"))
      eventually("none is kept")(keptBy(ref) == 0)

  test("the end of the target and replies race: every ask completes once"):
    withSystem: system =>
      for _ <- 1 to 200 do
        val replies = LinkedBlockingQueue[ActorRef[String]]()
        val ref     = system.spawn(silent(replies))
        val asked   = List.fill(20)(ref.ask[String](Question("", _), 1.hour))
        val open    = replies.next(20)
        val begin   = CountDownLatch(1)
        val stopper = Thread
          .ofPlatform()
          .start: () =>
            begin.await()
            system.stop(ref)
        begin.countDown()
        open.foreach(_ ! "answer")
        stopper.join()
        asked.foreach: future =>
          val end = completed(future)
          assert(end == "answer" || end.isInstanceOf[ActorStoppedException], s"$end")

  private def completed(future: Future[String]): Any =
    scala.concurrent.Await.ready(future, Limit).value.get.fold(identity, identity)

  extension (replies: LinkedBlockingQueue[ActorRef[String]])
    private def drainFor(count: Int)(action: ActorRef[String] => Unit): Unit =
      (1 to count).foreach(_ => action(replies.next))
