package brine.commandline

import mainargs.ParserForClass

/** Reads the command line of a program: which command, then that command's options.
  *
  * Exit codes: 0 success, 1 it ran and failed, 2 bad input, 69 something has to be installed first.
  */
private[brine] object CommandLine:

  /** Runs the command that the first argument names.
    *
    * @return
    *   the exit code
    */
  def run(commands: List[Command], arguments: List[String]): Int =
    val names = commands.map(_.names.head)
    arguments match
      case Nil          => complain(s"which command? ${names.mkString(", ")}; brine help says more")
      case name :: rest =>
        commands.find(_.names.contains(name)) match
          case Some(command) => command.run(rest)
          case None          => complain(s"no command '$name'; ${Nearest.hint(name, names)}")

  /** Runs `use` with the parsed arguments. Prints the help if it is requested, and one line on standard error if the
    * arguments are invalid.
    */
  def parse[A](parser: ParserForClass[A], arguments: List[String])(use: A => Int): Int =
    if isHelp(arguments) then help(parser) else construct(parser, arguments)(use)

  /** Prints the help. */
  private[commandline] def help(parser: ParserForClass[?]): Int =
    print(parser.helpText())
    0

  /** Runs `use` with the parsed arguments, or says in one line what is wrong with them. */
  private[commandline] def construct[A](parser: ParserForClass[A], arguments: List[String])(use: A => Int): Int =
    parser.constructEither(arguments, autoPrintHelpAndExit = None) match
      case Right(parsed) => use(parsed)
      case Left(message) =>
        val said = message.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("bad arguments")
        complain(s"${plain(said)}; --help lists the options")

  /** Without names of Java's classes. */
  private def plain(said: String): String =
    val option = raw"(?:-\w, )?(-\S+)"
    val reason = raw"java\.lang\.NumberFormatException.*"
    said.replaceAll(
      s"""^Invalid argument $option.* failed to parse "?(.*?)"? due to $reason""",
      "$1 is '$2': it must be a number"
    )

  /** Whether somebody asks for help; the launcher answers these arguments by itself. After `--` are names only. */
  def isHelp(arguments: List[String]): Boolean = arguments.takeWhile(_ != Options.End).exists(Set("--help", "-h"))

  /** Prints one line to the error stream that says what is wrong with the input.
    *
    * @return
    *   the exit code for bad input
    */
  def complain(message: String): Int =
    Console.err.println(s"brine: $message")
    2
