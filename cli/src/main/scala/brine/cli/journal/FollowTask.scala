package brine.cli.journal

import brine.jdbc.JdbcReplica
import brine.journal.EventLogReader
import brine.journal.replication.*
import java.io.{InputStream, OutputStream, PrintStream}
import java.nio.file.Files
import java.time.{Duration, Instant}
import java.util.concurrent.atomic.AtomicBoolean
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Keeps a replica of a log in another place, or writes and reads the stream that does so on another machine. */
private[journal] final class FollowTask(stdin: () => InputStream) extends JournalTask:
  import FollowTask.*

  val name    = "follow"
  val summary = "keeps a replica of a log, here or on another machine, until it is interrupted"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    if parsed.end.value then
      for
        place <- Ending.place(parsed.names.value, s"$name --end", parsed.log)
        _     <- only(parsed, Set("--end", "--log"))
      yield printEnd(place)
    else
      for
        names   <- Ending.arguments(parsed.names.value, name, "FROM", "TO")
        size    <- Ending.segmentSize(parsed.segmentSize)
        at      <- RecordArguments(at = parsed.at).checked
        started <- (names.head, names(1)) match
          case (Input, Input) => Left("FROM and TO are both -: one of them is a place")
          case (Input, _)     =>
            only(parsed, Set("--adopt", "--segment-size", "--json", "--log", "--to-log"))
              .flatMap(_ => place(names(1), parsed.toLog.orElse(parsed.log), isTarget = true))
              .map(to => following(to, size, parsed)(LogFollower.ofStream(stdin(), _, _)))
          case (_, Input) =>
            only(parsed, Set("--at", "--until-caught-up", "--log"))
              .flatMap(_ => place(names.head, parsed.log, isTarget = false))
              .map(writing(_, at, parsed.untilCaughtUp.value))
          case (from, to) =>
            for
              _ <- only(
                parsed,
                Set("--until-caught-up", "--recent", "--adopt", "--segment-size", "--json", "--log", "--to-log")
              )
              logs <- CopyTask.logs(names, parsed.log, parsed.toLog)
              from <- LogPlace.of(from, logs._1, side = "FROM")
              to   <- LogPlace.of(to, logs._2, isTarget = true, side = "TO")
              _    <- CopyTask.misplaced(from, to).toLeft(())
            yield RecordArguments.reading(from): reader =>
              following(to, size, parsed)(LogFollower.start(reader, _, _))
      yield started

  private def place(name: String, log: Option[String], isTarget: Boolean): Either[String, LogPlace] =
    LogPlace.of(name, log, isTarget)

  /** Refuses options that mean nothing here. */
  private def only(parsed: Arguments, known: Set[String]): Either[String, Unit] =
    parsed.options.find(!known(_)) match
      case Some(option) => Left(s"$option means nothing here: $name --help says when it does")
      case None         => Right(())

  // ---- A replica ----------------------------------------------------------------------------------------------------

  private def following(to: LogPlace, size: Option[Long], parsed: Arguments)(
      start: (ReplicaTarget, FollowSettings) => LogFollower
  ): Int =
    val settings = FollowSettings(
      comparesAll = !parsed.recent.value,
      untilCaughtUp = parsed.untilCaughtUp.value,
      retryFor = if parsed.untilCaughtUp.value then Duration.ofSeconds(30) else FollowSettings.Unlimited,
      adopts = parsed.adopt.value
    )
    def follow(target: ReplicaTarget): Int =
      val line     = FollowLine(parsed.json.value)
      val follower = start(target, settings)
      val ended    = OnSignal.during(follower.close()):
        while !follower.awaitEnd(line.everyNanos) do line.show(follower.status)
        line.end(follower.status)
        follower.failure
      ended.fold(0)(failed(_, to))
    to match
      case LogPlace.Folder(folder)     => follow(ReplicaTarget.folder(folder, Ending.settingsOf(folder, size)))
      case database: LogPlace.Database =>
        Databases.changing(database): (source, settings) =>
          follow(JdbcReplica.target(source, settings))

  // What drivers say has no secret: see Databases. Without a connection, a log does not know where it is.
  private def failed(error: FollowError, to: LogPlace): Int = (error, to) match
    case (FollowError.Refused(problem), LogPlace.Database(url, _)) if !problem.contains(url.shown) =>
      Ending.failed(s"${url.named}: $problem")
    case _ => failed(error)

  private def failed(error: FollowError): Int = error match
    case _: (FollowError.NotAReplica | FollowError.SamePlace | FollowError.Ring) => Ending.complain(error.message)
    case _                                                                       => Ending.failed(error.message)

  // ---- A stream -----------------------------------------------------------------------------------------------------

  private def writing(from: LogPlace, at: Option[Instant], untilCaughtUp: Boolean): Int =
    RecordArguments.reading(from): reader =>
      val out     = Whole(Console.out)
      val stopped = AtomicBoolean()
      OnSignal.during(stopped.set(true))(
        RecordStream.write(reader, at, out, untilCaughtUp, () => stopped.get || out.isBroken)
      ) match
        case Left(error)              => failed(error)
        case Right(_) if out.isBroken => Ending.failed("nobody reads the stream of records any more")
        case Right(_)                 => 0

  private def printEnd(place: LogPlace): Int =
    def of(reader: EventLogReader): Int = Promotion.resumesAt(reader) match
      case Left(error)     => failed(error)
      case Right(None)     => 0
      case Right(Some(at)) =>
        println(s"--at $at")
        0
    place match
      // The first time there is nothing to continue.
      case LogPlace.Folder(folder) if !Files.exists(folder)                          => 0
      case LogPlace.Database(url, _) if url.file.exists(file => !Files.exists(file)) => 0
      case other => RecordArguments.reading(other)(of)

private[journal] object FollowTask:
  private final val Input = "-"

  /** Standard output as a stream of bytes, which says when nobody reads it. */
  private final class Whole(out: PrintStream) extends OutputStream:
    @volatile var isBroken                                               = false
    def write(byte: Int): Unit                                           = out.write(byte)
    override def write(bytes: Array[Byte], from: Int, length: Int): Unit = out.write(bytes, from, length)
    override def flush(): Unit                                           = isBroken = out.checkError()

  @main(
    name = "brine journal follow",
    doc = "Makes TO a replica of FROM: compares what is there, copies the rest, then each new record, until it is " +
      "interrupted. It tries again while one of them cannot be reached. Started again, it continues. No program " +
      "appends to TO until it is promoted. To another machine, with - for the standard output or input: " +
      "ssh SOURCE brine journal follow FROM - | brine journal follow - TO. To continue that, give the sending side " +
      "what follow TO --end prints. For databases, user and password come from the URL, or from the environment " +
      "variables BRINE_JDBC_USER and BRINE_JDBC_PASSWORD; for TO alone, from BRINE_JDBC_TO_USER and " +
      "BRINE_JDBC_TO_PASSWORD."
  )
  private[journal] final case class Arguments(
      @arg(name = "until-caught-up", doc = "end once TO has all records that FROM has")
      untilCaughtUp: Flag = Flag(),
      @arg(doc = "compare only the last 1,000 records that TO has, not all") recent: Flag = Flag(),
      @arg(
        doc =
          "TO may be a copy of FROM, or restored from a backup of it, to which no program appends: compare all of " +
            "it, and make it the replica"
      ) adopt: Flag = Flag(),
      @arg(doc = "of FROM -: write the records of this time or later") at: Option[String] = None,
      @arg(doc = "print the option --at with which a stream continues the replica, and do nothing else")
      end: Flag = Flag(),
      @arg(doc = "of logs in databases: what the names of their tables begin with; brine_ by default")
      log: Option[String] = None,
      @arg(name = "to-log", doc = "the same for TO alone") toLog: Option[String] = None,
      @arg(name = "segment-size", doc = "bytes of the files of TO; by default as it has them, or 64 MiB")
      segmentSize: Option[Long] = None,
      @arg(doc = "a JSON object a line on standard output, every ten seconds and at the end") json: Flag = Flag(),
      @arg(
        name = "from-and-to",
        doc = "FROM TO: each a journal's folder, or the URL of a database, such as jdbc:sqlite:shop.db; or - for one"
      ) names: Leftover[String] = Leftover()
  ):
    /** The options that were given. */
    def options: Vector[String] = Vector(
      "--until-caught-up" -> untilCaughtUp.value,
      "--recent"          -> recent.value,
      "--adopt"           -> adopt.value,
      "--at"              -> at.isDefined,
      "--end"             -> end.value,
      "--log"             -> log.isDefined,
      "--to-log"          -> toLog.isDefined,
      "--segment-size"    -> segmentSize.isDefined,
      "--json"            -> json.value
    ).filter(_._2).map(_._1)
