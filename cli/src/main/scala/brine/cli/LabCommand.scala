package brine.cli

import brine.lab.LabMain
import java.nio.file.Path

/** Starts the lab with the staged class paths and the Java executable for child JVMs. */
object LabCommand extends Command:
  val names: List[String] = List("lab")

  def run(arguments: List[String], checkout: Checkout): Int =
    LabMain.run(arguments, checkout.stage, Path.of(sys.props("java.home"), "bin", "java"))
