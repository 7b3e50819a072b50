package brine.lab.cli

import brine.lab.Refusal
import mainargs.{Flag, Leftover, ParserForClass, arg, main}

/** The options of each command, as the argument parser sees them. */
object Arguments:

  @main
  final case class Run(
    @arg(doc = "smoke, quick or full") mode: String = "quick",
    @arg(doc = "libraries, separated by commas") only: String = "",
    @arg(doc = "folder of the report") out: String = "lab-report",
    @arg(name = "site-data", doc = "folder of published data") siteData: Option[String] = None,
    @arg(doc = "go on with an earlier run") resume: Flag = Flag(),
    @arg(name = "peer-jar", doc = "NAME=PATH") peerJar: Seq[String] = Nil,
    @arg(doc = "JDK folders") jdk: Seq[String] = Nil,
    @arg(doc = "child JVMs per cell") rounds: Option[Int] = None,
    @arg(doc = "machine-readable output") json: Flag = Flag(),
    studies: Leftover[String] = Leftover()
  )

  @main
  final case class Plain(json: Flag = Flag(), names: Leftover[String] = Leftover())

  @main
  final case class Report(out: Option[String] = None, json: Flag = Flag(), runs: Leftover[String] = Leftover())

  def run(args: List[String]): Run       = parse(ParserForClass[Run].constructEither(args))
  def plain(args: List[String]): Plain   = parse(ParserForClass[Plain].constructEither(args))
  def report(args: List[String]): Report = parse(ParserForClass[Report].constructEither(args))

  private def parse[A](parsed: Either[String, A]): A = parsed match
    case Right(arguments) => arguments
    case Left(message)    =>
      val said = message.linesIterator.map(_.trim).find(_.nonEmpty).getOrElse("bad arguments")
      throw Refusal(s"$said; see ./brine lab --help")

  /** An option that the parser took for a name. */
  def refuseOptions(names: Seq[String]): Unit =
    names.find(_.startsWith("-")).foreach(name => throw Refusal(s"unknown option '$name'; see ./brine lab --help"))
