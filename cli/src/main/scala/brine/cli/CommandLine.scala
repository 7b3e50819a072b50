package brine.cli

import mainargs.ParserForClass

/** Reads the options of a command. */
private[cli] object CommandLine:

  /** Runs `use` with the parsed arguments. Prints the help if it is requested, and one line on standard error if the
    * arguments are invalid.
    */
  def parse[A](parser: ParserForClass[A], arguments: List[String])(use: A => Int): Int =
    if arguments.exists(Set("--help", "-h")) then
      print(parser.helpText())
      0
    else
      parser.constructEither(arguments, autoPrintHelpAndExit = None) match
        case Right(parsed) => use(parsed)
        case Left(message) =>
          val said = message.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("bad arguments")
          Main.complain(s"$said; --help lists the options")
