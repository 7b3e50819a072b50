package brine.commandline

import mainargs.ParserForClass

/** Parses options in any order with file names, also as `--name=value`; the underlying parser requires options first.
  *
  * @param valued
  *   options that take a value
  * @param flags
  *   options without a value
  */
private[brine] class Options(valued: Set[String], flags: Set[String]):
  /** Runs `use` with the parsed arguments, or reports what is wrong with them. */
  def parse[A](parser: ParserForClass[A], arguments: List[String])(use: A => Either[String, Int]): Int =
    ordered(arguments) match
      case Left(wrong)    => CommandLine.complain(wrong)
      case Right(ordered) =>
        CommandLine.parse(parser, ordered)(parsed => use(parsed).fold(CommandLine.complain, identity))

  /** The options before the names, each value as an argument of its own; or what is wrong with them. */
  def ordered(arguments: List[String]): Either[String, List[String]] =
    def sort(rest: List[String], options: Vector[String], names: Vector[String]): Either[String, List[String]] =
      rest match
        case Nil                                         => Right((options ++ names).toList)
        case flag :: more if flags(flag)                 => sort(more, options :+ flag, names)
        case option :: value :: more if valued(option)   => sort(more, options :+ option :+ value, names)
        case option :: Nil if valued(option)             => Left(s"$option wants a value; --help lists the options")
        case s"$option=$value" :: more if valued(option) => sort(more, options :+ option :+ value, names)
        case name :: _ if name.startsWith("-") && name != "-" =>
          Left(s"unknown option '$name'; ${Nearest.hint(name, (valued ++ flags).toList.sorted)}")
        case name :: more => sort(more, options, names :+ name)
    sort(arguments, Vector.empty, Vector.empty)
