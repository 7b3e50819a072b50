package brine.cli.journal

import brine.journal.{EventLogReader, JournalError, Offset}
import brine.journal.tools.{JournalExport, JournalInfo}
import java.io.{BufferedOutputStream, IOException, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{FileAlreadyExistsException, Files, NoSuchFileException, Path, StandardOpenOption}
import mainargs.{arg, main, Leftover, ParserForClass}

/** Exports all records, for other programs and for an import. */
private[journal] object ExportTask extends JournalTask:
  val name    = "export"
  val summary = "writes everything as lines of JSON, which import reads"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      place <- Ending.place(parsed.folder.value, name, parsed.log)
      out   <- parsed.out.fold[Either[String, Option[Path]]](Right(None))(Ending.path(_).map(Some(_)))
      from  <- Either.cond(parsed.from >= 0, parsed.from, s"--from is 0 or more, not ${parsed.from}")
    yield RecordArguments.reading(place): reader =>
      identity(place, reader) match
        case Left(error)     => Ending.failed(error)
        case Right(identity) => written(reader, identity, from, out)

  /** What the first line says of the log. */
  private def identity(place: LogPlace, reader: EventLogReader): Either[JournalError, (String, String)] =
    place match
      case LogPlace.Folder(folder) =>
        JournalInfo.of(folder, Ending.settings).map(info => "journal" -> info.journal.toString)
      case _ => Right("log" -> reader.name)

  private def written(reader: EventLogReader, identity: (String, String), from: Long, file: Option[Path]): Int =
    file match
      case None =>
        val out      = PrintStream(BufferedOutputStream(Console.out, 1 << 16), false, UTF_8)
        val exitCode =
          try write(reader, identity, from, out)
          finally out.flush()
        // The buffer does not tell that writing what is behind it failed.
        if exitCode == 0 && Console.out.checkError() then incomplete() else exitCode
      case Some(file) => toFile(file)(write(reader, identity, from, _))

  private def write(reader: EventLogReader, identity: (String, String), from: Long, out: PrintStream): Int =
    val lines = ExportLines.Writer()
    out.println(lines.first(identity, from))
    JournalExport.of(reader, Offset(from))(exported => lines.record(exported).foreach(out.println)) match
      case Left(error)  => Ending.failed(error)
      case Right(count) =>
        out.println(lines.last(count))
        out.flush()
        if out.checkError() then incomplete() else 0

  private def incomplete(): Int = Ending.failed("the export could not be written whole")

  private def toFile(file: Path)(write: PrintStream => Int): Int =
    try
      val out = PrintStream(
        BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)),
        false,
        UTF_8
      )
      try write(out)
      finally out.close()
    catch
      case _: FileAlreadyExistsException => Ending.failed(s"$file is there already; name a new file")
      case _: NoSuchFileException        => Ending.failed(s"the folder of $file does not exist; create it first")
      case error: IOException            => Ending.failed(s"$file cannot be written: ${Ending.described(error)}")

  @main(
    name = "brine journal export",
    doc =
      "Writes every durable record as a line of JSON: offset, stream, version, time, tags, key, value and bytes. A " +
        "line for each schema precedes the first record that needs it. brine journal import restores the same " +
        "journal."
  )
  private[journal] final case class Arguments(
      @arg(doc = "only records from this offset on") from: Long = 0,
      @arg(doc = "a new file; the standard output by default") out: Option[String] = None,
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )
