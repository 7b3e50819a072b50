package brine.jdbc

import brine.jdbc.internal.appending.{AppendQueue, Group, Request}
import brine.journal.*

class GroupSuite extends munit.FunSuite:
  private def queue(sizes: Seq[Int], events: Int = 1): (AppendQueue, Vector[Request]) =
    val all = sizes.toVector.map: size =>
      val append = EncodedAppend(Seq(StreamAppend("s", ExpectedVersion.Any, Vector.fill(events)("x" * size))))
      Request(append, Completion(Level.Disk), 0)
    val queue = AppendQueue(1 << 14, 1L << 30)
    all.foreach(one => assertEquals(queue.offer(one, waits = false), None))
    (queue, all)

  private def group(queue: AppendQueue, all: Vector[Request]): Group = Group(all, Some(queue))

  test("a group takes what waits, once, and leaves the rest in order"):
    val (waiting, all) = queue(Seq.fill(1_500)(1))
    val own            = group(waiting, queue(Seq(1))._2)
    val before         = own.requests
    assertEquals(own.grow(), all.take(999))
    assertEquals(own.requests, before ++ all.take(999))
    assertEquals(own.grow(), Vector.empty)
    assertEquals(waiting.take(0), Some(all.drop(999)))

  test("it takes no more events and bytes than a transaction has room for"):
    val (many, each) = queue(Seq.fill(5)(1), events = 3_000)
    assertEquals(group(many, queue(Seq(1), events = 3_000)._2).grow(), each.take(3))
    val (large, some) = queue(Seq.fill(4)(3 << 20))
    assertEquals(group(large, queue(Seq(1 << 20))._2).grow(), some.take(3))
    assertEquals(group(large, queue(Seq(9 << 20))._2).grow(), Vector.empty)

  test("it grows later if nothing waits yet, counts its time from then on, and its halves do not grow"):
    val (waiting, _) = queue(Nil)
    val own          = group(waiting, queue(Seq(1, 1))._2)
    val before       = own.takenAt
    assertEquals(own.grow(), Vector.empty)
    assertEquals(own.takenAt, before)
    val late = queue(Seq(1))._2.head
    assertEquals(waiting.offer(late, waits = false), None)
    assert(own.halves.forall(_.grow().isEmpty))
    assertEquals(own.grow(), Vector(late))
    assert(own.takenAt - before > 0)
    assertEquals(own.halves.map(_.requests).toVector, Vector(own.requests.take(1), own.requests.drop(1)))
