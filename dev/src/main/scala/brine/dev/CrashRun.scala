package brine.dev

import brine.commandline.CommandLine
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Starts the crash test of the journal, which kills writing processes, in its own JVM. */
private[dev] object CrashRun:
  private val Rounds = "[1-9][0-9]{0,6}".r

  def run(rounds: String, seed: Option[Long], checkout: Checkout): Int =
    val staged = checkout.stage.resolve("journalTestkit.classpath")
    if !Rounds.matches(rounds) then CommandLine.complain(s"'$rounds' is no number of rounds: 1 to 9999999")
    else if !Files.isRegularFile(staged) then
      CommandLine.complain(s"the crash rounds are not staged: $staged is missing")
    else
      val java      = Path.of(sys.props("java.home"), "bin", "java").toString
      val classPath = Files.readAllLines(staged).asScala.mkString(File.pathSeparator)
      val arguments = List("--rounds", rounds) ::: seed.toList.flatMap(number => List("--seed", number.toString))
      val command   = List(java, "-Xmx1g", "-cp", classPath, "brine.journal.testkit.CrashRounds") ::: arguments
      ProcessBuilder(command*).inheritIO().start().waitFor
