package brine.lab.cli

import brine.commandline.Options
import brine.lab.failure.Refusal
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** The options of each command, as the argument parser needs them. */
object Arguments:

  @main
  final case class Run(
      @arg(doc = "smoke, quick, standard or full") mode: String = "quick",
      @arg(doc = "libraries, separated by commas") only: Option[String] = None,
      @arg(doc = "cases, separated by commas") cases: Option[String] = None,
      @arg(doc = "folder of the report") out: String = "lab-report",
      @arg(name = "site-data", doc = "folder of published data") siteData: Option[String] = None,
      @arg(doc = "folder on the disk that study log measures") data: Option[String] = None,
      @arg(doc = "continue an earlier run") resume: Flag = Flag(),
      @arg(name = "peer-jar", doc = "NAME=PATH") peerJar: Seq[String] = Nil,
      @arg(doc = "JDK folders") jdk: Seq[String] = Nil,
      @arg(doc = "collectors and layouts to repeat the run under") jvm: Seq[String] = Nil,
      @arg(doc = "child JVMs per cell") rounds: Option[String] = None,
      @arg(doc = "machine-readable output") json: Flag = Flag(),
      studies: Leftover[String] = Leftover()
  )

  @main
  final case class Listing(
      @arg(name = "peer-jar", doc = "NAME=PATH") peerJar: Seq[String] = Nil,
      json: Flag = Flag(),
      names: Leftover[String] = Leftover()
  )

  @main
  final case class Plain(json: Flag = Flag(), names: Leftover[String] = Leftover())

  @main
  final case class Compare(decisions: Flag = Flag(), json: Flag = Flag(), names: Leftover[String] = Leftover())

  @main
  final case class Report(out: Option[String] = None, json: Flag = Flag(), runs: Leftover[String] = Leftover())

  def run(args: List[String]): Run      = parse(ParserForClass[Run].constructEither(optionsFirst(args, valued)))
  def list(args: List[String]): Listing = parse(
    ParserForClass[Listing].constructEither(optionsFirst(args, Set("--peer-jar")))
  )
  def plain(args: List[String]): Plain     = parse(ParserForClass[Plain].constructEither(optionsFirst(args, Set.empty)))
  def compare(args: List[String]): Compare =
    parsed(ParserForClass[Compare], args, Set.empty, Set("--decisions", "--json"))
  def report(args: List[String]): Report = parse(
    ParserForClass[Report].constructEither(optionsFirst(args, Set("--out")))
  )

  /** All options of a run. */
  def ofRun: List[String] = (valued ++ flags).toList.sorted

  /** The options that take a value. */
  private val valued =
    Set("--mode", "--only", "--cases", "--out", "--site-data", "--data", "--peer-jar", "--jdk", "--jvm", "--rounds")
  private val flags = Set("--resume", "--json")

  /** The arguments of a command with options of its own. */
  private[cli] def parsed[A](
      parser: ParserForClass[A],
      args: List[String],
      valued: Set[String],
      flags: Set[String]
  ): A =
    val ordered = Options(valued, flags).ordered(args).fold(wrong => throw Refusal(wrong), identity)
    parse(parser.constructEither(ordered))

  private def optionsFirst(args: List[String], valued: Set[String]): List[String] =
    Options(valued, flags).ordered(args).fold(wrong => throw Refusal(wrong), identity)

  private def parse[A](parsed: Either[String, A]): A = parsed match
    case Right(arguments) => arguments
    case Left(message)    =>
      val said = message.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("bad arguments")
      throw Refusal(s"$said; see ./brine lab --help")
