package brine.entity.effect.internal

import brine.entity.effect.EffectsError
import brine.journal.{Offset, ReadError}
import java.util.logging.{Handler, LogRecord, Logger}
import scala.collection.mutable

class ConditionSuite extends munit.FunSuite:
  /** The lines that are logged meanwhile. */
  private def logged(body: => Unit): Vector[String] =
    val lines   = mutable.ArrayBuffer.empty[String]
    val logger  = Logger.getLogger("brine.entity")
    val handler = new Handler:
      def publish(record: LogRecord): Unit = lines.synchronized(lines += record.getMessage): Unit
      def flush(): Unit                    = ()
      def close(): Unit                    = ()
    logger.addHandler(handler)
    try body
    finally logger.removeHandler(handler)
    lines.toVector

  private val unreadable = EffectsError.Unreadable("the effects 'a'", ReadError.Closed)
  private val broken     = EffectsError.Broken("the effects 'a'", IllegalStateException("a bug"))

  test("the first error ends all, is told once, and stays"):
    val stopping  = Stopping(0)
    val condition = Condition("the effects 'a'", stopping)
    assertEquals((condition.end, condition.closed), (None, EffectsError.Closed("the effects 'a'")))
    val lines = logged:
      condition.endWith(unreadable)
      condition.endWith(broken)
      condition.hasClosed()
    assert(stopping.isBegun)
    assertEquals((condition.end, condition.closed), (Some(unreadable), unreadable))
    assertEquals(lines.count(_.contains("the effects 'a'")), 1)

  test("closing is no error, and nothing is told of it"):
    val condition = Condition("the effects 'b'", Stopping(0))
    val lines     = logged:
      condition.hasClosed()
      condition.endWith(EffectsError.Closed("the effects 'b'"))
    assertEquals(condition.end, Some(EffectsError.Closed("the effects 'b'")))
    assertEquals(lines.filter(_.contains("'b'")), Vector.empty)

  test("the last failure is noted, in few words"):
    val condition = Condition("the effects 'c'", Stopping(0))
    assertEquals(condition.failure, None)
    condition.note("first", 1)
    condition.note("x" * 10_000, 2)
    assertEquals(condition.failure.map(last => (last.attempts, last.message)), Some((2, "x" * 300)))

  test("what is set aside is told with its key, which forges no line"):
    val condition = Condition("the effects 'd'", Stopping(0))
    val lines     = logged(condition.warnOfAside("a\nb", Offset(7), "it fails", IllegalStateException()))
    val line      = lines.find(_.contains("the effects 'd'")).getOrElse(fail(lines.toString))
    assert(line.contains("at 7") && line.contains("it fails") && !line.contains("\n"), line)
