package brine.commandline

import mainargs.ParserForClass
import scala.annotation.tailrec

/** Parses options in any order with names, also as `--name=value`; the underlying parser requires options first. After
  * `--` are names only, whatever they look like: see [[Options.names]].
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
      case Left(wrong)                            => CommandLine.complain(wrong)
      case Right(ordered) if asksForHelp(ordered) => CommandLine.help(parser)
      case Right(ordered)                         =>
        CommandLine.construct(parser, ordered)(parsed => use(parsed).fold(CommandLine.complain, identity))

  // The value of an option, and a name after `--`, may look like that.
  @tailrec private def asksForHelp(ordered: List[String]): Boolean = ordered match
    case option :: _ :: rest if valued(option) => asksForHelp(rest)
    case Nil | Options.End :: _                => false
    case argument :: rest                      => CommandLine.isHelp(List(argument)) || asksForHelp(rest)

  /** The options before the names, each value as an argument of its own; or what is wrong with them. If a name looks
    * like an option, `--` comes before the names.
    */
  def ordered(arguments: List[String]): Either[String, List[String]] =
    def sort(rest: List[String], options: Vector[String], names: Vector[String]): Either[String, List[String]] =
      rest match
        case Nil                                         => Right(Options.joined(options, names))
        case Options.End :: more                         => Right(Options.joined(options, names ++ more))
        case flag :: more if flags(flag)                 => sort(more, options :+ flag, names)
        case option :: value :: more if valued(option)   => sort(more, options :+ option :+ value, names)
        case option :: Nil if valued(option)             => Left(s"$option wants a value; --help lists the options")
        case s"$option=$value" :: more if valued(option) => sort(more, options :+ option :+ value, names)
        case name :: _ if Options.isOption(name)         =>
          val hint = Nearest.hint(name, (valued ++ flags).toList.sorted)
          Left(s"unknown option '$name'; $hint (a name that begins with - comes after --)")
        case name :: more => sort(more, options, names :+ name)
    sort(arguments, Vector.empty, Vector.empty)

private[brine] object Options:
  /** What comes between options and names that may look like options. */
  private[commandline] final val End = "--"

  /** The names in what the underlying parser has left over of ordered arguments; or which option it does not know. */
  def names(left: Seq[String]): Either[String, Seq[String]] =
    val (before, after) = left.span(_ != End)
    before.find(isOption) match
      case Some(option) => Left(s"unknown option '$option'; --help lists the options")
      case None         => Right(before ++ after.drop(1))

  private def joined(options: Vector[String], names: Vector[String]): List[String] =
    (if names.exists(isOption) then (options :+ End) ++ names else options ++ names).toList

  // A dash is the name of standard input.
  private def isOption(argument: String): Boolean = argument.startsWith("-") && argument != "-"
