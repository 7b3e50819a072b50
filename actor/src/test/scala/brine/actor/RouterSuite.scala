package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class RouterSuite extends ActorTest:
  import ActorTest.*

  private type Seen = LinkedBlockingQueue[(ActorRef[?], Int)]

  private def noting(seen: Seen): Behavior[Int] = Behavior.receive:
    case -1      => Behavior.stopped
    case -2      => throw Boom()
    case message => seen.add((context.self, message)): Unit

  test("a pool passes messages on in turn"):
    withSystem: system =>
      val seen   = new Seen
      val router = system.spawn(Router.pool(3)(noting(seen)))
      (0 until 30).foreach(router ! _)
      val byRoutee = seen.next(30).groupMap(_._1)(_._2)
      assertEquals(byRoutee.size, 3)
      byRoutee.values.foreach: messages =>
        assertEquals(messages.size, 10)
        assertEquals(messages, messages.sorted)
        assertEquals(messages.map(_ % 3).distinct.size, 1)

  test("a child of a pool that fails begins anew, one that ends is left out, and the last one ends the router"):
    withRecorder: (system, recorder) =>
      val seen   = new Seen
      val router = system.spawn(Router.pool(2)(noting(seen)))
      router ! -2
      router ! -2
      (1 to 10).foreach(router ! _)
      assertEquals(seen.next(10).groupBy(_._1).size, 2)
      assertEquals(recorder.directives, List(Directive.Restart, Directive.Restart))
      router ! -1
      eventually("a child's end")(recorder.stopped.size == 1)
      // The router hears of it before messages that are sent now.
      (1 to 10).foreach(router ! _)
      assertEquals(seen.next(10).groupBy(_._1).size, 1)
      router ! -1
      eventually("the router's end")(recorder.hasStopped(router))
      router ! 5
      assertEquals(
        recorder.letters.map(letter => (letter.message, letter.recipient)),
        List[(Any, ActorRef[?])]((5, router))
      )

  test("a pool of actors that are classes"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      var made = 0
      class Worker extends Actor[Int]:
        made += 1
        def receive(message: Int): Unit = seen.add(message): Unit
      val router = system.spawn(Router.poolOf(4)(new Worker))
      (1 to 8).foreach(router ! _)
      assertEquals(seen.next(8).toSet, (1 to 8).toSet)
      assertEquals(made, 4)

  test("a group drops those that end, also those that had ended before"):
    withRecorder: (system, recorder) =>
      val seen = new Seen
      val refs = Vector.fill(4)(system.spawn(noting(seen)))
      refs(0) ! -1
      eventually("its end")(recorder.hasStopped(refs(0)))
      val router = system.spawn(Router.group(refs))
      eventually("it is left out"):
        (1 to 4).foreach(router ! _)
        seen.clear()
        recorder.deadLetters.clear()
        (1 to 9).foreach(router ! _)
        seen.next(9).groupBy(_._1).size == 3 && recorder.deadLetters.isEmpty
      refs.drop(1).foreach(_ ! -1)
      eventually("the router's end")(recorder.hasStopped(router))

  test("the members of a group may have bounded mailboxes, and outlive it"):
    withRecorder: (system, recorder) =>
      val seen = new Seen
      val refs = Vector.fill(2)(
        system.spawn(noting(seen), ActorOptions(mailbox = Mailbox.Bounded(100, WhenFull.DropNewest)))
      )
      val router = system.spawn(Router.group(refs))
      (1 to 10).foreach(router ! _)
      assertEquals(seen.next(10).groupBy(_._1).size, 2)
      refs(0) ! -1
      eventually("its end")(recorder.hasStopped(refs(0)))
      (1 to 10).foreach(router ! _)
      assertEquals(seen.next(10).map(_._1).distinct, List[ActorRef[?]](refs(1)))
      system.stop(router)
      eventually("the router's end")(recorder.hasStopped(router))
      refs(1) ! 1
      assertEquals(seen.next._2, 1)

  for (name, routing) <- List("in turn" -> Routing.RoundRobin, "by key" -> Routing.ConsistentHash[Int](identity))
  do
    test(s"the members of a group may be adapted references, of one actor too, $name"):
      withRecorder: (system, recorder) =>
        val seen   = new Seen
        val ends   = system.spawn(noting(seen))
        val stays  = system.spawn(noting(seen))
        val plus   = List(100, 200).map(more => ends.contramap[Int](_ + more))
        val router = system.spawn(Router.group(plus :+ stays.contramap[Int](identity), routing))
        (1 to 30).foreach(router ! _)
        assert(seen.next(30).map(_._1).toSet.contains(ends))
        ends ! -1
        eventually("a member's end")(recorder.hasStopped(ends))
        // The router hears of it before messages that are sent now.
        (1 to 30).foreach(router ! _)
        assertEquals(seen.next(30), (1 to 30).map(message => (stays: ActorRef[?], message)).toList)
        stays ! -1
        eventually("the router's end")(recorder.hasStopped(router))

  test("what a full routee refuses is a dead letter, and the router goes on"):
    withRecorder: (system, recorder) =>
      val gate   = CountDownLatch(1)
      val begun  = CountDownLatch(1)
      val seen   = LinkedBlockingQueue[Int]()
      val narrow = ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail))
      val router = system.spawn(
        Router.pool(1, options = narrow)(Behavior.receive[Int]: message =>
          begun.countDown()
          await(gate)
          seen.add(message): Unit)
      )
      router ! 1
      await(begun)
      (2 to 4).foreach(router ! _)
      eventually("the letters")(
        recorder.letters.map(letter => (letter.message, letter.reason)) ==
          List(3, 4).map((_, DeadLetterReason.MailboxFull))
      )
      gate.countDown()
      assertEquals(seen.next(2), List(1, 2))
      assertEquals(recorder.failures.size, 0)

  test("null, which no bounded mailbox takes, is a dead letter, and the router goes on"):
    withRecorder: (system, recorder) =>
      val seen    = LinkedBlockingQueue[String]()
      val bounded = ActorOptions(mailbox = Mailbox.Bounded(10, WhenFull.Fail))
      val routee  = system.spawn(Behavior.receive[String](text => seen.add(text): Unit), bounded)
      val router  = system.spawn(Router.group(List(routee)))
      router ! null
      router ! "message"
      assertEquals(seen.next, "message")
      assertEquals(recorder.letters, List(DeadLetter(null, routee, DeadLetterReason.Unhandled)))

  test("by key, the same key goes to the same routee, and when one ends the others keep their keys"):
    withRecorder: (system, recorder) =>
      val seen                          = new Seen
      val refs                          = Vector.fill(5)(system.spawn(noting(seen)))
      val router                        = system.spawn(Router.group(refs, Routing.ConsistentHash[Int](identity)))
      def places: Map[Int, ActorRef[?]] =
        (0 until 1000).foreach(router ! _)
        seen.next(1000).map(_.swap).toMap
      val first = places
      assertEquals(places, first)
      assertEquals(first.values.toSet.size, 5)
      refs(2) ! -1
      eventually("its end")(recorder.hasStopped(refs(2)))
      val second = places
      first.foreach: (key, ref) =>
        if ref ne refs(2) then assert(second(key) eq ref) else assert(second(key) ne refs(2))
      assertEquals(first.collect { case (key, ref) if ref eq refs(2) => second(key) }.toSet.size, 4)

  test("an answer comes through a router, and its end fails what is not answered"):
    withSystem: system =>
      val router = system.spawn(Router.pool(2)(Behavior.receive[ActorRef[String]](_ ! "here")))
      (1 to 20).foreach(_ => assertEquals(router.askBlocking(identity[ActorRef[String]], Limit), "here"))
      val silent = system.spawn(Router.pool(2)(Behavior.receive[ActorRef[String]](_ => ())))
      val asked  = silent.ask(identity[ActorRef[String]], Limit)
      eventually("it is passed on")(!silent.targetCell.cellBusy)
      system.stop(silent)
      assert(failureOf(asked).isInstanceOf[ActorStoppedException])

  test("what makes no sense is refused"):
    intercept[IllegalArgumentException](Router.pool(0)(Behavior.stopped[Int]))
    intercept[IllegalArgumentException](Router.group[Int](Nil))
    withSystem: system =>
      val ref = system.spawn(Behavior.receive[Int](_ => ()))
      intercept[IllegalArgumentException](Router.group(List(ref, ref)))
