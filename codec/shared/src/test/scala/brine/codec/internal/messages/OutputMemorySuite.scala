package brine.codec.internal.messages

import brine.codec.{BufferProvider, CodecChecks, EncodeError, In, Limits, Out}

import java.nio.ByteBuffer

/** Where the bytes of a message are, while it is written and after. */
class OutputMemorySuite extends munit.FunSuite, CodecChecks:
  /** A message of `size` bytes that tells any mix-up of its parts. */
  private def fill(out: Out, size: Int): Unit =
    var i = 0
    while i < size do
      out.writeByte((i * 31 >> 3).toByte)
      i += 1

  private def filled(size: Int): Array[Byte] = Array.tabulate(size)(i => (i * 31 >> 3).toByte)

  test("it grows, and beyond 64 KiB in chunks"):
    for size <- Seq(0, 1, 511, 512, 513, 65535, 65536, 65537, 200000, 3000000) do
      val out = Out()
      fill(out, size)
      assertEquals(out.size, size)
      assert(java.util.Arrays.equals(out.toArray, filled(size)), s"$size bytes")
      // Reuse after chunks.
      out.reset()
      assertEquals(out.size, 0)
      fill(out, 100)
      assertEquals(hex(out.toArray), hex(filled(100)))

  test("after a large message, one of the same size stays in one array"):
    for (size, kept) <- Seq((65537, true), (200000, true), (3000000, true), (16000000, true), (20000000, false)) do
      val out                = Out()
      val large              = filled(1000000)
      def writeLarge(): Unit =
        out.reset()
        for at <- 0 until size by 1000 do out.writeBytes(large, at % large.length, math.min(1000, size - at))
        assertEquals(out.size, size)
        if size <= large.length then assert(java.util.Arrays.equals(out.toArray, large.take(size)), s"$size bytes")
      writeLarge()
      writeLarge()
      val array = out.array
      writeLarge()
      assertEquals(out.array eq array, kept, s"$size bytes")
      out.reset()
      assert(out.capacity <= (1 << 24), s"${out.capacity} bytes are kept")
      if kept then assert(out.capacity >= size)

  test("messages of changing sizes find room"):
    val random = new scala.util.Random(9)
    val out    = Out()
    val large  = filled(2000000)
    for round <- 1 to 300 do
      val size = random.nextInt(1 << 1 + random.nextInt(20))
      out.reset()
      var at = 0
      while at < size do
        val part = math.min(size - at, 1 + random.nextInt(if random.nextInt(9) == 0 then 300000 else 3000))
        out.writeBytes(large, at, part)
        at += part
      assert(java.util.Arrays.equals(out.toArray, large.take(size)), s"$size bytes in round $round")
      if random.nextInt(50) == 0 then
        val buffers = out.toByteBuffers
        assertEquals(buffers.map(_.remaining).sum, size)

  test("a large array is given back after many small messages, not before"):
    val out                    = Out()
    val large                  = filled(1000000)
    def write(size: Int): Unit =
      out.writeBytes(large, 0, size)
      out.reset()
    write(1000000)
    for _ <- 1 to 3; _ <- 1 to 63 do write(10)
    assertEquals(out.capacity, 65536)
    // One message that needs a quarter begins the count anew.
    write(1000000)
    for _ <- 1 to 5 do
      for _ <- 1 to 63 do write(10)
      write(300000)
    assert(out.capacity >= 1000000)
    // A small message needs no large array.
    val other = Out()
    other.writeBytes(large, 0, 1000000)
    other.toByteBuffers: Unit
    other.writeBytes(large, 0, 1000)
    assert(other.capacity <= 4096)

  test("one large value amid small ones"):
    val out   = Out()
    val large = filled(1000000)
    fill(out, 300)
    out.writeBytes(large, 0, large.length)
    fill(out, 300)
    assert(java.util.Arrays.equals(out.toArray, filled(300) ++ large ++ filled(300)))
    val text = "x" * 500000
    out.reset()
    out.writeString(text)
    out.writeString(text)
    val in = In(out.toArray)
    assertEquals(in.readString(), text)
    assertEquals(in.readString(), text)

  test("into a caller's array from an index on"):
    for size <- Seq(0, 1, 99, 100) do
      val array = new Array[Byte](120)
      val out   = Out.into(array, 10, 100, Limits.defaults)
      fill(out, size)
      assertEquals(out.complete(), size)
      assertEquals(hex(array.slice(10, 10 + size)), hex(filled(size)))
      assert(array.take(10).forall(_ == 0) && array.drop(10 + size).forall(_ == 0))

  test("a value that asks for more room than it needs still fits exactly"):
    val array = new Array[Byte](10)
    val out   = Out.into(array, 0, 10, Limits.defaults)
    for i <- 0 until 10 do out.writeInt(i)
    assertEquals(out.complete(), 10)
    assertEquals(hex(array), "00 02 04 06 08 0a 0c 0e 10 12")
    out.reset()
    out.writeString("123456789")
    assertEquals(out.complete(), 10)
    assertEquals(hex(array), "c9 31 32 33 34 35 36 37 38 39")

  test("too small an array is refused with both sizes"):
    val out = Out.into(new Array[Byte](10), 2, 5, Limits.defaults)
    fill(out, 1000)
    val error = intercept[EncodeError](out.complete())
    assertEquals(error.problem, "the message needs 1000 bytes, but only 5 are available")
    intercept[IndexOutOfBoundsException](Out.into(new Array[Byte](10), 6, 5, Limits.defaults))
    intercept[IndexOutOfBoundsException](Out.into(new Array[Byte](10), -1, 5, Limits.defaults))

  test("copied to an array"):
    val out = Out()
    fill(out, 70000)
    val array = new Array[Byte](70002)
    assertEquals(out.copyTo(array, 1), 70001)
    assert(java.util.Arrays.equals(array.slice(1, 70001), filled(70000)))
    intercept[EncodeError](out.copyTo(array, 3))

  test("into heap and direct buffers"):
    for
      size   <- Seq(0, 5, 70000)
      buffer <- Seq(ByteBuffer.allocate(70010), ByteBuffer.allocateDirect(70010))
    do
      val out = Out()
      fill(out, size)
      buffer.position(3)
      out.writeTo(buffer)
      assertEquals(buffer.position(), 3 + size)
      buffer.flip()
      buffer.position(3)
      val back = new Array[Byte](size)
      buffer.get(back)
      assert(java.util.Arrays.equals(back, filled(size)))

  test("too small a buffer is refused and left alone"):
    val out = Out()
    fill(out, 10)
    val buffer = ByteBuffer.allocate(9)
    val error  = intercept[EncodeError](out.writeTo(buffer))
    assertEquals(error.problem, "the message needs 10 bytes, but only 9 are available")
    assertEquals(buffer.position(), 0)

  test("into a provider's buffer"):
    val spacious: BufferProvider = size => ByteBuffer.allocate(size + 9).position(4)
    for provider <- Seq(BufferProvider.heap, BufferProvider.direct, spacious) do
      val out = Out()
      fill(out, 1000)
      val buffer = out.toByteBuffer(provider)
      assertEquals(buffer.remaining, 1000)
      val back = new Array[Byte](1000)
      buffer.get(back)
      assertEquals(hex(back), hex(filled(1000)))

  test("as a sequence of buffers without a copy"):
    for size <- Seq(0, 10, 65536, 300000) do
      val out = Out()
      fill(out, size)
      val buffers = out.toByteBuffers
      assertEquals(buffers.map(_.remaining).sum, size)
      assert(buffers.forall(_.remaining > 0))
      // What comes next does not touch them.
      fill(out, 1000)
      val back = buffers.flatMap: buffer =>
        val part = new Array[Byte](buffer.remaining)
        buffer.get(part)
        part
      assert(java.util.Arrays.equals(back.toArray, filled(size)))

  test("a message beyond 2 GiB is refused"):
    val out = Out()
    out.writeByte(1)
    val error = intercept[EncodeError](out.ensure(Int.MaxValue))
    assert(error.problem.contains("2 GiB"))

  test("a message that is passed on while it is written has the same bytes, in order"):
    for size <- Seq(0, 1, 512, 65536, 65537, 200000, 3000000); most <- Seq(0, 1000, 65536, 1 << 20) do
      val out    = Out()
      val passed = java.io.ByteArrayOutputStream()
      for _ <- 1 to 2 do
        out.reset()
        passed.reset()
        out.drainInto((bytes, from, length) => passed.write(bytes, from, length), most)
        fill(out, size)
        assertEquals(out.size, size)
        val wasPassed = out.endDraining()
        // It is passed on by chunks, of 64 KiB to 1 MiB.
        if size > (1 << 16) && most == 0 || size > most + (1 << 20) then assert(wasPassed, s"$size, at most $most")
        if size <= most then assert(!wasPassed, s"$size, at most $most")
        val all = if wasPassed then passed.toByteArray else out.toArray
        assert(java.util.Arrays.equals(all, filled(size)), s"$size bytes, at most $most")
        assertEquals(out.size, size)
      // The next message is an ordinary one.
      out.reset()
      fill(out, 100000)
      assert(java.util.Arrays.equals(out.toArray, filled(100000)))

  test("values larger than what is held are passed on, too"):
    val out    = Out()
    val passed = java.io.ByteArrayOutputStream()
    val large  = filled(1000000)
    out.drainInto((bytes, from, length) => passed.write(bytes, from, length), 100)
    fill(out, 1000)
    out.writeBytes(large, 0, large.length)
    fill(out, 1000)
    assert(out.endDraining())
    assert(java.util.Arrays.equals(passed.toByteArray, filled(1000) ++ large ++ filled(1000)))
