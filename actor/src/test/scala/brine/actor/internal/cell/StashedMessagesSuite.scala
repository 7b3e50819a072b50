package brine.actor.internal.cell

import brine.actor.internal.mailbox.BatchNode
import brine.effort.Effort
import scala.util.Random

class StashedMessagesSuite extends munit.FunSuite:
  override def munitTimeout = scala.concurrent.duration.Duration(30, "min")

  /** A stash and what has come back of it, as the mailbox has it, beside two lists that must hold the same. */
  private final class Both(capacity: Int):
    val stash                     = StashedMessages(capacity)
    private var nodes             = List.empty[BatchNode]
    private var aside             = Vector.empty[Int]
    private var waiting           = Vector.empty[Int]
    private var next              = 0
    def hasWaiting: Boolean       = waiting.nonEmpty
    private def put(n: Int): Unit =
      val room = aside.size < capacity
      assertEquals(stash.add(n, null), room)
      if room then aside :+= n

    def putNew(): Unit =
      next += 1
      put(next)

    /** Handles the first that waits, as a cell does, and perhaps puts it aside again. */
    def handle(again: Boolean): Unit =
      val node = nodes.head
      val got  = node.messages(node.from)
      node.messages(node.from) = null
      node.from += 1
      if node.from == node.until then nodes = nodes.tail
      assertEquals(got, waiting.head)
      waiting = waiting.tail
      if again then put(got.asInstanceOf[Int])

    def takeAll(): Unit =
      val node = stash.takeAll()
      assertEquals(node == null, aside.isEmpty)
      if node != null then nodes = node :: nodes
      waiting = aside ++ waiting
      aside = Vector.empty

    def check(): Unit =
      assertEquals(stash.size, aside.size)
      val found = nodes.flatMap(node => node.messages.slice(node.from, node.until))
      assertEquals(found, waiting.toList)

  test("it holds what a list would, whatever is put aside, comes back and is put aside again"):
    for seed <- 1 to Effort.stashes do
      val random = Random(seed)
      val both   = Both(if random.nextInt(4) == 0 then 5 else 1000)
      val again  = random.nextInt(101)
      for _ <- 1 to 20 do
        random.nextInt(4) match
          case 0 => (0 to random.nextInt(if random.nextInt(10) == 0 then 300 else 6)).foreach(_ => both.putNew())
          case 1 => both.takeAll()
          case _ =>
            var left = random.nextInt(40)
            while left > 0 && both.hasWaiting do
              both.handle(random.nextInt(100) < again)
              left -= 1
        both.check()

  test("null is refused, and changes nothing"):
    val stash = StashedMessages(10)
    intercept[NullPointerException](stash.add(null, null))
    assertEquals(stash.size, 0)
    assert(stash.takeAll() == null)

  test("a few messages do not come back in the array of many"):
    val stash = StashedMessages(100000)
    for i <- 1 to 100000 do assert(stash.add(i, null))
    val many = stash.takeAll()
    many.from = many.until
    assert(stash.add(1, null))
    val few = stash.takeAll()
    assertEquals(few.messages.slice(few.from, few.until).toList, List[Any](1))
    assert(few.messages.length < 100, few.messages.length)
