package brine.cli.journal

import brine.journal.LogRole
import brine.journal.replication.Promotion
import mainargs.{arg, main, Leftover, ParserForClass}

/** Makes a replica the log to which programs append. */
private[journal] object PromoteTask extends JournalTask:
  val name    = "promote"
  val summary = "makes a replica the log to which programs append"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      place  <- Ending.place(parsed.folder.value, name, parsed.log)
      source <- parsed.fenceSource match
        case None if parsed.fenceLog.isDefined => Left("--fence-log is for --fence-source")
        case None                              => Right(None)
        case Some(from)                        => LogPlace.of(from, parsed.fenceLog).map(Some(_))
    yield Roles.role(place).fold(identity, promote(place, source, _))

  private def promote(place: LogPlace, source: Option[LogPlace], role: LogRole): Int = role match
    case LogRole.Ordinary           => Ending.complain("this is no replica: programs append to it already")
    case promoted: LogRole.Promoted => told(promoted, isFenced = source.isDefined)
    case _                          =>
      val fenced = source match
        case None       => Right(())
        case Some(from) => Roles.fence(from).flatMap(_ => hasAll(from, place))
      fenced.flatMap(_ => Roles.promote(place)).fold(identity, told(_, isFenced = source.isDefined))

  private def told(role: LogRole, isFenced: Boolean): Int =
    println(Roles.text(role))
    role match
      case LogRole.Promoted(of, _) if of.nonEmpty && !isFenced =>
        println(
          s"${Ending.oneLine(of)} was not fenced: make sure that no program appends to it any more. " +
            "./brine journal fence does so, as soon as it can be reached"
        )
      case _ => ()
    0

  /** Whether a replica has all records of a log that was fenced. */
  private def hasAll(from: LogPlace, to: LogPlace): Either[Int, Unit] =
    val code = RecordArguments.reading(from): log =>
      RecordArguments.reading(to): replica =>
        Promotion.lacking(log, replica) match
          case Right(0)     => 0
          case Right(count) =>
            Ending.failed(
              s"the replica lacks ${Ending.count(count, "record")} of the log, which is fenced now. Copy them " +
                "(./brine journal follow FROM TO --until-caught-up), then promote again"
            )
          case Left(error) => Ending.failed(error.message)
    Either.cond(code == 0, (), code)

  @main(
    name = "brine journal promote",
    doc = "Makes a replica the log to which programs append. Its follower must have ended; of a database, it ends by " +
      "itself. With --fence-source, no program opens the old log to append any more, and what the replica lacks of " +
      "it is an error. If the old log cannot be reached, make sure that its programs do not start again. A log that " +
      "was fenced can be promoted as well."
  )
  private[journal] final case class Arguments(
      @arg(name = "fence-source", doc = "the log that the replica follows: a folder or the URL of a database")
      fenceSource: Option[String] = None,
      @arg(name = "fence-log", doc = "of that log in a database: what the names of its tables begin with")
      fenceLog: Option[String] = None,
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )
