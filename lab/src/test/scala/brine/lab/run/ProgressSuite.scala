package brine.lab.run

final class ProgressSuite extends munit.FunSuite:
  test("one line per step, with its number, failures and the time left; further steps count"):
    val said     = List.newBuilder[String]
    val progress = Progress.Plain(2, said += _)
    progress.begin("one", 100)
    progress.end("one", 0, 61)
    progress.more(1)
    progress.begin("two", 61)
    progress.begin("three", 61)
    progress.end("two", 3, 0.4)
    val lines = said.result()
    assertEquals(lines.size, 2)
    assert(lines.head.matches("""\[1/2\] one: \d+\.\d s, about 1:01 left"""), lines.head)
    assert(lines(1).matches("""\[2/3\] two, 3 not ok: \d+\.\d s, about 0:00 left"""), lines(1))
