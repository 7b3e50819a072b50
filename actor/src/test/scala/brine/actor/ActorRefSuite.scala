package brine.actor

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

class ActorRefSuite extends ActorTest:
  import ActorTest.*

  test("tryTell is true while the actor lives, and the message is handled"):
    withSystem: system =>
      val seen = LinkedBlockingQueue[Int]()
      val ref  = system.spawn(Behavior.receive[Int](message => seen.add(message): Unit))
      (1 to 100).foreach(i => assert(ref.tryTell(i)))
      assertEquals(seen.next(100), List.range(1, 101))

  test("tryTell to an actor that has ended is false, and makes no dead letter; tell makes one"):
    withRecorder: (system, recorder) =>
      for options <- List(
          ActorOptions.defaults,
          ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.DropOldest)),
          ActorOptions(dispatcher = Dispatcher.Blocking)
        )
      do
        recorder.deadLetters.clear()
        val ref = system.spawn(Behavior.receive[Int](_ => Behavior.stopped), options)
        ref ! 0
        eventually("the end")(recorder.hasStopped(ref))
        (1 to 10).foreach(i => assert(!ref.tryTell(i)))
        assertEquals(recorder.letters, Nil)
        ref ! 11
        assertEquals(recorder.letters, List(DeadLetter(11, ref, DeadLetterReason.Stopped)))

  test("a message that tryTell has put into the mailbox of an actor that ends is a dead letter"):
    withRecorder: (system, recorder) =>
      val gate = CountDownLatch(1)
      val ref  = system.spawn(Behavior.receive[Int]: _ =>
        await(gate)
        Behavior.stopped)
      ref ! 0
      assert(ref.tryTell(1))
      gate.countDown()
      eventually("the letter")(recorder.letters.map(_.message) == List(1))

  test("an unhandled message is a dead letter with that reason, a signal that is not handled is none"):
    withRecorder: (system, recorder) =>
      val seen = LinkedBlockingQueue[String]()
      val ref  = system.spawn(
        Behavior
          .receive[String]:
            case "watch" => context.watch(system.spawn(Behavior.setup[Unit](Behavior.stopped)))
            case _       => Behavior.unhandled
          .onSignal { case Signal.Terminated(_, _) =>
            seen.add("terminated")
            Behavior.unhandled
          }
      )
      ref ! "odd"
      ref ! "watch"
      assertEquals(seen.next, "terminated")
      assertEquals(recorder.letters, List(DeadLetter("odd", ref, DeadLetterReason.Unhandled)))

  test("two references are equal if they are of one actor, and all show its name"):
    withSystem: system =>
      val ref  = system.spawn(new Obedient(LinkedBlockingQueue()), ActorOptions(name = "named"))
      val seen = LinkedBlockingQueue[ActorRef[Order]]()
      ref ! Order.Do(context => seen.add(context.self): Unit)
      assertEquals(seen.next, ref)
      assertEquals(ref.toString, "named")
      val unnamed = system.spawn(new Obedient(LinkedBlockingQueue()))
      assert(unnamed.toString.startsWith("Obedient#"), unnamed.toString)

  test("to whom takes more may be sent less"):
    withSystem: system =>
      val seen                         = LinkedBlockingQueue[Any]()
      val wide: ActorRef[Int | String] =
        system.spawn(Behavior.receive[Int | String](message => seen.add(message): Unit))
      val narrow: ActorRef[Int] = wide
      narrow ! 1
      wide ! "a"
      assertEquals(seen.next(2), List(1, "a"))

  test("a class that is a case class is an actor like any other: each object is itself"):
    withSystem: system =>
      val told    = LinkedBlockingQueue[ActorRef[?]]()
      val one     = system.spawn(ActorRefSuite.Device("x"))
      val other   = system.spawn(ActorRefSuite.Device("x"))
      val watcher = system.spawn(
        Behavior
          .setup[ActorRef[Unit]]:
            context.watch(one)
            context.watch(other)
            Behavior.receive[ActorRef[Unit]](_ ! ())
          .onSignal { case Signal.Terminated(ref, _) => told.add(ref): Unit }
      )
      settled[ActorRef[Unit]](watcher, replyTo => replyTo)
      assert(one != other)
      assert(one.toString.startsWith("Device#"), one.toString)
      assertEquals(one.askBlocking[String](replyTo => replyTo, ActorTest.Limit), "x and a child")
      List(one, other).foreach(system.stop)
      assertEquals(Set(told.next, told.next), Set[ActorRef[?]](one, other))

  test("nobody can say that two references are equal, or make their text fail"):
    val errors = List(
      compileErrors(
        """class A extends Actor[Int] { protected def receive(m: Int) = (); override def toString = "" }"""
      ),
      compileErrors("""class A extends Actor[Int] { protected def receive(m: Int) = (); override def hashCode = 1 }"""),
      compileErrors(
        """class A extends Actor[Int] { protected def receive(m: Int) = (); override def equals(other: Any) = true }"""
      )
    )
    errors.foreach(error => assert(error.contains("final"), error))

private object ActorRefSuite:
  final case class Device(name: String) extends Actor[ActorRef[String]]:
    protected def receive(replyTo: ActorRef[String]): Unit =
      context.spawn(Device(name)): Unit
      replyTo ! s"$name and ${if context.children.size == 1 then "a child" else "no child"}"
