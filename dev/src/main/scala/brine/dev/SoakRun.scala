package brine.dev

import brine.commandline.CommandLine
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Starts the soak test of the actor runtime in its own JVM. */
private[dev] object SoakRun:
  private val Time = "([1-9][0-9]{0,6})([smh])".r

  /** The number of seconds in a text such as `60m`. */
  def seconds(text: String): Option[Long] = text match
    case Time(number, "s") => Some(number.toLong)
    case Time(number, "m") => Some(number.toLong * 60)
    case Time(number, _)   => Some(number.toLong * 3600)
    case _                 => None

  def run(time: String, seed: Option[Long], checkout: Checkout): Int =
    val staged = checkout.stage.resolve("actorModel.classpath")
    seconds(time) match
      case None => CommandLine.complain(s"'$time' is no time: use a number followed by s, m or h, such as 60m")
      case _ if !Files.isRegularFile(staged) =>
        CommandLine.complain(s"the soak program is not staged: $staged is missing")
      case Some(seconds) =>
        val java      = Path.of(sys.props("java.home"), "bin", "java").toString
        val classPath = Files.readAllLines(staged).asScala.mkString(File.pathSeparator)
        val arguments =
          List("--seconds", seconds.toString) ::: seed.toList.flatMap(number => List("--seed", number.toString))
        val command = List(java, "-Xmx2g", "-cp", classPath, "brine.actor.soak.Soak") ::: arguments
        ProcessBuilder(command*).inheritIO().start().waitFor
