package brine.entity

import brine.effort.Effort
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import munit.FunSuite

/** Each call is made at the last levels of a stack that ends. It happens or throws: no permit is lost and no lock stays
  * locked, so entities, prevalent systems and boundaries work on, and close. In a JVM of its own: where the stack ends
  * in the initializer of a class, that class cannot be used any more.
  */
class StackEndSuite extends FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  test("the stack ends in calls of entities, prevalent systems and boundaries"):
    val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val program = List("-cp", System.getProperty("java.class.path"), "brine.entity.StackEnds", s"${Effort.overflows}")
    val output  = Files.createTempFile("brine-stack-ends", ".out")
    try
      val process = ProcessBuilder((java :: program)*).redirectErrorStream(true).redirectOutput(output.toFile).start()
      try
        assert(process.waitFor(50, TimeUnit.MINUTES), "it does not end")
        val text = Files.readString(output)
        assertEquals(process.exitValue, 0, text.take(20000))
        assertEquals(text.linesIterator.count(_.endsWith(": works on")), StackEnds.names.size, text.take(20000))
      finally process.destroyForcibly(): Unit
    finally Files.delete(output)
