package brine.lab.cli

import brine.lab.results.{Results, ResultsWriter}
import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}

/** Runs that nobody measured, as commands find them, and what the commands print. */
object RunFolder:
  /** A folder with the results file of a run. */
  def write(results: Results, folder: Path): Path =
    val writer = ResultsWriter.append(Files.createDirectories(folder).resolve(Results.fileName))
    try
      results.environments.foreach(writer.environment)
      results.libraries.foreach(writer.library)
      results.cells.foreach(writer.cell)
      results.ends.foreach(writer.end)
    finally writer.close()
    folder

  /** Exit code and standard output of a command. */
  def printed(command: => Int): (Int, String) =
    val out  = ByteArrayOutputStream()
    val code = Console.withOut(out)(command)
    (code, out.toString)
