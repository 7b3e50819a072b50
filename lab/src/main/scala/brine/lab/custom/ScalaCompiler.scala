package brine.lab.custom

import brine.lab.sample.UserType
import dotty.tools.dotc.Driver
import dotty.tools.dotc.core.Contexts.Context
import dotty.tools.dotc.interfaces.Diagnostic.ERROR
import dotty.tools.dotc.reporting.{Diagnostic, Reporter}
import java.io.File
import java.nio.file.{Files, Path}
import scala.collection.mutable

/** Compiles sources with the Scala 3 compiler, in this process. */
private[custom] object ScalaCompiler:
  /** An error of the compiler.
    *
    * @param line
    *   counted from 1; 0 if it has no place
    */
  final case class Problem(file: String, line: Int, message: String):
    /** The whole, as compilers write it. */
    def shown: String = if line == 0 then message else s"$file:$line: $message"

    /** Its first words, for the row of a table. */
    def short: String =
      val first = message.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("it does not compile")
      if first.length <= 300 then first else first.take(299) + "…"

  /** Compiles.
    *
    * @param out
    *   folder of the classes; made if it is not there
    * @return
    *   the errors; none if all compiled
    */
  def compile(sources: List[Path], classPath: List[Path], out: Path): List[Problem] =
    Files.createDirectories(out)
    val options = List("-classpath", classPath.mkString(File.pathSeparator), "-d", out.toString) ++
      // Derivation of large types nests deeply; a person's types are not ours to warn about.
      List("-Xmax-inlines", "4000", "-color:never", "-nowarn")
    val errors = Errors()
    try
      val _ = Driver().process((options ++ sources.map(_.toString)).toArray, errors, null)
    catch case _: StackOverflowError => errors.add(Problem("", 0, "the compiler's stack overflowed"))
    errors.all

  private final class Errors extends Reporter:
    private val found = mutable.ListBuffer[Problem]()

    def add(problem: Problem): Unit = found += problem
    def all: List[Problem]          = found.toList.distinct

    def doReport(diagnostic: Diagnostic)(using Context): Unit =
      if diagnostic.level == ERROR then
        val place = diagnostic.pos
        add(
          if place.exists then Problem(place.source.file.name, place.line + 1, diagnostic.message)
          else Problem("", 0, diagnostic.message)
        )

  /** The jar or folder that a class was loaded from. */
  def home(of: Class[?]): Path = Path.of(of.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The standard library. */
  val library: List[Path] =
    List(classOf[Option[?]], classOf[scala.quoted.Quotes], classOf[scala.deriving.Mirror]).map(home).distinct

  /** What reads samples. */
  val sample: Path = home(classOf[UserType])
