package brine.codec.testkit

import brine.codec.testkit.internal.LockFile

import java.io.File
import java.nio.file.Path

/** What `BRINE_SCHEMAS` does, in a process of its own: the environment of this one cannot change. */
final class SchemaLockEnvironmentSuite extends munit.FunSuite:

  private val classPath =
    List(classOf[LockRun.type], LockFile.getClass, classOf[scala.CanEqual[?, ?]], classOf[Option[?]])
      .map(of => Path.of(of.getProtectionDomain.getCodeSource.getLocation.toURI).toString)
      .distinct
      .mkString(File.pathSeparator)

  private def isUpdating(variable: Option[String], options: String*): String =
    val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = (java +: options) ++ Seq("-cp", classPath, "brine.codec.testkit.LockRun")
    val builder = ProcessBuilder(command*).redirectErrorStream(true)
    builder.environment.remove("BRINE_SCHEMAS"): Unit
    variable.foreach(builder.environment.put("BRINE_SCHEMAS", _): Unit)
    val process = builder.start()
    val said    = String(process.getInputStream.readAllBytes()).linesIterator.toList
    assertEquals(process.waitFor(), 0, said.toString)
    said.last

  test("BRINE_SCHEMAS=update adds missing versions, and no other value does"):
    assertEquals(isUpdating(Some("update")), "updating: true")
    assertEquals(isUpdating(Some("check")), "updating: false")
    assertEquals(isUpdating(Some("")), "updating: false")
    assertEquals(isUpdating(None), "updating: false")

  test("the property brine.schemas overrides BRINE_SCHEMAS"):
    assertEquals(isUpdating(None, "-Dbrine.schemas=update"), "updating: true")
    assertEquals(isUpdating(Some("update"), "-Dbrine.schemas=check"), "updating: false")

/** Prints whether a run of the tests would add missing versions. */
object LockRun:
  def main(arguments: Array[String]): Unit = println(s"updating: ${LockFile.isUpdating}")
