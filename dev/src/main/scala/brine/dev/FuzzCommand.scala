package brine.dev

import brine.commandline.{Command, CommandLine}
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Starts the fuzzer in its own JVM, because its class path contains test libraries that the commands do not need. */
final class FuzzCommand(checkout: Checkout) extends Command:
  val names: List[String] = List("fuzz")

  def run(arguments: List[String]): Int =
    val staged = checkout.stage.resolve("codecFuzz.classpath")
    if !Files.isRegularFile(staged) then CommandLine.complain(s"the fuzzer is not staged: $staged is missing")
    else
      val java      = Path.of(sys.props("java.home"), "bin", "java").toString
      val classPath = Files.readAllLines(staged).asScala.mkString(File.pathSeparator)
      val options   = List("-Xmx256m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED")
      val command   = java :: options ::: List(s"-Dbrine.home=${checkout.home}", "-cp", classPath)
      ProcessBuilder((command ::: "brine.codec.fuzz.FuzzMain" :: arguments)*).inheritIO().start().waitFor
