package brine.pekko.serialization

import brine.codec.testkit.Mutations
import brine.effort.Effort
import brine.pekko.Orders.*
import brine.pekko.entity.Odd
import brine.pekko.{MessageType, Orders, Systems}
import brine.pekko.Systems.Written
import java.io.NotSerializableException
import java.util.concurrent.{CountDownLatch, Executors}
import org.apache.pekko.actor.ActorSystem
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import scala.util.{Random, Try}

class BrineSerializerSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(30, "min")

  private val system = Systems.local(Orders.types*)

  override def afterAll(): Unit = Systems.close(system)

  private def values(system: ActorSystem): Vector[AnyRef] =
    val ref = system.spawnAnonymous(Behaviors.empty[Reply])
    Vector(
      Place(7, Vector("bolt", "nut"), ref),
      Watch(ref.toClassic),
      Stop,
      Reply.Placed(1),
      Reply.Refused("no"),
      Reply.Busy,
      Level.Low,
      Level.High,
      Event(Long.MinValue, "")
    )

  private def refused(written: Written)(using munit.Location): String =
    Try(Systems.read(system, written)).failed.get match
      case error: NotSerializableException => error.getMessage
      case other                           => fail(s"another error: $other", other)

  test("values of all cases come back, with the manifest of their root"):
    for value <- values(system) do
      val written = Systems.write(system, value)
      assertEquals(written.serializer, 1112690245)
      assertEquals(Systems.read(system, written), value)
    assertEquals(
      values(system).map(Systems.write(system, _).manifest.takeWhile(_ != '#')).distinct,
      Vector("Orders.Command", "Orders.Reply", "Orders.Level", "Orders.Event")
    )

  // Stored events have these for years: a change here breaks them.
  test("the manifest and the bytes of an event stay as they are"):
    val written = Systems.write(system, Event(4711, "ü"))
    assertEquals(written.manifest, "Orders.Event#e473a2982c2b0423")
    assertEquals(written.bytes.toVector.map(byte => f"$byte%02x").mkString(" "), "01 ce 49 84 01 fc")
    assertEquals(Systems.read(system, written), Event(4711, "ü"))

  test("a codec that overflows the stack, or misses a class, is a failure of the message alone"):
    Systems.using(Systems.local(MessageType[Odd.Value])): system =>
      def refusal(body: => Any) = Try(body).failed.get match
        case error: NotSerializableException => error.getMessage
        case other                           => fail(s"another error: $other", other)
      for kind <- Vector("StackOverflowError", "NoClassDefFoundError") do
        assert(refusal(Systems.write(system, Odd.Value(s"write $kind"))).contains(kind))
        val written = Systems.write(system, Odd.Value(s"read $kind"))
        val unread  = refusal(Systems.read(system, written))
        assert(unread.contains("on purpose"), unread)

  test("messages between actors are serialized and read again"):
    val probe = new java.util.concurrent.LinkedBlockingQueue[Reply]
    val inbox = system.spawnAnonymous(Behaviors.receiveMessage[Reply] { reply =>
      probe.add(reply)
      Behaviors.same
    })
    val shop = system.spawnAnonymous(Behaviors.receiveMessage[Command] {
      case Place(id, articles, replyTo) =>
        replyTo ! (if articles.isEmpty then Reply.Refused("empty") else Reply.Placed(id))
        Behaviors.same
      case _: Watch => Behaviors.same
      case Stop     => Behaviors.stopped
    })
    shop ! Place(3, Vector("nut"), inbox)
    shop ! Place(4, Vector.empty, inbox)
    assertEquals(probe.poll(20, java.util.concurrent.TimeUnit.SECONDS), Reply.Placed(3))
    assertEquals(probe.poll(20, java.util.concurrent.TimeUnit.SECONDS), Reply.Refused("empty"))

  test("damaged bytes and manifests give errors, and no other failure"):
    val random = Random(3)
    for value <- values(system) do
      val written = Systems.write(system, value)
      val found   = Mutations.random(written.bytes, random.nextLong()).take(Effort.damagedMessages) ++
        Mutations.counts(written.bytes) ++ written.bytes.indices.map(written.bytes.take)
      for bytes <- found do
        Try(Systems.read(system, written.copy(bytes = bytes))).failed.foreach:
          case _: NotSerializableException => ()
          case other                       => fail(s"${written.manifest}: $other", other)

  test("bytes that say less than they should are named with their place"):
    val written = Systems.write(system, Event(4711, "a text"))
    val cut     = refused(written.copy(bytes = written.bytes.dropRight(1)))
    assert(cut.contains("Orders.Event#") && cut.contains("at byte") && cut.contains("text"), cut)
    val more = refused(written.copy(bytes = written.bytes :+ 0.toByte))
    assert(more.contains("follow the end"), more)
    assert(refused(written.copy(bytes = Array.emptyByteArray)).contains("at byte 0"))
    assert(refused(written.copy(bytes = Array(9))).contains("a later release"))

  test("a manifest that is none, or names no type, is an error that says what to do"):
    val written = Systems.write(system, Event(1, "x"))
    val hex     = written.manifest.dropWhile(_ != '#').drop(1)
    for manifest <- List("", "#", "Orders.Event", s"Orders.Event#$hex#$hex", s"Orders.Event#${hex.toUpperCase}x", "ü")
    do assert(refused(written.copy(manifest = manifest)).contains("is not a manifest of Brine"), manifest)
    val long = refused(written.copy(manifest = "x" * 100_000))
    assert(long.length < 400, long.length)
    val other = refused(written.copy(manifest = s"Orders.Gone#$hex"))
    assert(other.contains("no message type has the name Orders.Gone"), other)
    assert(other.contains("Orders.Command, Orders.Event, Orders.Level, Orders.Reply"), other)
    val version = refused(written.copy(manifest = "Orders.Event#0123456789abcdef"))
    assert(version.contains("its schema is not known here") && version.contains("withSchemas"), version)

  test("the first messages of many threads at once"):
    for round <- 1 to Effort.firstMessages do
      val serialization = brine.pekko.BrineSerialization(Orders.types*)
      val serializer    = serialization.serializer
      val own           = values(system).filterNot(_.isInstanceOf[Watch]).filterNot(_.isInstanceOf[Place])
      val threads       = Executors.newFixedThreadPool(8)
      val start         = CountDownLatch(8)
      try
        val all = (1 to 8).map: number =>
          threads.submit: () =>
            start.countDown()
            start.await()
            Random(round * 8 + number)
              .shuffle(own)
              .forall: value =>
                serializer.fromBinary(serializer.toBinary(value), serializer.manifest(value)) == value
        assert(all.forall(_.get(60, java.util.concurrent.TimeUnit.SECONDS)))
      finally threads.shutdownNow(): Unit

  test("a value that exceeds a limit is refused when it is written, as it would be when read"):
    val deep  = brine.pekko.MessageType[BrineSerializerSuite.Deep]
    val small = Systems.local(deep)
    try
      def nested(depth: Int) =
        (1 to depth).foldLeft(BrineSerializerSuite.Deep(None))((inner, _) => BrineSerializerSuite.Deep(Some(inner)))
      val fits = nested(100)
      assertEquals(Systems.read(small, Systems.write(small, fits)), fits)
      val error = intercept[brine.codec.EncodeError](Systems.write(small, nested(100_000)))
      assert(error.getMessage.contains("128"), error.getMessage)
    finally Systems.close(small)

object BrineSerializerSuite:
  final case class Deep(inner: Option[Deep]) derives brine.codec.Codec
