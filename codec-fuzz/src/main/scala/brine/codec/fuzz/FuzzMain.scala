package brine.codec.fuzz

import java.nio.file.{Files, Path}

/** `./brine fuzz`: runs the fuzzer against the readers of the codec for a given time or number of inputs. */
object FuzzMain:
  private val usage =
    s"""usage: ./brine fuzz TARGET… [--runs N] [--seconds S] [--seed N] [--out DIR]
       |       ./brine fuzz TARGET --replay FILE…
       |
       |Gives inputs chosen by coverage to the readers of the codec. Targets, or `all`:
       |${(FuzzTarget.all :+ EveryTarget).map(of => s"  ${of.name.padTo(11, ' ')}${of.about}").mkString("\n")}
       |
       |  --runs N      stop each target after N inputs
       |  --seconds S   stop each target after S seconds; 60 if neither is given
       |  --seed N      random seed; 1 by default
       |  --out DIR     folder for the corpus and the inputs found; target/fuzz by default
       |  --replay      runs only the inputs in these files
       |
       |The exit code is 1 if an input was found that breaks a promise of SECURITY.md.
       |""".stripMargin

  private final case class Options(
      targets: Vector[FuzzTarget] = Vector.empty,
      runs: Long = 0,
      seconds: Long = 0,
      seed: Int = 1,
      out: Path = home.resolve("target/fuzz"),
      replay: Option[Vector[Path]] = None
  )

  private def home: Path = Path.of(sys.props.getOrElse("brine.home", ".")).toAbsolutePath

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList))

  /** Runs the command.
    *
    * @return
    *   the exit code: 0 if nothing was found, 1 if something was found, 2 for bad arguments
    */
  def run(arguments: List[String]): Int =
    if arguments.exists(Set("--help", "-h")) then
      print(usage)
      0
    else
      parse(arguments, Options()) match
        case Left(problem)  => complain(problem)
        case Right(options) =>
          options.replay match
            case Some(files) => replay(options.targets.head, files)
            case None        => options.targets.map(fuzz(_, options)).max

  private def complain(problem: String): Int =
    Console.err.println(s"brine: $problem; ./brine fuzz --help lists the options")
    2

  private def parse(arguments: List[String], options: Options): Either[String, Options] = arguments match
    case Nil =>
      if options.targets.isEmpty then Left("which target?")
      else if options.runs == 0 && options.seconds == 0 then Right(options.copy(seconds = 60))
      else Right(options)
    case "--runs" :: number(n) :: rest         => parse(rest, options.copy(runs = n))
    case "--seconds" :: number(n) :: rest      => parse(rest, options.copy(seconds = n))
    case "--seed" :: number(n) :: rest         => parse(rest, options.copy(seed = n.toInt))
    case "--out" :: folder :: rest             => parse(rest, options.copy(out = Path.of(folder).toAbsolutePath))
    case "--replay" :: files if files.nonEmpty =>
      parse(Nil, options.copy(replay = Some(files.map(Path.of(_)).toVector)))
    case "all" :: rest                         => parse(rest, options.copy(targets = FuzzTarget.all))
    case option :: _ if option.startsWith("-") => Left(s"'$option' is not an option, or its value is missing")
    case name :: rest                          =>
      FuzzTarget.find(name) match
        case Some(target) => parse(rest, options.copy(targets = options.targets :+ target))
        case None         => Left(s"no target '$name'; there are ${FuzzTarget.all.map(_.name).mkString(", ")}")

  private object number:
    def unapply(text: String): Option[Long] = text.toIntOption.filter(_ > 0).map(_.toLong)

  private def fuzz(target: FuzzTarget, options: Options): Int =
    val folder = Files.createDirectories(options.out.resolve(target.name))
    val ended  = FuzzRun.start(target, FuzzRun.Effort(options.runs, options.seconds, options.seed), folder)(println)
    val found  = ended.finding match
      case Some(file)            => s"found: $file"
      case None if ended.isSound => "nothing found"
      case None                  => s"ended with code ${ended.exitCode}"

    println(s"${target.name}: ${ended.executed} inputs, $found")
    if ended.isSound then 0 else 1

  private def replay(target: FuzzTarget, files: Vector[Path]): Int =
    files.map { file =>
      try
        target.run(Files.readAllBytes(file))
        println(s"$file: sound")
        0
      catch
        case finding: Finding =>
          println(s"$file: ${finding.getMessage}")
          1
    }.max
