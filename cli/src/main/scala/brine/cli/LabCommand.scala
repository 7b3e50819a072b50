package brine.cli

import brine.lab.LabMain
import java.nio.file.Path

/** Hands over to the lab, with the class paths the build staged and the Java that children are started with. */
object LabCommand extends Command:
  val names: List[String] = List("lab")

  def run(arguments: List[String], checkout: Checkout): Int =
    LabMain.run(arguments, checkout.stage, Path.of(sys.props("java.home"), "bin", "java"))
