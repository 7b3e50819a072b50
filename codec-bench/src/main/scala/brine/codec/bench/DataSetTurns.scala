package brine.codec.bench

import brine.codec.bench.datasets.{Cell, DataSet, FigureTables}

import java.io.File
import scala.io.Source
import scala.util.Using

/** Brine against Fory, Kryo 5 and codecs written by hand, on the data sets of the Rust serialization benchmark, the
  * value of jvm-serializers and arrays of numbers. Prints the tables of `docs/codec-figures.md`.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "codecBench/runMain brine.codec.bench.DataSetTurns"
  * }}}
  *
  * Each data set is measured in several JVMs of its own, where all contenders take turns; see `Turns`. Optional
  * arguments: the number of JVMs for each set (3), the seconds for each operation (4), then names of data sets (all).
  */
object DataSetTurns:
  private inline val MostWarmUp = 60.0 // seconds

  def main(arguments: Array[String]): Unit = arguments.toList match
    case "child" :: name :: seconds :: _ => measure(DataSet.named(name), seconds.toDouble)
    case _                               =>
      val starts  = arguments.headOption.fold(3)(_.toInt)
      val seconds = arguments.drop(1).headOption.fold(4.0)(_.toDouble)
      val named   = arguments.drop(2).toVector
      val sets    = if named.isEmpty then DataSet.all else named.map(DataSet.named)
      val cells   = (1 to starts).toVector.flatMap(start => sets.flatMap(set => inItsOwnJvm(set.name, seconds, start)))
      println(FigureTables.ratios(cells))
      println()
      println(FigureTables.times(cells))
      println()
      println(FigureTables.sizes(sets))

  private def measure(set: DataSet[?], seconds: Double): Unit =
    Cell.measure(set, 1, seconds, MostWarmUp).foreach(cell => println(cell.line))

  private def inItsOwnJvm(set: String, seconds: Double, start: Int): Vector[Cell] =
    System.err.println(s"start $start of $set")
    val java    = List(System.getProperty("java.home"), "bin", "java").mkString(File.separator)
    val command = List(
      java,
      "-Xms1g",
      "-Xmx1g",
      "-cp",
      System.getProperty("java.class.path"),
      "brine.codec.bench.DataSetTurns",
      "child",
      set,
      seconds.toString
    )
    val process = ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    val lines   = Using.resource(Source.fromInputStream(process.getInputStream))(_.getLines().toVector)
    val exit    = process.waitFor()
    if exit != 0 then throw IllegalStateException(s"the JVM for $set ended with $exit")
    Cell.parse(lines)
