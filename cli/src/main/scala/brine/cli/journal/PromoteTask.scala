package brine.cli.journal

import brine.journal.LogRole
import brine.journal.replication.{FollowError, Promotion}
import mainargs.{arg, main, Leftover, ParserForClass}

/** Makes a replica the log to which programs append. */
private[journal] object PromoteTask extends JournalTask:
  val name    = "promote"
  val summary = "makes a replica the log to which programs append"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      names <- Ending.arguments(parsed.folder.value, name, "DIR")
      (logs, fenceLogs) = prefixes(names.head, parsed)
      place  <- LogPlace.of(names.head, logs)
      source <- parsed.fenceSource match
        case None if parsed.fenceLog.isDefined => Left("--fence-log is for --fence-source")
        case None                              => Right(None)
        case Some(from)                        => LogPlace.of(from, fenceLogs, side = "--fence-source").map(Some(_))
      _ <- source.filter(isSame(_, place)).map(_ => "the replica and --fence-source are the same log").toLeft(())
    yield Roles.role(place).fold(identity, promote(place, source, _))

  /** The prefixes of tables: `--log` for both, unless `--fence-log` names others for the old log. */
  private def prefixes(name: String, parsed: Arguments): (Option[String], Option[String]) =
    val source = parsed.fenceSource.filter(LogPlace.isUrl)
    val own    = parsed.log.filter(_ => LogPlace.isUrl(name) || source.isEmpty)
    (own, parsed.fenceLog.orElse(parsed.log.filter(_ => source.isDefined)))

  // What else names one log twice, the comparison of both finds.
  private def isSame(source: LogPlace, place: LogPlace): Boolean = (source, place) match
    case (one: LogPlace.Database, other: LogPlace.Database) => Databases.areSame(one, other)
    case _                                                  => false

  private def promote(place: LogPlace, source: Option[LogPlace], role: LogRole): Int = role match
    case LogRole.Ordinary => Ending.complain("this is no replica: programs append to it already")
    case _                =>
      source match
        case None       => Roles.promote(place).fold(identity, told(_, isFenced = false))
        case Some(from) => fencing(from, place, role).fold(identity, told(_, isFenced = true))

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

  /** Fences a log, and promotes its replica if that has all records. Returns the new role. */
  private def fencing(from: LogPlace, place: LogPlace, role: LogRole): Either[Int, LogRole] =
    for
      // Before anything is changed: a log that has nothing to do with the replica stays as it is.
      _ <- lacking(
        from,
        place,
        role,
        after = "The log was not fenced. If it is the right one all the same: " +
          s"./brine journal fence ${shown(from)}"
      )
      fenced <- Roles.fence(from)
      undo = fenced match
        case _: LogRole.Fenced => s"${shown(from)} is fenced now; to undo that: ./brine journal promote ${shown(from)}"
        case _                 => ""
      // Programs may have appended until it was fenced.
      count    <- lacking(from, place, role, undo)
      _        <- if count == 0 then Right(()) else Left(lacks(count, role, undo))
      promoted <- Roles
        .promote(place)
        .left
        .map: code =>
          if undo.nonEmpty then Ending.failed(undo): Unit
          code
    yield promoted

  private def lacks(count: Long, role: LogRole, undo: String): Int =
    val records = Ending.count(count, "record")
    val what    = role match
      case _: LogRole.Promoted =>
        s"the replica was promoted without $records that the log has. It stays promoted; look into those records, and " +
          "append again what counts"
      case _ =>
        s"the replica lacks $records of the log. Copy them (./brine journal follow FROM TO --until-caught-up), then " +
          "promote again"
    Ending.failed(s"$what${if undo.isEmpty then "" else s". $undo"}")

  /** Number of records that a replica does not have of the log that it follows.
    *
    * @param after
    *   what errors say as well
    */
  private def lacking(from: LogPlace, to: LogPlace, role: LogRole, after: String): Either[Int, Long] =
    var count = 0L
    val code  = RecordArguments.reading(from): log =>
      RecordArguments.reading(to): replica =>
        Promotion.lackingOfSource(log, replica, role) match
          case Right(found) =>
            count = found
            0
          case Left(error: FollowError.SamePlace) => Ending.complain(error.message)
          case Left(error) => Ending.failed(error.message + (if after.isEmpty then "" else s". $after"))
    Either.cond(code == 0, count, code)

  private def shown(place: LogPlace): String = place match
    case LogPlace.Folder(path)      => Ending.oneLine(path.toString)
    case LogPlace.Database(url, of) => s"${url.shown} --log $of"

  @main(
    name = "brine journal promote",
    doc = "Makes a replica the log to which programs append. Its follower must have ended; of a database, it ends by " +
      "itself. With --fence-source, no program opens the old log to append any more, and what the replica lacks of " +
      "it is an error; so is a log that is not the one it follows, which is not fenced. If the old log cannot be reached, make sure that its programs do not start again. A log that " +
      "was fenced can be promoted as well."
  )
  private[journal] final case class Arguments(
      @arg(name = "fence-source", doc = "the log that the replica follows: a folder or the URL of a database")
      fenceSource: Option[String] = None,
      @arg(
        name = "fence-log",
        doc = "of that log in a database: what the names of its tables begin with; as --log by default"
      )
      fenceLog: Option[String] = None,
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )
