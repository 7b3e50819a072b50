package brine.lab.sample

final class SampleCheckSuite extends munit.FunSuite:
  test("values that can be measured are fine"):
    assertEquals(SampleCheck.of(Seq(1)), SampleCheck.fine)
    assertEquals(SampleCheck.of(LazyList.fill(SampleCheck.most)(1)), SampleCheck.fine)

  test("what is wrong is said"):
    assertEquals(SampleCheck.of(Nil), "`samples` is empty; add values to measure")
    assertEquals(SampleCheck.of(null), "`samples` is null")
    assertEquals(SampleCheck.of(Seq("a", null)), "`samples` contains null, at index 1")
    assert(SampleCheck.of(LazyList.from(1)).startsWith("`samples` has more than 1000000 values"))

  test("an exception is told with its message, and the first line of the user's own that led to it"):
    val failed = SampleCheck.of(throw IllegalStateException("no values today"))
    assert(failed.startsWith("making `samples` failed: IllegalStateException: no values today"), failed)
    val cause = IllegalStateException("boom")
    cause.setStackTrace(
      Array(StackTraceElement("scala.Predef$", "f", "Predef.scala", 1), StackTraceElement("my.A", "g", "A.scala", 7))
    )
    val told = SampleCheck.of(throw ExceptionInInitializerError(cause))
    assertEquals(told, "making `samples` failed: IllegalStateException: boom at A.scala:7")
    def endless(depth: Int): Int = endless(depth + 1) + 1
    assert(SampleCheck.of(Seq(endless(0))).startsWith("making `samples` failed: StackOverflowError"))
