package brine.lab.cli

import brine.lab.{Fixtures, LabMain}
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.Path

/** Runs commands of the lab as a person types them, with the fixtures as libraries. */
object LabCommand:
  /** Runs a command.
    *
    * @return
    *   exit code, standard output, standard error
    */
  def run(folder: Path, args: String*): (Int, String, String) =
    val (out, err)       = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val (outWas, errWas) = (System.out, System.err)
    System.setOut(PrintStream(out, true))
    System.setErr(PrintStream(err, true))
    try
      val code = Console.withOut(out)(LabMain.run(args, Fixtures.stage(folder), Fixtures.java))
      (code, out.toString, err.toString)
    finally
      System.setOut(outWas)
      System.setErr(errWas)
