package brine.actor.internal.cell

import brine.actor.{ActorTest, Behavior, Cell}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random

class RootSuite extends ActorTest:
  private def cells(count: Int): Vector[Cell[?]] = Vector.fill(count)(BehaviorCell[Any](Behavior.stopped))

  private def content(root: Root): List[Cell[?]] = root.children.toList

  test("it lists the newest first, whatever was added and removed in between"):
    val root    = Root()
    val all     = cells(6)
    val (a, bc) = all.splitAt(3)
    a.foreach(cell => assert(root.add(cell)))
    assertEquals(content(root), a.reverse.toList)
    bc.foreach(cell => assert(root.add(cell)))
    root.remove(all(4))
    root.remove(all(0))
    assertEquals(content(root), List(5, 3, 2, 1).map(all))
    assertEquals(root.exchange(Array(all(5), all(2), all(3)), 2), 0)
    assertEquals(content(root), List(3, 1).map(all))
    var seen = List.empty[Cell[?]]
    assertEquals(root.each(1, cell => seen = cell :: seen), 1)
    assertEquals(seen, List(all(3)))
    assert(all.forall(_.parentCell eq root))

  test("one that was added and nobody has looked at yet can leave"):
    val root = Root()
    val all  = cells(3)
    all.foreach(root.add)
    root.withdraw(all(1))
    assertEquals(content(root), List(all(2), all(0)))
    root.withdraw(all(1))
    assertEquals(content(root), List(all(2), all(0)))

  test("closed, it takes no more, keeps what it has, and is empty when that has left"):
    val root = Root()
    val all  = cells(3)
    all.take(2).foreach(root.add)
    root.close()
    root.close()
    assert(!root.add(all(2)))
    assert(all(2).parentCell == null && all(2).nextSibling == null)
    root.withdraw(all(2))
    assertEquals(content(root), List(all(1), all(0)))
    assert(!root.awaitEmpty(1L))
    assertEquals(root.exchange(Array(all(0), all(1)), 2), 0)
    assert(root.awaitEmpty(1L))
    assertEquals(content(root), Nil)

  test("each actor is taken once to be stopped, whichever leave meanwhile"):
    val random = Random(1)
    for _ <- 1 to 500 do
      val root  = Root()
      val all   = cells(random.nextInt(12))
      val group = new Array[Cell[?]](1 + random.nextInt(4))
      all.foreach(root.add)
      root.beginStop()
      var left  = all.reverse.toList // not taken, newest first
      var stay  = List.empty[Cell[?]]
      var taken = root.exchange(group, 0)
      while taken > 0 do
        val found = group.take(taken).toList
        // Those that left without being taken are not to be seen.
        assertEquals(found, left.take(taken))
        left = left.drop(taken)
        val stopped = random.nextInt(taken + 1)
        stay = stay ++ found.drop(stopped)
        val (leaving, staying) = left.partition(_ => random.nextInt(4) == 0)
        leaving.foreach(root.remove)
        left = staying
        if stay.nonEmpty && random.nextBoolean() then
          root.remove(stay.head)
          stay = stay.tail
        taken = root.exchange(group, stopped)
      assertEquals(left, Nil)
      assertEquals(content(root), stay)

  test("threads add and remove while others list, close and wait: each cell that was taken is there until it leaves"):
    for round <- 1 to 200 do
      val root    = Root()
      val taken   = AtomicInteger()
      val refused = AtomicInteger()
      val go      = CountDownLatch(1)
      val stay    = cells(3 * 20)
      val threads = List.tabulate(3): number =>
        Thread
          .ofPlatform()
          .start: () =>
            go.await()
            for i <- 0 until 20 do
              val left = cells(1).head
              if root.add(left) then root.remove(left)
              if root.add(stay(20 * number + i)) then taken.incrementAndGet(): Unit
              else refused.incrementAndGet(): Unit
      go.countDown()
      while round % 2 == 0 && taken.get < 10 && threads.exists(_.isAlive) do assert(content(root).distinct.size <= 63)
      if round    % 3 == 0 then root.close()
      threads.foreach(_.join())
      assertEquals(taken.get + refused.get, 60)
      val there = content(root)
      assertEquals(there.size, taken.get, s"round $round")
      assertEquals(there.toSet, stay.filter(_.parentCell eq root).toSet)
      there.foreach(root.remove)
      assert(root.awaitEmpty(1L))
