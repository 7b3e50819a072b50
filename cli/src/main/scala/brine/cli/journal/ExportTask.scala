package brine.cli.journal

import brine.journal.{EventLogReader, JournalError, Offset}
import brine.journal.tools.{JournalExport, JournalInfo}
import java.io.{BufferedOutputStream, IOException, OutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.CREATE_NEW
import java.nio.file.{AccessDeniedException, FileAlreadyExistsException, Files, LinkOption, NoSuchFileException, Path}
import java.util.UUID
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

  /** Writes to a file beside it, which gets the name when it is whole: a file of that name is always a whole export. */
  private def toFile(file: Path)(write: PrintStream => Int): Int =
    def thereAlready() = Ending.failed(s"$file is there already; name a new file")
    if Files.exists(file, LinkOption.NOFOLLOW_LINKS) then thereAlready()
    else
      val partial = file.toAbsolutePath.resolveSibling(s".export-${UUID.randomUUID}.partial")
      try
        val out = PrintStream(BufferedOutputStream(Strict(Files.newOutputStream(partial, CREATE_NEW))), false, UTF_8)
        val exitCode =
          try write(out)
          finally out.close()
        if exitCode == 0 then Files.move(partial, file): Unit
        exitCode
      catch
        case _: FileAlreadyExistsException => thereAlready()
        case _: NoSuchFileException        => Ending.failed(s"the folder of $file does not exist; create it first")
        case failed: Strict.Failed         => notWritten(file, partial, failed.cause)
        case error: IOException            => notWritten(file, partial, error)
      finally
        // Nothing is left of it after an error, and nothing is there after success.
        try Files.deleteIfExists(partial): Unit
        catch case _: IOException => ()

  private def notWritten(file: Path, partial: Path, error: IOException): Int =
    val own = error match
      case _: AccessDeniedException => AccessDeniedException(s"$file")
      case other                    => other
    val said = Ending.described(own).replace(s"$partial", s"$file").stripPrefix(s"$file: ")
    Ending.failed(s"$file cannot be written: $said. Fix that, and export again: no file is left of it")

  /** Throws what a PrintStream, which hides exceptions of the stream behind it, passes on. */
  private final class Strict(out: OutputStream) extends OutputStream:
    private def strictly(body: => Unit): Unit =
      try body
      catch case error: IOException => throw Strict.Failed(error)
    def write(byte: Int): Unit                                           = strictly(out.write(byte))
    override def write(bytes: Array[Byte], from: Int, length: Int): Unit = strictly(out.write(bytes, from, length))
    override def flush(): Unit                                           = strictly(out.flush())
    override def close(): Unit                                           = strictly(out.close())

  private object Strict:
    final class Failed(val cause: IOException) extends RuntimeException(cause)

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
