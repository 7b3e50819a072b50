package brine.consumers

import java.nio.file.{Files, Path}

/** A copy of the consumer projects outside the checkout, for the time of the tests. */
object Workplace:
  /** Gone when the JVM of the tests ends. */
  val root: Path = Files.createTempDirectory("brine-consumers").toRealPath()

  Runtime.getRuntime.addShutdownHook(Thread(() => Places.delete(root)))

  /** A new folder for one run of a program. */
  def newFolder(): Path = Files.createTempDirectory(root, "run")

  /** Runs a program on a JDK, in a folder of its own.
    *
    * @param jdk
    *   the folder of a JDK
    */
  def java(jdk: Path, arguments: String*): Child.Ended =
    val folder = newFolder()
    // Programs of a moment: they start twice as fast without the second compiler.
    val options = List("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", s"-Djava.io.tmpdir=$folder")
    val command = List(jdk.resolve("bin/java").toString) ++ options ++ arguments
    Child.succeed(folder, Map.empty, command*)
