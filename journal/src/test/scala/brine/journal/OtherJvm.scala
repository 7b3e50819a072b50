package brine.journal

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** Runs programs of these tests in a JVM of their own, with the class path of the tests. */
object OtherJvm:
  /** What the program printed, on both streams, and its exit code.
    *
    * @throws IllegalStateException
    *   if it has not ended after this many minutes
    */
  def run(minutes: Int, options: Seq[String], program: String, arguments: String*): (String, Int) =
    TemporaryFolder.use: folder =>
      val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
      val out     = folder.resolve("out")
      val command = (java +: options) ++ Seq("-cp", System.getProperty("java.class.path"), program) ++ arguments
      val process = ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(out.toFile).start()
      try
        if !process.waitFor(minutes, TimeUnit.MINUTES) then
          throw IllegalStateException(s"it does not end: ${Files.readString(out)}")
        (Files.readString(out), process.exitValue)
      finally process.destroyForcibly(): Unit
