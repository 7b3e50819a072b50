package brine.journal.tools

class ReadingProgressSuite extends munit.FunSuite:
  test("tells after each step, over all files, never more than there is, and at the end"):
    val step     = Progress.Step
    val told     = Vector.newBuilder[Progress]
    val progress = ReadingProgress(3 * step, told += _)
    progress.at(step - 1)
    progress.at(step)
    progress.at(step + 1)
    progress.endFile(step + 1)
    progress.at(step - 2)
    progress.at(step - 1)
    progress.at(5 * step)
    progress.end()
    assertEquals(told.result().map(_.done), Vector(step, 2 * step, 3 * step, 3 * step))
