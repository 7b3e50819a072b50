package brine.codec

import BufferPool.Counters

class BufferPoolSuite extends munit.FunSuite:
  test("a buffer is created once and used again"):
    val pool  = BufferPool(size = 4)
    val first = pool.take()
    first.writeInt(1)
    pool.give(first)
    val second = pool.take()
    assert(second eq first)
    assertEquals(second.size, 0)
    assertEquals(pool.counters, Counters(taken = 2, returned = 1, created = 1, dropped = 0))
    pool.give(second)
    assertEquals(pool.counters, Counters(taken = 2, returned = 2, created = 1, dropped = 0))

  test("the example of the documentation"):
    val pool  = BufferPool()
    val bytes = pool.use { out =>
      Codec[String].write(out, "a")
      out.toArray
    }
    assertEquals(bytes.toSeq, Seq[Byte](0xc1.toByte, 97))
    assertEquals(pool.counters, Counters(taken = 1, returned = 1, created = 1, dropped = 0))

  test("a buffer comes back although its user failed"):
    val pool = BufferPool()
    intercept[IllegalStateException](pool.use(_ => throw new IllegalStateException))
    assertEquals(pool.counters, Counters(1, 1, 1, 0))

  test("no more than its size are kept"):
    val pool = BufferPool(size = 4)
    val outs = List.fill(10)(pool.take())
    assertEquals(pool.counters, Counters(taken = 10, returned = 0, created = 10, dropped = 0))
    outs.foreach(pool.give)
    val counters = pool.counters
    assertEquals(counters, Counters(taken = 10, returned = 10, created = 10, dropped = 6))

  test("large ones are not kept"):
    val pool = BufferPool(largest = 4096)
    val out  = pool.take()
    out.writeBytes(new Array[Byte](5000), 0, 5000)
    pool.give(out)
    assertEquals(pool.counters, Counters(1, 1, 1, 1))
    assert(pool.take() ne out)

  test("a buffer that wrote more than is kept, in chunks, keeps no more than that"):
    val pool = BufferPool()
    val part = new Array[Byte](1000)
    for _ <- 1 to 5 do
      val out = pool.take()
      for _ <- 1 to 100 do out.writeBytes(part, 0, part.length)
      assertEquals(out.size, 100000)
      pool.give(out)
      assertEquals(out.capacity, pool.largest)
    assertEquals(pool.counters, Counters(taken = 5, returned = 5, created = 1, dropped = 0))

  test("turned off, it keeps none"):
    val pool = BufferPool()
    pool.give(pool.take())
    pool.enabled = false
    assert(!pool.enabled)
    assertEquals(pool.counters, Counters(1, 1, 1, 1))
    pool.give(pool.take())
    pool.give(pool.take())
    assertEquals(pool.counters, Counters(3, 3, 3, 3))
    pool.enabled = true
    pool.give(pool.take())
    pool.give(pool.take())
    assertEquals(pool.counters, Counters(5, 5, 4, 3))

  test("giving back twice is an error"):
    val pool = BufferPool()
    val out  = pool.take()
    pool.give(out)
    intercept[IllegalStateException](pool.give(out))

  test("sizes that make no sense are refused"):
    intercept[IllegalArgumentException](BufferPool(size = 0))
    intercept[IllegalArgumentException](BufferPool(largest = 0))

  test("buffers hold messages to the pool's limits"):
    val pool = BufferPool(limits = Limits(depth = 1))
    pool.use: out =>
      out.enter()
      intercept[EncodeError](out.enter()): Unit
