package brine.lab.cli

import brine.lab.failure.Refusal
import brine.lab.page.{Disturbance, Numbers}
import brine.lab.report.{LabelledRun, Recorded}
import brine.lab.results.{Results, ResultsWriter, WholeFile}
import java.io.{ByteArrayOutputStream, IOException}
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** `brine lab record RUN`: keeps a run as a compressed results file beside which every later report is shown. A run
  * that was cut off, disturbed or made by unknown code is refused: it would mislead all readers to come.
  */
object RecordCommand:
  @main
  final case class Record(
      @arg(doc = "name of the file") name: Option[String] = None,
      @arg(doc = "folder") out: Option[String] = None,
      json: Flag = Flag(),
      runs: Leftover[String] = Leftover()
  )

  /** Runs the command.
    *
    * @param folder
    *   the folder of recorded runs, if `--out` names no other
    */
  def run(args: List[String], folder: Path): Int =
    val arguments = Arguments.parsed(ParserForClass[Record], args, Set("--name", "--out"), Set("--json"))
    val run       = arguments.runs.value match
      case Seq(run) => run
      case other    => throw Refusal(s"record takes one run: a folder or a results file, not ${other.size}")
    val results = withoutFolders(ReportCommand.ofStudies(Path.of(run)))
    reasonAgainst(results).foreach(reason => throw Refusal(s"$run is not recorded: $reason"))
    val name = arguments.name.getOrElse(nameOf(results))
    if !name.matches("[a-z0-9][a-z0-9.-]{0,99}") then
      throw Refusal(s"--name wants lower-case letters, digits, dots and dashes, not '$name'")
    val out  = arguments.out.fold(folder)(Path.of(_))
    val file = Recorded.file(out, name)
    Recorded
      .of(out)
      .find(_.isSame(results))
      .foreach(known => throw Refusal(s"$run is recorded already, as ${known.label}"))
    if Files.exists(file) then throw Refusal(s"$file is another run; give this one a name with --name")
    try WholeFile.write(RunCommand.writable(out).resolve(file.getFileName), compressed(results))
    catch case failure: IOException => throw Refusal(s"cannot write $file: ${failure.getMessage}")
    if arguments.json.value then
      println(ujson.write(ujson.Obj("file" -> file.toString, "bytes" -> Files.size(file).toDouble)))
    else
      println(file)
      System.err.println(s"brine lab: recorded ${LabelledRun(name, results).described}; anybody can read in it that it")
      System.err.println(s"brine lab: was made by ${results.text("command")}")
    0

  /** Why a run is no measurement that others should see beside theirs. */
  private def reasonAgainst(run: Results): Option[String] =
    def flag(of: ujson.Obj, name: String) = of.value.get(name).flatMap(_.boolOpt).contains(true)
    if run.mode == "smoke" then Some("a smoke run measures nothing")
    else if run.text("commit").isEmpty then Some("nobody knows the commit of its code")
    else if run.environments.exists(flag(_, "dirty")) then Some("its code had local changes")
    else if run.ends.isEmpty || flag(run.ends.last, "cancelled") then Some("it was not finished; --resume continues it")
    else if !run.measured.exists(cell => cell.ok && cell.value.nonEmpty) then Some("it measured nothing")
    else
      Disturbance
        .of(run)
        .orElse(
          Disturbance
            .others(run)
            .map(share => s"other programs took ${Numbers.whole(share * 100)} % of the processors' time")
        )

  /** Processor, cores, JDK, mode and day, such as `intel-xeon-2-cores-jdk-25-standard-2026-11-25`. */
  private[cli] def nameOf(run: Results): String =
    val cores = run.number("cores").fold("")(n => s"${n.toInt} cores")
    val jdk   = "jdk " + run.text("jdk").takeWhile(_.isDigit)
    val words = List(run.text("cpu"), cores, jdk, run.mode, run.text("startedAt").take(10)).mkString(" ")
    val plain = words.toLowerCase(java.util.Locale.ROOT).replaceAll("\\((r|tm)\\)|cpu|@ ?[0-9.]+ ?ghz", " ")
    plain.replaceAll("[^a-z0-9]+", "-").stripPrefix("-").stripSuffix("-").take(100)

  /** Names of a person's folders need not be published. */
  private def withoutFolders(run: Results): Results =
    def hidden(value: ujson.Value): ujson.Value = value match
      case ujson.Str(text)     => ujson.Str(withoutFolders(text))
      case ujson.Arr(elements) => ujson.Arr.from(elements.map(hidden))
      case ujson.Obj(fields)   => ujson.Obj.from(fields.map((name, of) => name -> hidden(of)))
      case other               => other
    run.copy(
      environments = run.environments.map(hidden(_).asInstanceOf[ujson.Obj]),
      ends = run.ends.map(hidden(_).asInstanceOf[ujson.Obj]),
      libraries = run.libraries.map(row => row.copy(unavailable = withoutFolders(row.unavailable))),
      cells = run.cells.map(cell => cell.copy(note = withoutFolders(cell.note)))
    )

  /** The text with `~` for the home folder, and with the last name alone of every other absolute path. */
  private[cli] def withoutFolders(text: String): String =
    val home = System.getProperty("user.home")
    val own  = if home == null || home.length < 2 then text else text.replace(home, "~")
    AbsoluteFolders.replaceAllIn(own, "")

  // From the beginning of a word, or after `=`, to the last separator of the path.
  private val AbsoluteFolders = """(?<![^\s='"(])(?:/|[A-Za-z]:[\\/])(?:[^\s'"/\\]+[/\\])+(?=[^\s'"/\\])""".r

  /** The same bytes for the same run, whenever it is recorded. */
  private def compressed(run: Results): Array[Byte] =
    val bytes = ByteArrayOutputStream()
    val gzip  = GZIPOutputStream(bytes)
    gzip.write(ResultsWriter.lines(run))
    gzip.close()
    bytes.toByteArray
