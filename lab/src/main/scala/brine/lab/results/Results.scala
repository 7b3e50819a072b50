package brine.lab.results

import brine.lab.failure.Refusal
import java.io.EOFException
import java.nio.file.{Files, Path}
import java.util.zip.{GZIPInputStream, ZipException}
import scala.collection.mutable
import scala.util.Using
import scala.util.control.NonFatal

/** The content of a results file.
  *
  * @param environments
  *   the environment of the run, then one for each time it was resumed
  * @param torn
  *   number of unreadable lines: the last one, if the run was killed while writing it
  */
final case class Results(
    environments: List[ujson.Obj],
    libraries: List[LibraryRow],
    cells: List[Cell],
    ends: List[ujson.Obj],
    torn: Int
):
  /** The environment at the start of the run. A run whose libraries were not all built measured some studies first; the
    * block of the rest completes what the first one says of the plan.
    */
  val environment: ujson.Obj =
    val (partial, others) = environments.span(_.value.contains(Results.partial))
    val complete          = ujson.Obj()
    for block <- others.take(1).prependedAll(partial); (name, value) <- block.value do
      if name != Results.partial && !(Results.ofStart(name) && complete.value.contains(name)) then
        complete(name) = value
    complete

  def text(field: String): String           = environment.obj.get(field).flatMap(_.strOpt).getOrElse("")
  def number(field: String): Option[Double] = environment.obj.get(field).flatMap(_.numOpt)
  def mode: String                          = text("mode")
  def measured: List[Cell]                  = cells.filterNot(_.isControl)
  def controls: List[Cell]                  = cells.filter(_.isControl)
  def rounds: Int                           = cells.map(_.round).maxOption.getOrElse(0)
  def study(name: String): List[Cell]       = measured.filter(_.study == name)

  /** The collectors and object layouts of the run, in the order requested; empty for a run under the studies' own. */
  def jvms: List[String] = cells
    .map(_.jvm)
    .filter(_.nonEmpty)
    .distinct
    .sortBy: name =>
      val asked = environment.value.get("jvmSettings").flatMap(_.objOpt).fold(Nil)(_.keys.toList)
      asked.indexOf(name)

  /** The cells measured under one setting, and those that depend on none. */
  def under(jvm: String): Results =
    copy(cells = cells.filter(cell => cell.jvm.isEmpty || cell.jvm == jvm).map(_.withWhere(_.copy(jvm = ""))))

  def library(name: String): Option[LibraryRow] = libraries.find(_.name == name)

  /** The row of a study; `brine` names a codec in one study and an actor runtime in another. */
  def library(name: String, study: String): Option[LibraryRow] =
    libraries.find(row => row.name == name && row.takesPart(study))

object Results:
  val fileName = "results.jsonl"

  val empty: Results = Results(Nil, Nil, Nil, Nil, 0)

  /** Marks the environment block of a run that measured some studies before the libraries of the others were built. */
  val partial = "partial"

  /** Field of an end block: the share of all cores' time that other programs took meanwhile. */
  val othersShare = "othersShare"

  /** What an environment block says of the moment when it was written. */
  private val ofStart = Set("startedAt", "loadAtStart", "freeMemoryB", "resumed")

  /** Reads a results file, compressed if its name ends in `.gz`. Truncated lines (a killed run, a full disk) are
    * counted and skipped.
    *
    * @throws brine.lab.failure.Refusal
    *   if the file is no text, or is compressed and not whole, or a line cannot be read although it is not truncated
    */
  def read(file: Path): Results =
    val bytes =
      try
        if !file.getFileName.toString.endsWith(".gz") then Files.readAllBytes(file)
        else Using.resource(Files.newInputStream(file))(GZIPInputStream(_).readAllBytes())
      catch case _: (ZipException | EOFException) => throw Refusal(s"$file is not a whole gzip file")
    parse(ResultsText.lines(bytes, file.toString), file.toString)

  def parse(text: String): Results = parse(text.linesIterator, "the results")

  private def parse(lines: Iterator[String], file: String): Results =
    val environments = mutable.ListBuffer[ujson.Obj]()
    val libraries    = mutable.LinkedHashMap[(String, List[String]), LibraryRow]()
    val cells        = mutable.LinkedHashMap[Cell.Key, Cell]()
    val ends         = mutable.ListBuffer[ujson.Obj]()
    var torn         = 0
    for (line, at) <- lines.zipWithIndex if !line.isBlank do
      def refuse(reason: String) =
        val remedy =
          if environments.isEmpty then "not a results file of the lab, or its first lines are damaged"
          else "restore the line as it was, or delete it"
        throw Refusal(s"$file, line ${at + 1}: $reason; $remedy")
      try
        val json = ujson.read(line)
        json("kind").str match
          case "environment" => environments += json.obj
          case "library"     =>
            val row = upickle.default.read[LibraryRow](json)
            libraries((row.name, row.studies)) = row
          case "cell" | "control" =>
            val cell = Cell.fromJson(json)
            cells(cell.key) = cell
          case "end" => ends += json.obj
          case _     => ()
      catch
        case _: StackOverflowError => refuse("it is nested too deeply")
        case NonFatal(failure)     => if isTruncated(failure) then torn += 1 else refuse(reason(failure))
    Results(environments.toList, libraries.values.toList, cells.values.toList, ends.toList, torn)

  private def causes(failure: Throwable) = Iterator.iterate(failure)(_.getCause).takeWhile(_ != null).toList

  private def isTruncated(failure: Throwable) = causes(failure).exists(_.isInstanceOf[ujson.IncompleteParseException])

  /** The reason in one line, without the words of the JSON library around it. */
  private def reason(failure: Throwable): String =
    val cause = causes(failure).last
    val what  = if cause.isInstanceOf[ujson.ParseException] then "it is no JSON" else "it is no line of the lab"
    val said  = Option(cause.getMessage).getOrElse(cause.getClass.getSimpleName).linesIterator.mkString(" ")
    s"$what ($said)"

  /** Pools runs as further rounds of one run: the replicate is the child JVM, whichever run started it. */
  def pool(runs: List[Results]): Results =
    var offset = 0
    val cells  = runs.flatMap: run =>
      val moved = run.cells.map(cell => cell.copy(round = cell.round + offset))
      offset += run.rounds
      moved
    Results(
      runs.flatMap(_.environments),
      runs.flatMap(_.libraries).distinctBy(row => (row.name, row.studies)),
      cells,
      runs.flatMap(_.ends),
      runs.map(_.torn).sum
    )
