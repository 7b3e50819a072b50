package brine.codec.bench.cost

import dotty.tools.dotc.Main

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** What derived codecs cost when they are compiled: time, and bytes of class files, for Brine and its peers.
  *
  * `./brine sbt "codecBench/Test/runMain brine.codec.bench.cost.compileCost"`. Each program is compiled in turn by one
  * warm compiler, several times over; the time is that of the processor, the median. What the types take without codecs
  * is in the first line.
  */
@main def compileCost(rounds: Int*): Unit =
  val programs = Programs.all(types = 100)
  val measured = rounds.headOption.getOrElse(7)
  println(s"${measured} rounds after 3 to warm up, processor milliseconds, median")
  val times = (1 to measured + 3).map(_ => programs.map(program => Compiled.of(program._2))).drop(3)
  programs.zipWithIndex.foreach { case ((name, _), i) =>
    val sorted = times.map(_(i).millis).sorted
    val one    = times.head(i)
    println(
      f"$name%-34s ${sorted(sorted.size / 2)}%6d ms (${sorted.head}%d to ${sorted.last}%d) ${one.bytes}%9d B in ${one.classes}%4d classes"
    )
  }

object Programs:
  /** Name and source text, with models of so many types. */
  def all(types: Int): List[(String, String)] =
    val source = Source(types)
    (s"$types types alone" -> source.typesOnly) ::
      Contender.all.map(c => s"site and events, ${c.name}" -> source.site(c)) :::
      Contender.all.map(c => s"$types types, ${c.name}" -> source.of(c)) :::
      Contender.all.filter(_.isDeep).map(c => s"$types types, a codec each, ${c.name}" -> source.each(c))

/** What compiling a program gave. */
final case class Compiled(millis: Long, bytes: Long, classes: Int)

object Compiled:
  private val clock = ManagementFactory.getThreadMXBean

  /** Compiles a program; the class files of codecs and of what else is in it are counted. */
  def of(source: String): Compiled =
    val folder = Files.createTempDirectory("brine-compile-cost")
    try
      val file   = Files.writeString(folder.resolve("Program.scala"), source)
      val target = Files.createDirectory(folder.resolve("classes"))
      val start  = clock.getCurrentThreadCpuTime
      val report = Main.process(
        Array("-d", target.toString, "-classpath", System.getProperty("java.class.path"), file.toString)
      )
      val millis = (clock.getCurrentThreadCpuTime - start) / 1000000
      if report.hasErrors then throw IllegalStateException(s"the program does not compile:\n$source")
      val classes = files(target).filter(_.toString.endsWith(".class"))
      Compiled(millis, classes.map(Files.size(_)).sum, classes.size)
    finally files(folder).reverse.foreach(Files.delete)

  private def files(folder: Path): List[Path] =
    val stream = Files.walk(folder)
    try stream.iterator.asScala.toList
    finally stream.close()
