package brine.actor

import brine.effort.Effort
import java.io.File
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** Runs programs of these tests in a JVM of their own: what they do to heap or classes must not reach other tests. */
object OtherJvm:
  private def placeOf(of: Class[?]): String = Path.of(of.getProtectionDomain.getCodeSource.getLocation.toURI).toString

  // With effort quick they are over before the second compiler pays off.
  private val quick = if Effort.isFull then Nil else List("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

  /** What the program printed, on both streams, and its exit code; -1 if it did not end within 10 minutes. */
  def run(options: List[String], program: String, arguments: String*): (String, Int) =
    val places    = List(classOf[ActorSystem], OtherJvm.getClass, classOf[Option[?]], classOf[deriving.Mirror])
    val classPath = places.map(placeOf).distinct.mkString(File.pathSeparator)
    val java      = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val output    = File.createTempFile("brine", ".out")
    try
      val command = (java +: (quick ++ options)) ++ List("-cp", classPath, program) ++ arguments
      val process = ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(output).start()
      val ended   = process.waitFor(10, TimeUnit.MINUTES)
      if !ended then process.destroyForcibly(): Unit
      (Files.readString(output.toPath).trim, if ended then process.exitValue else -1)
    finally output.delete(): Unit
