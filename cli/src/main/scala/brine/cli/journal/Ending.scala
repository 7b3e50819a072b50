package brine.cli.journal

import brine.codec.inspect.internal.Escaped
import brine.commandline.{CommandLine, Options}
import brine.journal.tools.JournalInfo
import brine.journal.{JournalError, JournalSettings, OpenError}
import brine.codec.zstd.Zstd
import java.io.IOException
import java.nio.file.{AccessDeniedException, FileSystemException, InvalidPathException, Path}
import java.util.Locale

/** Helpers of the journal commands: folder arguments and exit codes. */
private[journal] object Ending:
  /** Settings for reading journals, with all compressions. */
  lazy val settings: JournalSettings = JournalSettings(compressions = java.util.List.of(Zstd()))

  /** Settings for writing to a journal: segments of up to the given size in bytes, or as large as any that it has. */
  def settingsOf(folder: Path, segmentSize: Option[Long] = None): JournalSettings =
    val size = segmentSize.orElse:
      JournalInfo
        .of(folder, settings)
        .toOption
        .flatMap(_.segments.filterNot(_.isCompacted).map(_.bytes).maxOption)
        // Segments begin small, and grow.
        .map(size => math.min(math.max(size, settings.segmentSize), LargestSegment))
    size.fold(settings)(size => settings.copy(segmentSize = size))

  /** Limits of a segment's size in bytes. */
  val SmallestSegment: Long = 1L << 16
  val LargestSegment: Long  = 1L << 30

  /** The size of segments that was asked for, if it is within the limits. */
  def segmentSize(wanted: Option[Long]): Either[String, Option[Long]] =
    wanted.filter(size => size < SmallestSegment || size > LargestSegment) match
      case Some(size) => Left(s"--segment-size is $SmallestSegment to $LargestSegment bytes, not $size")
      case None       => Right(wanted)

  /** The only folder named. */
  def folder(names: Seq[String], task: String): Either[String, Path] =
    arguments(names, task, "DIR").flatMap(names => path(names.head))

  /** The only place named: a folder, or a database. */
  def place(names: Seq[String], task: String, log: Option[String]): Either[String, LogPlace] =
    arguments(names, task, "DIR").flatMap(names => LogPlace.of(names.head, log))

  /** Exactly the wanted names, in this order. */
  def arguments(left: Seq[String], task: String, wanted: String*): Either[String, Seq[String]] =
    Options
      .names(left)
      .flatMap: names =>
        if names.sizeIs == wanted.size then Right(names)
        else Left(s"$task takes ${wanted.mkString(" ")}; ${names.size} were given")

  def path(name: String): Either[String, Path] =
    if LogPlace.isUrl(name) then
      Left(
        s"${JdbcUrl(name, None, None).shown} is a database, and this command is for files: info, dump, tail, grep, " +
          "stats, export, import, copy, follow, promote and fence work on databases; for backups and repairs use the " +
          "tools of the database"
      )
    else if name.isEmpty then Left("an empty name is no folder or file; the current folder is .")
    else MistypedUrl.problem(name).toLeft(()).flatMap(_ => named(name))

  private def named(name: String): Either[String, Path] =
    try Right(Path.of(name))
    catch case _: InvalidPathException => Left(s"'$name' is not the name of a file or folder")

  /** Reports a failure; returns 2 if the arguments were wrong, else 1. */
  def failed(error: JournalError): Int = error match
    case _: OpenError.NotAJournal => complain(error.message)
    case _                        => failed(error.message)

  /** Reports that the input was bad. */
  def complain(message: String): Int = CommandLine.complain(oneLine(message))

  def failed(message: String): Int =
    Console.err.println(s"brine: ${oneLine(message)}")
    1

  /** What failed, where, and what to do if that is known. */
  def described(error: IOException): String = error match
    case denied: AccessDeniedException =>
      s"no permission for ${denied.getFile} (change the permissions, or run as a user who has it)"
    case other: FileSystemException =>
      s"${other.getFile}: ${Option(other.getReason).getOrElse(other.getClass.getSimpleName)}"
    case other => Option(other.getMessage).getOrElse(other.toString)

  // Names come from files, which may be untrusted.
  def oneLine(text: String, most: Int = LongestLine): String = Escaped.clipped(text, most)

  private inline val LongestLine = 2000

  /** A value as JSON on one line, in ASCII for the same reason. */
  def json(value: ujson.Value): String = ujson.write(value, escapeUnicode = true).replace("\u007f", "\\u007f")

  def count(number: Long, what: String): String = s"$number $what${if number == 1 then "" else "s"}"

  /** A number of bytes for people. */
  def bytes(number: Long): String =
    if number < 10000 then s"$number B"
    else if number < (10L << 20) then "%.1f KiB".formatLocal(Locale.ROOT, number / 1024.0)
    else if number < (10L << 30) then "%.1f MiB".formatLocal(Locale.ROOT, number / 1048576.0)
    else "%.1f GiB".formatLocal(Locale.ROOT, number / 1073741824.0)
