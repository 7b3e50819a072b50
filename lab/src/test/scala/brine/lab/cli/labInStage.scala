package brine.lab.cli

import brine.lab.LabMain
import java.nio.file.Path

/** The lab as a program of its own, for tests that must end it from outside. */
@main def labInStage(args: String*): Unit =
  System.exit(LabMain.run(args.drop(2), Path.of(args(0)), Path.of(args(1))))
