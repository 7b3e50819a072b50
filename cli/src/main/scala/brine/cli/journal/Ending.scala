package brine.cli.journal

import brine.commandline.CommandLine
import brine.journal.tools.JournalInfo
import brine.journal.{JournalError, JournalSettings, OpenError}
import brine.codec.zstd.Zstd
import java.nio.file.{InvalidPathException, Path}

/** What the commands have in common: folders in, exit codes out. */
private[journal] object Ending:
  /** Reads journals with every compression there is. */
  lazy val settings: JournalSettings = JournalSettings(compressions = Vector(Zstd()))

  /** For writing to a journal: with segments as large as those it has, or as told. */
  def settingsOf(folder: Path, segmentSize: Option[Long] = None): JournalSettings =
    val size = segmentSize.orElse:
      JournalInfo
        .of(folder, settings)
        .toOption
        .flatMap(_.segments.filterNot(_.isCompacted).lastOption)
        .map(_.bytes)
        .filter(size => size >= SmallestSegment && size <= LargestSegment)
    size.fold(settings)(size => settings.copy(segmentSize = size))

  /** What a segment may have. */
  val SmallestSegment: Long = 1L << 16
  val LargestSegment: Long  = 1L << 30

  /** The only folder that was named. */
  def folder(names: Seq[String], task: String): Either[String, Path] =
    arguments(names, task, "DIR").flatMap(names => path(names.head))

  /** As many names as are wanted, in this order. */
  def arguments(names: Seq[String], task: String, wanted: String*): Either[String, Seq[String]] =
    names.find(name => name.startsWith("-") && name != "-") match
      case Some(option)                        => Left(s"unknown option '$option'; --help lists the options")
      case None if names.sizeIs == wanted.size => Right(names)
      case None                                => Left(s"$task takes ${wanted.mkString(" ")}; ${names.size} were given")

  def path(name: String): Either[String, Path] =
    try Right(Path.of(name))
    catch case _: InvalidPathException => Left(s"'$name' is not the name of a file or folder")

  /** Says why it failed: 2 if the input was wrong, else 1. */
  def failed(error: JournalError): Int = error match
    case _: OpenError.NotAJournal => CommandLine.complain(error.message)
    case _                        => failed(error.message)

  def failed(message: String): Int =
    Console.err.println(s"brine: ${oneLine(message)}")
    1

  // Names come from files, which may be strangers'.
  def oneLine(text: String): String =
    text.map(char => if char < ' ' || char == '\u007f' then '?' else char).take(2000)

  def count(number: Long, what: String): String = s"$number $what${if number == 1 then "" else "s"}"

  /** Bytes for people. */
  def bytes(number: Long): String =
    if number < 10000 then s"$number B"
    else if number < (10L << 20) then f"${number / 1024.0}%.1f KiB"
    else if number < (10L << 30) then f"${number / 1048576.0}%.1f MiB"
    else f"${number / 1073741824.0}%.1f GiB"
