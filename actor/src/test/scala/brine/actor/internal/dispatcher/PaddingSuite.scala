package brine.actor.internal.dispatcher

import brine.actor.Cell
import com.sun.management.ThreadMXBean
import java.lang.management.ManagementFactory

/** What different threads write has cache lines of its own. The JVM puts the fields of a superclass first, so it is
  * enough that the classes of unused fields between them are there.
  */
class PaddingSuite extends munit.FunSuite:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
  private val count   = 10000

  /** Bytes of one of the objects that `make` returns. */
  private def bytes(make: () => AnyRef): Long =
    val kept              = new Array[AnyRef](count)
    def allocated(): Long = threads.getThreadAllocatedBytes(Thread.currentThread.threadId)
    def pass(): Long      =
      val before = allocated()
      var i      = 0
      while i < count do
        kept(i) = make()
        i += 1
      allocated() - before
    pass(): Unit // the first one loads classes
    pass() / count

  test("a counter has two cache lines behind it"):
    assert(bytes(() => PaddedCounter()) >= 4 + 128)

  for (name, make) <- List[(String, () => RunQueue)](
      "oldest first" -> (() => OldestFirstQueue()),
      "newest first" -> (() => NewestFirstQueue())
    )
  do
    test(s"head and tail of a queue have two cache lines before, between and behind them, $name"):
      val ring = bytes(() => new Array[Cell[?]](RunQueue.Smallest))
      assert(bytes(make) - ring >= 64 + 128 + 128)
