package brine.journal.appending

import brine.journal.format.LentBytes
import java.util.SplittableRandom

final class LentBuffersSuite extends munit.FunSuite:
  private def lent(pool: LentBuffers, length: Int): LentBytes =
    val bytes = pool.borrow(length)
    assert(bytes != null, s"nothing for $length bytes")
    bytes.nn

  test("memory has room for what was asked for, and not much more"):
    for length <- (8193 to 9000) ++ (13 to 24).flatMap(bit => (1 << bit) - 2 to (1 << bit) + 2) do
      val capacity = lent(LentBuffers(1L << 30), length).capacity
      assert(capacity >= length && capacity <= length + length / 4 + 1, s"$capacity for $length")

  test("what is given back is lent again, also for a little less"):
    val pool  = LentBuffers(1 << 20)
    val first = lent(pool, 70000)
    pool.giveBack(first)
    assert(lent(pool, 50000) eq first)
    assert(lent(pool, 70000) ne first)

  test("more than the bound is never lent"):
    val pool = LentBuffers(1 << 20)
    assertEquals(pool.borrow((1 << 20) + 1), null)
    val all = Vector.fill(16)(lent(pool, 65536))
    assertEquals(all.map(_.capacity).sum, 1 << 20)
    assertEquals(pool.borrow(65536), null)

  test("where nothing else has room, much longer memory is lent"):
    val pool  = LentBuffers(1 << 20)
    val large = lent(pool, 1 << 20)
    assertEquals(pool.borrow(9000), null)
    pool.giveBack(large)
    assert(lent(pool, 9000) eq large)

  test("idle memory of other lengths makes room, once it was collected"):
    val pool = LentBuffers(1 << 20)
    // No reference to it may stay on the stack.
    def fill(): Unit = Vector.fill(16)(lent(pool, 65536)).foreach(pool.giveBack)
    fill()
    assertEquals(pool.borrow(500000), null)
    val until = System.nanoTime + 60_000_000_000L
    var found = pool.borrow(500000)
    while found == null && System.nanoTime < until do
      System.gc()
      Thread.sleep(10)
      found = pool.borrow(500000)
    assert(found != null, "nothing was collected")

  test("all memory that nobody has collected is within the bound, and half of it stays in use"):
    val random   = SplittableRandom(7)
    var all      = Vector.empty[LentBytes] // so that nothing is collected
    val allocate = (length: Int) =>
      val bytes = LentBytes(length)
      all :+= bytes
      bytes
    val pool = LentBuffers(1 << 20, allocate)
    var most = 9000
    for _ <- 1 to 200 do
      most = 8193 + random.nextInt(1 << (14 + random.nextInt(6)))
      val out = Vector.fill(150)(pool.borrow(8193 + random.nextInt(most))).filter(_ != null).map(_.nn)
      out.foreach(pool.giveBack)
      assert(all.map(_.capacity.toLong).sum <= (1 << 20))
    // What is idle now, of any length.
    val kept = Iterator.continually(pool.borrow(8193)).takeWhile(_ != null).map(_.nn.capacity.toLong).sum
    assert(kept >= (1 << 19), s"$kept")

  test("a closed pool keeps nothing and lends nothing"):
    val pool = LentBuffers(1 << 20)
    val idle = lent(pool, 9000)
    val used = lent(pool, 9000)
    pool.giveBack(idle)
    pool.close()
    assertEquals(pool.borrow(9000), null)
    pool.giveBack(used)
    assertEquals(pool.borrow(9000), null)

  test("without memory nothing is lent, and it is asked for again after ten seconds"):
    var asked    = 0
    var hasSome  = false
    var now      = 0L
    val allocate = (length: Int) =>
      asked += 1
      if hasSome then LentBytes(length) else throw OutOfMemoryError("none, in a test")
    val pool = LentBuffers(1 << 20, allocate, () => now)
    assertEquals(pool.borrow(10000), null)
    assertEquals(pool.borrow(20000), null)
    assertEquals(asked, 1)
    now += 9_999_999_999L
    assertEquals(pool.borrow(10000), null)
    assertEquals(asked, 1)
    hasSome = true
    now += 1
    // What could not be had counts for nothing.
    assertEquals(lent(pool, 1 << 20).capacity, 1 << 20)

  test("what is lent is of nobody else, whatever is lent and given back"):
    val random = SplittableRandom(5)
    val pool   = LentBuffers(1 << 20)
    var out    = Vector.empty[(LentBytes, Int)]
    for step <- 0 until 20000 do
      if out.nonEmpty && random.nextInt(2) == 0 then
        val (bytes, mark) = out(random.nextInt(out.size))
        assertEquals(bytes.buffer.getInt(0), mark)
        out = out.filterNot(_._1 eq bytes)
        pool.giveBack(bytes)
      else
        val bytes = pool.borrow(8193 + random.nextInt(200000))
        if bytes != null then
          assert(!out.exists(_._1 eq bytes))
          assertEquals((bytes.buffer.position, bytes.buffer.limit), (0, bytes.capacity))
          bytes.buffer.putInt(step)
          out :+= (bytes, step)
      assert(out.map(_._1.capacity.toLong).sum <= (1 << 20))
