package brine.codec.internal.concurrent

import brine.codec.{BufferPool, EncodeError, Out}
import brine.effort.Effort

import java.util.concurrent.atomic.AtomicReference
import scala.util.Random

class SpareArraySuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration.Inf

  private def bytes(size: Int, seed: Int): Array[Byte] =
    val array = new Array[Byte](size)
    Random(seed).nextBytes(array)
    array

  /** Writes a message in parts, as codecs do. */
  private def put(out: Out, message: Array[Byte], part: Int): Unit =
    var at = 0
    while at < message.length do
      val length = math.min(part, message.length - at)
      out.writeBytes(message, at, length)
      at += length

  test("it is made at the second large message, as large as the first and an eighth more"):
    val spare = SpareArray(1 << 20)
    assertEquals(spare.take(100), null)
    spare.want(80000)
    val array = spare.take(100).nn
    assertEquals(array.length, 90000)
    assertEquals(spare.take(100), null, "another has it")
    spare.give(array, 80000)
    assert(spare.take(90000).nn eq array)
    spare.give(array, 80000)
    assertEquals(spare.take(90001), null)
    spare.want(160000)
    assertEquals(spare.take(100).nn.length, 180000)

  test("none is larger than the most"):
    val spare = SpareArray(90000)
    spare.want(80001)
    spare.want(Int.MaxValue)
    assertEquals(spare.take(100), null)
    spare.want(80000)
    assertEquals(spare.take(100).nn.length, 90000)

  test("it is dropped after 64 messages in a row that used little of it"):
    val spare                = SpareArray(1 << 20)
    def use(size: Int): Unit = spare.give(spare.take(100).nn, size)
    spare.want(800000)
    for _ <- 1 to 63 do use(1000)
    use(500000)
    for _ <- 1 to 64 do use(1000)
    assertEquals(spare.take(100), null)
    spare.want(80000)
    assertEquals(spare.take(100).nn.length, 90000)

  test("one that stays with another is replaced"):
    val spare = SpareArray(1 << 20)
    spare.want(80000)
    val array = spare.take(100).nn
    spare.lose()
    assert(spare.take(100).nn ne array)

  test("messages of a pool are the same with it: any sizes, parts, failures, nested ones, memory that is given away"):
    for seed <- 1 to Effort.poolsOfLarge do
      val random = Random(seed)
      val pool   = BufferPool.withSpare(1 << 20)

      def message(depth: Int): Unit =
        val size     = random.nextInt(if random.nextInt(8) == 0 then 1500000 else 200000)
        val expected = bytes(size, random.nextInt())
        val part     = 1000 + random.nextInt(100000)
        val out      = pool.take()
        assert(out.capacity <= pool.largest)
        put(out, expected, part)
        if depth < 2 && random.nextInt(4) == 0 then message(depth + 1)
        random.nextInt(6) match
          case 0 =>
            val buffers = out.toByteBuffers
            pool.give(out)
            // Later messages must not change it.
            message(depth + 1)
            val found = buffers.flatMap: buffer =>
              val part = new Array[Byte](buffer.remaining)
              buffer.duplicate().get(part)
              part
            assert(found.toArray.sameElements(expected), s"seed $seed")
          case 1 =>
            intercept[EncodeError](out.writeString(null)): Unit
            pool.give(out)
          case 2 =>
            out.reset()
            put(out, expected.reverse, part)
            assert(out.toArray.sameElements(expected.reverse), s"seed $seed")
            pool.give(out)
          case _ =>
            assertEquals(out.size, size)
            assert(out.toArray.sameElements(expected), s"seed $seed")
            pool.give(out)

      for _ <- 1 to 8 do message(0)

  test("a message that would have taken chunks leaves its next one nothing to allocate but the result"):
    val pool    = BufferPool.withSpare(1 << 20)
    val message = bytes(500000, 1)
    val threads = java.lang.management.ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
    def once(): Array[Byte] = pool.use: out =>
      put(out, message, 4096)
      out.toArray
    for _ <- 1 to 3 do once(): Unit
    val before = threads.getCurrentThreadAllocatedBytes
    once(): Unit
    val taken = threads.getCurrentThreadAllocatedBytes - before
    assert(taken < 510000, s"$taken bytes for a message of ${message.length}")

  test("threads that write large messages at once each get theirs"):
    val pool    = BufferPool.withSpare(1 << 20)
    val failure = AtomicReference[Throwable]
    val threads = Vector.tabulate(4): number =>
      Thread: () =>
        try
          for round <- 1 to 100 do
            val expected = bytes(70000 + 1000 * round, number)
            val found    = pool.use: out =>
              put(out, expected, 7000)
              out.toArray
            assert(found.sameElements(expected))
        catch case error: Throwable => failure.set(error)
    threads.foreach(_.start())
    threads.foreach(_.join())
    assertEquals(failure.get, null)
