package brine.pekko

import java.io.File
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** A program that has Pekko Typed, and neither its cluster nor its persistence, remoting or streams. */
class AloneSuite extends munit.FunSuite:
  private val absent = List("cluster", "coordination", "distributed-data", "persistence", "remote", "stream")

  test("the serializer needs Pekko Typed alone, and Java serialization stays off"):
    val (left, kept) = sys
      .props("java.class.path")
      .split(File.pathSeparatorChar)
      .partition: entry =>
        absent.exists(module => Path.of(entry).getFileName.toString.startsWith(s"pekko-$module"))
    assert(left.length >= absent.size, left.toList)
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val process =
      ProcessBuilder(java, "-cp", kept.mkString(File.pathSeparator), "brine.pekko.AloneSuite").redirectErrorStream(true)
    val running = process.start()
    try
      val said = scala.io.Source.fromInputStream(running.getInputStream).mkString
      assert(running.waitFor(60, TimeUnit.SECONDS), said)
      assert(said.linesIterator.toList.contains("Add(nut,1), Java serialization false"), said)
      assertEquals(running.exitValue, 0, said)
    finally running.destroyForcibly(): Unit

object AloneSuite:
  def main(arguments: Array[String]): Unit =
    Systems.using(Systems.local(Versions.v1)): system =>
      val message = Systems.read(system, Systems.write(system, Versions.V1.Message.Add("nut", 1)))
      val java    = Systems.serialization(system).AllowJavaSerialization
      println(s"$message, Java serialization $java")
