package brine.actor

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

class ReceptionistSuite extends ActorTest:
  import ActorTest.*
  import Receptionist.*

  private val Printers = ServiceKey[String]("printers")
  private val Clocks   = ServiceKey[Int]("clocks")

  private def idle(system: ActorSystem): ActorRef[Any] = system.spawn(Behavior.receive[Any](_ => Behavior.stopped))

  private def find[M](system: ActorSystem, key: ServiceKey[M]): Vector[ActorRef[M]] =
    system.receptionist.askBlocking[Listing[M]](Find(key, _), Limit).services

  test("services are found by their key, in the order of their registration, until they stop or deregister"):
    withSystem: system =>
      val refs = Vector.fill(4)(idle(system))
      assertEquals(find(system, Printers), Vector.empty)
      refs.foreach(system.receptionist ! Register(Printers, _))
      system.receptionist ! Register(Printers, refs(0))
      system.receptionist ! Register(Clocks, refs(1))
      assertEquals(find(system, Printers), refs)
      assertEquals(find(system, Clocks), Vector(refs(1)))
      system.receptionist ! Deregister(Printers, refs(0))
      system.receptionist ! Deregister(Clocks, refs(0))
      assertEquals(find(system, Printers), refs.drop(1))
      system.stop(refs(1))
      eventually("it is removed under both keys"):
        find(system, Printers) == refs.drop(2) && find(system, Clocks).isEmpty
      system.receptionist ! Register(Clocks, refs(1)) // has stopped already
      eventually("it is not kept")(find(system, Clocks).isEmpty)

  test("a service that is registered after the subscribers of its key have gone stays, whenever their end is heard of"):
    withSystem: system =>
      val service = idle(system)
      // An address of replies refuses them a moment before those who watch it hear of its end.
      val ending                           = Promise[Unit]()
      @volatile var refuses                = false
      val going: ActorRef[Listing[String]] = new ActorRef[Listing[String]]:
        def tell(message: Listing[String]): Unit                                               = ()
        def tryTell(message: Listing[String]): Boolean                                         = !refuses
        private[brine] def sendRequest(message: Listing[String], reply: PendingReply[?]): Unit = ()
        private[brine] def refText: String                                                     = "going"
        private[brine] override def refEnding: Future[?]                                       = ending.future
        private[brine] def targetCell: Cell[?]                                                 = service.targetCell
      system.receptionist ! Subscribe(Printers, going)
      assertEquals(find(system, Printers), Vector.empty)
      refuses = true
      system.receptionist ! Subscribe(Printers, going)
      system.receptionist ! Register(Printers, service)
      assertEquals(find(system, Printers), Vector(service))
      ending.success(())
      assertEquals(find(system, Printers), Vector(service))

  test("subscribers get the present listing, and one after each change, until they stop"):
    withRecorder: (system, recorder) =>
      val seen       = LinkedBlockingQueue[Vector[ActorRef[String]]]()
      val subscriber = system.spawn(Behavior.receive[Listing[String]](listing => seen.add(listing.services): Unit))
      val (a, b)     = (idle(system), idle(system))
      system.receptionist ! Subscribe(Printers, subscriber)
      assertEquals(seen.next, Vector.empty)
      system.receptionist ! Register(Printers, a)
      assertEquals(seen.next, Vector(a))
      system.receptionist ! Register(Printers, a)
      system.receptionist ! Register(Clocks, a)
      system.receptionist ! Register(Printers, b)
      assertEquals(seen.next, Vector(a, b))
      system.stop(a)
      assertEquals(seen.next, Vector(b))
      system.receptionist ! Deregister(Printers, b)
      assertEquals(seen.next, Vector.empty)
      system.receptionist ! Unsubscribe(Printers, subscriber)
      system.receptionist ! Register(Printers, b)
      assertEquals(find(system, Printers), Vector(b))
      system.receptionist ! Subscribe(Printers, subscriber)
      assertEquals(seen.next, Vector(b))
      system.stop(subscriber)
      await(subscriber.whenStopped): Unit
      find(system, Printers): Unit
      system.receptionist ! Deregister(Printers, b)
      assertEquals(find(system, Printers), Vector.empty)
      assertEquals(recorder.failures.size, 0)

  test("a gather of listings is a subscriber until it has all"):
    withSystem: system =>
      val (a, b)   = (idle(system), idle(system))
      val listings = system.gather[Listing[String]](2, Limit)
      system.receptionist ! Subscribe(Printers, listings)
      system.receptionist ! Register(Printers, a)
      assertEquals(await(listings.future).map(_.services), Vector(Vector.empty, Vector(a)))
      system.receptionist ! Register(Printers, b)
      assertEquals(find(system, Printers), Vector(a, b))
      assertEquals(system.statistics.allDeadLetters, 0L)

  test("keys are equal by name and class of messages"):
    assertEquals(ServiceKey[String]("printers"), Printers)
    assertEquals(ServiceKey.of(classOf[String], "printers"), Printers)
    assert(ServiceKey[Int]("printers") != (Printers: Any))
    assertEquals(Printers.toString, "printers of java.lang.String")
    intercept[NullPointerException](ServiceKey[String](null)): Unit

  test("a system has one receptionist, spawned by whoever needs it first; others may be spawned"):
    withSystem: system =>
      assertEquals(system.dump().entries.size, 0)
      val found   = ConcurrentLinkedQueue[ActorRef[?]]()
      val threads = List.fill(8)(Thread.startVirtualThread(() => found.add(system.receptionist): Unit))
      threads.foreach(_.join())
      assertEquals(found.asScala.toSet.size, 1)
      val own = system.spawn(Receptionist())
      own ! Register(Printers, idle(system))
      assertEquals(find(system, Printers), Vector.empty)

  test("null is refused where it is sent, or handled as any unknown message"):
    withSystem: system =>
      val ref  = idle(system)
      val made = List[() => Command](
        () => Register(null, ref),
        () => Register(Printers, null),
        () => Deregister(null, ref),
        () => Deregister(Printers, null),
        () => Find(null, ref),
        () => Find(Printers, null),
        () => Subscribe(null, ref),
        () => Subscribe(Printers, null),
        () => Unsubscribe(null, ref),
        () => Unsubscribe(Printers, null)
      )
      made.foreach(make => intercept[NullPointerException](make()))
      system.receptionist ! null
      system.receptionist ! Register(Printers, ref)
      assertEquals(find(system, Printers), Vector[ActorRef[String]](ref))
      assertEquals(system.statistics.deadLetters(DeadLetterReason.Unhandled), 1L)

  test("a gather that is registered as a service is removed when its future completes"):
    withSystem: system =>
      val gather = system.gather[String](1, Limit)
      system.receptionist ! Register(Printers, gather)
      assertEquals(find(system, Printers), Vector[ActorRef[String]](gather))
      gather ! "page"
      eventually("it is removed")(find(system, Printers).isEmpty)

  test("a failure does not end the receptionist of a system"):
    withSystem: system =>
      val known = idle(system)
      system.receptionist ! Register(Printers, known)
      system.receptionist.asInstanceOf[ActorRef[Any]] ! "no command" // which its handler does not match
      assertEquals(find(system, Printers), Vector[ActorRef[String]](known))

  test("a subscriber that is full, and a service that offers everything twice, harm nobody"):
    withRecorder: (system, recorder) =>
      val gate  = CountDownLatch(1)
      val begun = CountDownLatch(1)
      val full  = system.spawn(
        Behavior.receive[Listing[Any]]: _ =>
          begun.countDown()
          await(gate)
        ,
        ActorOptions(mailbox = Mailbox.Bounded(1, WhenFull.Fail), dispatcher = Dispatcher.Blocking)
      )
      val key = ServiceKey[Any]("any")
      system.receptionist ! Subscribe(key, full)
      await(begun)
      val service = idle(system)
      val adapted = Vector.fill(10)(service.contramap[Any](identity))
      adapted.foreach(system.receptionist ! Register(key, _))
      assertEquals(find(system, key), adapted)
      assertEquals(recorder.letters.map(_.reason).toSet, Set(DeadLetterReason.MailboxFull))
      service ! "stop"
      eventually("all are removed")(find(system, key).isEmpty)
      assertEquals(recorder.failures.size, 0)
      gate.countDown()
