package brine.cli.journal

import brine.journal.Offset
import brine.journal.tools.{ExportedRecord, ExportedRecords, JournalImport, RecordDifference}
import java.io.{BufferedReader, IOException, InputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, NoSuchFileException}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Imports exported records into a new journal, or after the records of an existing one. */
private[journal] final class ImportTask(stdin: () => InputStream) extends JournalTask:
  val name    = "import"
  val summary = "appends what export wrote, with its times, versions and keys"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[ImportTask.Arguments], arguments): parsed =>
    for
      names <- Ending.arguments(parsed.names.value, name, "DIR", "FILE")
      place <- LogPlace.of(names.head, parsed.log)
      size  <- Ending.segmentSize(parsed.segmentSize)
      input <- open(names(1))
    yield
      val source = Source(names(1), BufferedReader(InputStreamReader(input, UTF_8), 1 << 16))
      // Nothing is created for a file that is no export.
      try
        if source.advance() || source.problem.isEmpty then
          place match
            case LogPlace.Folder(folder) =>
              JournalImport.open(folder, Ending.settingsOf(folder, size)) match
                case Left(error)     => Ending.failed(error)
                case Right(imported) => take(source, imported, parsed.continues.value)
            case database: LogPlace.Database =>
              Databases.writing(database): log =>
                JournalImport.into(log) match
                  case Left(error)     => Ending.failed(error.message)
                  case Right(imported) => take(source, imported, parsed.continues.value)
        else Ending.failed(s"${source.name}: ${source.problem.mkString}; nothing was imported")
      catch case error: IOException => Ending.failed(s"${source.name} cannot be read: ${Ending.described(error)}")
      finally source.close()

  /** The records of an export, read line by line. */
  private final class Source(val name: String, reader: BufferedReader):
    private val lines = ExportLines.Reader()
    private var read  = Option.empty[ExportedRecord]

    /** Number of the line. */
    var number = 0L

    /** What is wrong with the export. */
    var problem = Option.empty[String]

    /** Reads to the next record; false at the end, or if something is wrong. */
    def advance(): Boolean =
      var line = reader.readLine()
      read = None
      while line != null && read.isEmpty && problem.isEmpty do
        number += 1
        lines.line(line) match
          case Left(wrong)  => problem = Some(s"line $number: $wrong")
          case Right(found) => read = found
        if read.isEmpty && problem.isEmpty then line = reader.readLine()
      if line == null && problem.isEmpty && !lines.isEnded then
        problem = Some("the export is not whole: its last line, of kind end, is missing")
      read.isDefined

    def isAtRecord: Boolean    = read.isDefined
    def record: ExportedRecord = read.get
    def close(): Unit          = reader.close()

  private def open(name: String): Either[String, InputStream] =
    if name == "-" then Right(stdin())
    else
      Ending
        .path(name)
        .flatMap: path =>
          try Right(Files.newInputStream(path))
          catch
            case _: NoSuchFileException => Left(s"no file $name; name a file, or - for the standard input")
            case error: IOException     => Left(s"$name cannot be read: ${Ending.described(error)}")

  /** Imports the record at which the source stands, and those after it.
    *
    * @param continues
    *   whether to leave out the first records, as many as there are
    */
  private def take(source: Source, imported: JournalImport, continues: Boolean): Int =
    var problem = Option.empty[String]
    val left    =
      try if continues then leaveOut(source, imported) else Right(())
      catch
        case error: IOException =>
          imported.close()
          throw error
    left match
      case Left(problem) =>
        imported.close()
        Ending.failed(s"${source.name}: $problem; nothing was imported")
      case Right(_) =>
        try
          var more = source.isAtRecord
          while more && problem.isEmpty do
            problem = imported.add(source.record, source.number).left.toOption.map(_.message)
            more = problem.isEmpty && source.advance()
          problem = problem.orElse(source.problem)
        catch
          case error: IOException =>
            imported.close()
            throw error
        imported.finish() match
          case Left(error) =>
            Ending.failed(
              s"${source.name}: ${problem.getOrElse(error.message)}${hint(imported)}; ${before(imported.taken)}"
            )
          case Right(count) =>
            val before = if continues then s", after ${imported.begin.sequence} that were there" else ""
            println(s"${Ending.count(count, "record")} imported$before")
            problem.fold(0)(problem => Ending.failed(s"${source.name}: $problem; the records before it are imported"))

  private def before(taken: Long): String =
    if taken == 0 then "nothing was imported"
    else s"${Ending.count(taken, "record")} before that ${if taken == 1 then "is" else "are"} imported"

  private def hint(imported: JournalImport): String =
    if imported.begin == Offset.Begin then "" else " (--continue leaves out records that are there)"

  /** Passes the first records of the export, which are those that are there; or says which one is another. */
  private def leaveOut(source: Source, imported: JournalImport): Either[String, Unit] =
    val there = ExportedRecords(imported.log, Offset.Begin)
    try
      var result: Either[String, Unit] = Right(())
      var count                        = 0L
      while result.isRight && count < imported.begin.sequence do
        result = there.next() match
          case Left(error)                                => Left(error.message)
          case Right(None)                                => Left(s"record ${count + 1} cannot be found")
          case Right(Some(_)) if source.problem.isDefined => Left(source.problem.get)
          case Right(Some(_)) if !source.isAtRecord       =>
            Left(s"the export has $count records, and there are ${imported.begin.sequence}: no import to continue")
          case Right(Some(own)) =>
            RecordDifference
              .of(source.record, own)
              .map(problem => s"line ${source.number} is not record ${count + 1} that is there, of which $problem")
              .toLeft(())
        if result.isRight then
          count += 1
          source.advance(): Unit
      result.flatMap(_ => source.problem.toLeft(()))
    finally there.close()

private[journal] object ImportTask:
  @main(
    name = "brine journal import",
    doc = "Appends the records of an export, byte for byte, with their times, versions, tags and keys; creates the " +
      "journal if it does not exist. In a journal with records, those of the export must follow: neither times nor " +
      "versions may go back. Stops at the first line that does not fit, and names it. If an import was interrupted, " +
      "--continue leaves out the records that are there."
  )
  final case class Arguments(
      @arg(name = "segment-size", doc = "bytes of the journal's files; by default as it has them, or 64 MiB")
      segmentSize: Option[Long] = None,
      @arg(name = "continue", doc = "leave out the first records, which must be those that are there")
      continues: Flag = Flag(),
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(
        name = "dir-and-file",
        doc = "DIR FILE: the journal's folder or the URL of a database, and the export, or - for the standard input"
      )
      names: Leftover[String] = Leftover()
  )
