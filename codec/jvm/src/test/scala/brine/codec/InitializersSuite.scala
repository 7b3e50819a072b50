package brine.codec

import java.util.concurrent.CountDownLatch

object InitializersSuite:
  final case class Leaf(number: Int, text: String) derives Codec

  final case class Part(number: Int, text: String)
  final case class Whole(part: Part, number: Int)
  final case class Small(part: Part, number: Int)

  private val isInitializing = CountDownLatch(1)
  private val mayContinue    = CountDownLatch(1)

  /** Its initializer needs the schema of another type than that of its codec. */
  object Protocol:
    given part: Codec[Part] = Codec.derived

    isInitializing.countDown()
    mayContinue.await()
    val fingerprint: Long = Codec[Leaf].fingerprint
    val least: Int        = Codec[Leaf].minSize

  object Codecs:
    import Protocol.part
    given whole: Codec[Whole] = Codec.derived
    given small: Codec[Small] = Codec.derived

/** Codecs that threads use for the first time while others initialize the objects that contain them. */
class InitializersSuite extends munit.FunSuite:
  import InitializersSuite.*

  private def started(body: => Any): Thread =
    val thread = Thread(() => body: Unit)
    thread.setDaemon(true)
    thread.start()
    thread

  test("a schema that needs an object, and the initializer of that object, which needs a schema, do not wait for ever"):
    val first = started(Protocol.fingerprint)
    isInitializing.await()
    val others = List(started(Codecs.whole.schema), started(Codecs.small.minSize))
    // They wait for the object.
    while !others.forall(_.getStackTrace.exists(_.getMethodName == "newExternals")) do Thread.sleep(1)
    mayContinue.countDown()
    (first :: others).foreach(_.join(30_000))
    assertEquals((first :: others).count(_.isAlive), 0)
    import Codecs.whole
    val value = Whole(Part(1, "a"), 2)
    assertEquals(Codec.decode[Whole](Codec.encode(value)), Right(value))
