package brine.actor.internal.cell

import brine.actor.*
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class StashingSuite extends ActorTest:
  import ActorTest.*

  /** Puts aside all numbers until it is opened; 0 opens, negative numbers are said at once. */
  private class Gatekeeper(seen: LinkedBlockingQueue[Int], closeAfter: Int = Int.MaxValue) extends Actor[Int]:
    private var open                          = false
    private var said                          = 0
    protected def receive(message: Int): Unit =
      if message == 0 then
        open = true
        context.unstashAll()
      else if message < 0 then seen.add(message): Unit
      else if open then
        said += 1
        seen.add(message)
        if said == closeAfter then
          said = 0
          open = false
      else context.stash(message)

  test("what was put aside comes next, in its order and before all that waits"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val gate = CountDownLatch(1)
      val ref  = system.spawn(new Gatekeeper(seen))
      // From an actor, so that the messages come in bunches: one is open when the stash comes back.
      val _ = system.spawn(Behavior.setup[Unit]:
        (1 to 300).foreach(ref ! _)
        ref ! 0
        (301 to 600).foreach(ref ! _)
        gate.countDown()
        Behavior.receive(_ => ()))
      await(gate)
      assertEquals(seen.next(600), (1 to 600).toList)

  test("a stash may be filled and taken back many times"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val ref  = system.spawn(new Gatekeeper(seen, closeAfter = 7))
      (1 to 100).foreach(ref ! _)
      for round <- 0 until 14 do
        ref ! 0
        assertEquals(seen.next(7), List.tabulate(7)(i => round * 7 + i + 1))
      ref ! -1
      assertEquals(seen.next, -1)
      ref ! 0
      assertEquals(seen.next(2), List(99, 100))

  test("to take back twice in one handler, or nothing, is no different"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val ref  = system.spawn(Behavior.receive[Int]: message =>
        if message == 0 then
          context.unstashAll()
          context.unstashAll()
        else if message < 10 then context.stash(message + 10)
        else
          seen.add(message)
          context.unstashAll())
      List(0, 1, 2, 0, 0, 3, 0).foreach(ref ! _)
      assertEquals(seen.next(3), List(11, 12, 13))

  test("a message that is put aside again while the stash comes back keeps its place"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val ref  = system.spawn(Behavior.receive[Int]:
        var opened = 0
        message =>
          if message == 0 then
            opened += 1
            context.unstashAll()
          else if opened < message then context.stash(message)
          else seen.add(message): Unit)
      List(1, 2, 3, 1, 2, 3).foreach(ref ! _)
      ref ! 0
      assertEquals(seen.next(2), List(1, 1))
      ref ! 0
      assertEquals(seen.next(2), List(2, 2))
      ref ! 0
      assertEquals(seen.next(2), List(3, 3))

  test("too many are refused, by name and number"):
    withRecorder: (system, recorder) =>
      val ref = system.spawn(
        Behavior.receive[Int](message => context.stash(message)),
        ActorOptions(name = "miser", stashCapacity = 2)
      )
      (1 to 3).foreach(ref ! _)
      eventually("the end")(recorder.hasStopped(ref))
      val failure = recorder.causeOf(ref).get
      assert(failure.isInstanceOf[StashFullException])
      assert(failure.getMessage.startsWith("miser has stashed 2 messages"), failure.getMessage)
      // The one that was refused has failed; the others reached nobody.
      assertEquals(recorder.letters.map(_.message), List(1, 2))

  test("stashSize counts, and what is left in a stash is a dead letter"):
    withRecorder: (system, recorder) =>
      val sizes = LinkedBlockingQueue[Int]()
      val ref   = system.spawn(Behavior.receive[Int]: message =>
        if message == 0 then Behavior.stopped
        else
          context.stash(message)
          sizes.add(context.stashSize): Unit)
      List(1, 2, 3, 0).foreach(ref ! _)
      assertEquals(sizes.next(3), List(1, 2, 3))
      eventually("the end")(recorder.hasStopped(ref))
      assertEquals(
        recorder.letters.map(letter => (letter.message, letter.reason)),
        List(1, 2, 3).map((_, DeadLetterReason.Stopped))
      )

  test("an ask that is put aside is answered later, or fails with its target"):
    withRecorder: (system, recorder) =>
      enum Message:
        case Ask(replyTo: ActorRef[String])
        case Open
      val ref = system.spawn(Behavior.receive[Message]:
        var open = false
        {
          case message @ Message.Ask(replyTo) => if open then replyTo ! "answer" else context.stash(message)
          case Message.Open                   =>
            open = true
            context.unstashAll()
        })
      val answer = ref.ask(Message.Ask(_), Limit)
      ref ! Message.Open
      assertEquals(await(answer), "answer")
      val closed = system.spawn(Behavior.receive[ActorRef[String]](message => context.stash(message)))
      val failed = closed.ask(identity[ActorRef[String]], Limit)
      eventually("it is handled")(!closed.targetCell.cellBusy)
      system.stop(closed)
      assert(failureOf(failed).isInstanceOf[ActorStoppedException])
      assertEquals(recorder.letters.size, 1)
