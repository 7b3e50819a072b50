package brine.actor

import java.nio.file.Files
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import jdk.jfr.Recording
import jdk.jfr.consumer.{RecordedEvent, RecordingFile}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

class JfrListenerSuite extends ActorTest:
  import ActorTest.*

  private def recorded(settings: ActorSystemSettings)(body: ActorSystem => Unit): List[RecordedEvent] =
    val recording = Recording()
    val file      = Files.createTempFile("brine", ".jfr")
    try
      recording.start()
      withSystem(settings)(body)
      recording.stop()
      recording.dump(file)
      RecordingFile.readAllEvents(file).asScala.toList.filter(_.getEventType.getName.startsWith("brine."))
    finally
      recording.close()
      Files.delete(file)

  test("what happens in a system is in the recording"):
    val recorder = Recorder()
    val events   = recorded(
      ActorSystemSettings(
        workers = 2,
        mailboxHighWater = 10,
        listener = ActorListener.all(JfrListener(), recorder)
      ).withSlowHandler(1.milli)
    ): system =>
      val ref  = system.spawn(new Obedient(LinkedBlockingQueue()), ActorOptions(name = "recorded"))
      val gate = CountDownLatch(1)
      ref ! Order.Do(_ => await(gate))
      assert(recorder.slow.next._1 eq ref)
      // The high water is looked at while one actor gets on.
      (1 to 500).foreach(_ => ref ! Order.Do(_ => if recorder.high.isEmpty then Thread.sleep(20)))
      gate.countDown()
      assert(recorder.high.next._1 eq ref)
      ref ! Order.Fail(Boom("recorded failure"))
      ref ! Order.Say("dead")
      eventually("the end")(recorder.hasStopped(ref))
      ref ! Order.Say("dead")
    def of(name: String): RecordedEvent =
      val found = events.filter(event => event.getEventType.getName == name && event.getString("actor") == "recorded")
      assert(found.nonEmpty, s"no $name among $events")
      assertEquals(found.head.getEventType.getCategoryNames.asScala.toList, List("Brine"))
      found.head
    of("brine.ActorSpawn"): Unit
    assert(of("brine.ActorStop").getString("cause").contains("recorded failure"))
    assert(of("brine.ActorFailure").getString("cause").contains("recorded failure"))
    assertEquals(of("brine.ActorFailure").getString("directive"), "Stop")
    assertEquals(of("brine.DeadLetter").getString("reason"), "Stopped")
    assert(of("brine.DeadLetter").getString("message").contains("Say"))
    assert(of("brine.SlowHandler").getDuration("age").toNanos > 1000000L)
    assert(of("brine.SlowHandler").getString("message").contains("Do"))
    assert(of("brine.MailboxHighWater").getInt("length") >= 10)

  test("while nothing is recorded nothing is made"):
    withSystem(ActorSystemSettings(workers = 2, listener = JfrListener())): system =>
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()))
      settled(ref, Order.Sync(_))
      assert(!internal.jfr.SpawnEvent().isEnabled)
