package brine.journal.lookup

import scala.collection.mutable
import scala.util.Random

class PostingListsSuite extends munit.FunSuite:
  test("lists of any length, read whole, from any offset and up to any end"):
    val random = Random(7)
    val lists  = PostingLists()
    val model  = Vector.fill(300)(mutable.ArrayBuffer.empty[Long])
    for unit <- 1 to 20_000 do
      // Some lists are long, most are short.
      val list = if random.nextBoolean() then random.nextInt(3) else random.nextInt(300)
      lists.add(list, unit * 8L)
      lists.add(list, unit * 8L)
      model(list) += unit * 8L
    for list <- model.indices do assertEquals(lists.offsets(list).toVector, model(list).toVector)
    assertEquals(lists.offsets(-1).toVector, Vector.empty)
    assertEquals(lists.offsets(100_000).toVector, Vector.empty)
    for _ <- 1 to 2000 do
      val list   = if random.nextBoolean() then random.nextInt(3) else random.nextInt(300)
      val from   = random.nextInt(170_000).toLong
      val end    = from + random.nextInt(2000)
      val cursor = lists.cursor(list, from)
      assertEquals(
        Iterator.continually(cursor.next(end)).takeWhile(_ >= 0).toVector,
        model(list).filter(offset => offset >= from && offset < end).toVector
      )
      // What was held back comes once the end allows it.
      assertEquals(cursor.next(Long.MaxValue), model(list).find(_ >= math.max(from, end)).getOrElse(-1L))

  test("a cursor that has read everything continues with what is added, wherever it began"):
    val random  = Random(8)
    val lists   = PostingLists()
    val added   = mutable.ArrayBuffer.empty[Long]
    val cursors = mutable.ArrayBuffer.empty[(Long, PostingLists#Cursor, mutable.ArrayBuffer[Long])]
    for unit <- 1 to 3000 do
      if random.nextInt(50) == 0 then
        val from = random.nextInt(unit * 10).toLong
        cursors += ((from, lists.cursor(5, from), mutable.ArrayBuffer.empty))
      if random.nextInt(3) > 0 then
        lists.add(5, unit * 8L)
        added += unit * 8L
      else lists.add(6, unit * 8L)
      for (_, cursor, seen) <- cursors if random.nextInt(4) == 0 do
        Iterator.continually(cursor.next(Long.MaxValue)).takeWhile(_ >= 0).foreach(seen += _)
    for (from, cursor, seen) <- cursors do
      Iterator.continually(cursor.next(Long.MaxValue)).takeWhile(_ >= 0).foreach(seen += _)
      assertEquals(seen.toVector, added.filter(_ >= from).toVector)

  test("one thread adds while others read"):
    val lists            = PostingLists()
    @volatile var isDone = false
    val last             = 200_000
    val readers          = Vector.fill(2):
      val seen   = mutable.ArrayBuffer.empty[Long]
      val thread = Thread: () =>
        val cursor = lists.cursor(1, 0)
        var ends   = false
        while !ends do
          ends = isDone
          Iterator.continually(cursor.next(Long.MaxValue)).takeWhile(_ >= 0).foreach(seen += _)
      thread.start()
      (thread, seen)
    for unit <- 1 to last do lists.add(unit % 3, unit * 8L)
    isDone = true
    for (thread, seen) <- readers do
      thread.join()
      assertEquals(seen.size, (1 to last).count(_ % 3 == 1))
      assert(seen.iterator.zip(seen.iterator.drop(1)).forall(_ < _))
