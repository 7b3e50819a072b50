package brine.codec

import brine.codec.internal.columns.Collect
import brine.codec.internal.references.SharedValues

import java.nio.ByteBuffer

/** Where an `In` reads from, and that nothing is left of the message before. */
class InSuite extends munit.FunSuite, CodecChecks:
  test("the example of the documentation"):
    val in = In(bytes("54 c5 68 65 6c 6c 6f"))
    assertEquals(in.readInt(), 42)
    assertEquals(in.offset, 1)
    assertEquals(in.readString(), "hello")
    assertEquals(in.remaining, 0)
    in.expectEnd()

  test("buffers of either kind, from position to limit"):
    val array = bytes("ff 02 04 ff")
    val heap  = ByteBuffer.wrap(array)
    heap.position(1)
    heap.limit(3)
    val direct = ByteBuffer.allocateDirect(4)
    direct.put(array)
    direct.position(1)
    direct.limit(3)
    for buffer <- Seq(heap, direct, heap.slice(), heap.asReadOnlyBuffer) do
      val before = (buffer.position(), buffer.limit())
      val in     = In(buffer)
      assertEquals(in.readInt(), 1)
      assertEquals(in.readInt(), 2)
      in.expectEnd()
      assertEquals((buffer.position(), buffer.limit()), before)

  /** Reads that change each part of the state of a message. */
  private val reads: Vector[In => Any] = Vector(
    _.readInt(),
    _.readUnsignedLong(),
    _.readBoolean(),
    _.readString(),
    _.readUuid(),
    _.readInstant(),
    _.readBigDecimal(),
    _.readSize(0),
    _.readLayout(1),
    _.readPackedSize(),
    _.useDictionary(),
    _.enter(),
    _.charge(60),
    _.chargeWork(30),
    _.chargeSchema(300),
    _.hasManyKeys(5000),
    _.isFirstPlan("cache", 1),
    _.workSince(0, 0, 0),
    _.storageOverdraft,
    in => in.keyWork += 7,
    in => in.takeUp(in.setAside()),
    in => in.within(Array[Byte](2, 4))(inner => (inner.readInt(), inner.readSize(0))),
    in => Collect.start(in, 3),
    in =>
      SharedValues.read[Int](in, "Int") match
        case null => SharedValues.complete(SharedValues.begin[Int](in, "Int"), in.readInt()).value
        case _    => "known"
  )

  test("a used In reads like a new one, also after an error"):
    val limits = Limits(
      depth = 3,
      emptyElements = 20,
      allocationFactor = 4,
      allocationBase = 100,
      workFactor = 1,
      workBase = 50
    )
    val random = new scala.util.Random(19)
    val used   = In(Array.emptyByteArray, 0, 0, limits)
    for _ <- 1 to 3000 do
      // Half of the bytes are small, so that more than a few reads succeed.
      val message = Array.fill(random.nextInt(40))(random.nextInt(if random.nextBoolean() then 8 else 256).toByte)
      val chosen  = Vector.fill(random.nextInt(12))(random.nextInt(reads.size))
      def results(in: In): Vector[Any] =
        chosen.map(number =>
          try reads(number)(in)
          catch case error: DecodeError => error.getMessage
        ) :+ in.offset
      used.reset(message, 0, message.length)
      assertEquals(results(used), results(In(message, 0, message.length, limits)), s"$chosen of ${hex(message)}")
