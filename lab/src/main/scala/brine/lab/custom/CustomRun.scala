package brine.lab.custom

import brine.lab.child.{Cancellation, Compression}
import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.results.{Cell, EarlierFiles, LibraryRow, Results, ResultsWriter}
import brine.lab.run.{Machine, PeerCatalog, Progress, Stage}
import brine.lab.sample.{BadJson, JsonReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try

/** A request to measure a person's own data.
  *
  * @param file
  *   JSON, JSON lines, or a source with types and samples
  * @param without
  *   paths of the JSON to leave out
  * @param only
  *   rows or peers; empty for all
  * @param seconds
  *   how long measuring may take
  * @param command
  *   the command as typed
  */
final case class CustomRequest(
    file: Path,
    out: Path,
    without: Set[String],
    only: List[String],
    seconds: Double,
    command: String
)

/** Measures a person's own data. Nothing of it leaves the machine. */
final class CustomRun(request: CustomRequest, staged: Stage, java: Path, cancellation: Cancellation):
  private val logs = request.out.resolve("work").resolve("logs")

  /** Runs everything and returns the results.
    *
    * @param said
    *   receives what a person wants to know meanwhile, a line each
    */
  def run(source: CustomSource, measuring: Measuring, said: String => Unit): CustomReport =
    Files.createDirectories(logs)
    // Outside the report's folder, which may be one with files of the user's own.
    val work = Files.createTempDirectory("brine-lab-custom")
    try run(source, measuring, said, work)
    finally
      // A compiler that a cancelled run leaves behind may still write.
      val _ = Try(Folders.delete(work))

  private def run(source: CustomSource, measuring: Measuring, said: String => Unit, work: Path): CustomReport =
    said(s"compiling ${source.file.getFileName} and the codecs of each library for its types")
    val types   = Aside.one(cancellation, CustomRun.endedEarly)(UserTypes.compile(source.file, work))
    val options = List(s"-D${brine.lab.sample.Samples.folderProperty}=${types.folder}")
    CheckedSamples.check(types, source.file, java, options, logs, cancellation)
    val stage     = CustomStage.build(types, staged, request.only, CustomStage.Folders(work, logs), cancellation)
    val catalog   = PeerCatalog.read(stage.stage, java, logs, cancellation)
    val described = catalog.rows.map: row =>
      // A peer that could not be asked says so for the study's rows.
      if row.unavailable.nonEmpty then row.copy(studies = List(CustomStage.study)) else row
    val rows = described.filter: row =>
      row.studies == List(CustomStage.study) && (request.only.isEmpty || request.only.contains(row.name) ||
        request.only.contains(row.peer))
    val able = rows.filter(_.unavailable.isEmpty)
    if cancellation.requested then throw RunFailure(CustomRun.endedEarly)
    if able.isEmpty then
      val reason =
        (rows ++ stage.refused).headOption.fold("no peer is staged")(row => s"${row.name}: ${row.unavailable}")
      throw RunFailure(s"no library can write these types: $reason")
    val seconds = measuring.estimate(able.size, request.seconds)
    said(
      s"measuring ${able.size} rows takes about ${Progress.clock(seconds)}; Ctrl-C ends it and keeps what is finished"
    )
    val refused = rows.filter(_.unavailable.nonEmpty) ++ stage.refused
    measure(source, catalog, able, refused, options, measuring, said, work)

  private def measure(
      source: CustomSource,
      catalog: PeerCatalog,
      able: List[LibraryRow],
      refused: List[LibraryRow],
      options: List[String],
      measuring: Measuring,
      said: String => Unit,
      work: Path
  ): CustomReport =
    val file = request.out.resolve(Results.fileName)
    EarlierFiles.keep(file)
    val writer = ResultsWriter.append(file)
    val fields =
      try
        writer.environment(environment(source))
        (able ++ refused).foreach(writer.library)
        for row <- refused do
          writer.cell(Cell(CustomStage.study, source.caseName, row.name, "", "unavailable", row.unavailable))
        source.records.foreach(records => writer.cell(asGiven(source.caseName, records, work)))
        val fields = if cancellation.requested then Nil else FieldBytes.of(catalog, options, logs, cancellation)
        val what   = Measurement(catalog, able, List(source.caseName), request.seconds, options, logs)
        if !cancellation.requested then measuring.run(what, cancellation, said)(writer.cell)
        writer.end(
          ujson.Obj(
            "endedAt"   -> Instant.now.toString,
            "loadAtEnd" -> Machine.load,
            "cancelled" -> cancellation.requested
          )
        )
        fields
      finally writer.close()
    CustomReport(Results.read(file), source, fields)

  /** The sample as it was given: compact JSON. */
  private def asGiven(name: String, records: Vector[String], work: Path): Cell =
    val framed = work.resolve("as-given.bin")
    Framing.write(framed, records.map(_.getBytes(UTF_8)))
    val sizes =
      try Compression.of(framed)
      finally { val _ = Files.deleteIfExists(framed) }
    Cell(CustomStage.study, name, CustomReport.asGiven, "size", n = Some(records.size), sizes = sizes.inCell)

  private def environment(source: CustomSource): ujson.Obj =
    val block = Machine.environment
    block("mode") = CustomRun.mode
    block("studies") = ujson.Arr(CustomStage.study)
    block("command") = request.command
    block("jdk") = Machine.javaVersion(java).getOrElse("")
    block("data") = source.described
    block

object CustomRun:
  /** The mode of such a run, as its results say. */
  val mode = "custom"

  /** The files that a run writes into its folder, apart from the source. */
  val written: List[String] = List(CustomSource.sampleFile, Results.fileName, "figures.tsv", "index.html")

  private[custom] val endedEarly = "ended before anything was measured"

  /** The rows and peers that can be chosen. */
  val known: List[String] = Glue.all.flatMap(glue => glue.peer :: glue.rows).distinct.sorted

/** The source that is measured, and where it comes from.
  *
  * @param file
  *   the source
  * @param caseName
  *   name of the case
  * @param described
  *   what is measured, in a sentence
  * @param records
  *   the records as compact JSON, if it was inferred from JSON
  */
final case class CustomSource(file: Path, caseName: String, described: String, records: Option[Vector[String]])

object CustomSource:
  /** Name of the file with the sampled records. */
  val sampleFile = "sample.jsonl"

  /** Reads the request's file: a source as it is, JSON by inferring its types. */
  def of(request: CustomRequest, cancellation: Cancellation): CustomSource =
    val file = request.file
    val name = file.getFileName.toString
    if name.endsWith(".scala") then
      if request.without.nonEmpty then throw Refusal("--without leaves out paths of JSON; edit the source instead")
      CustomSource(file, "samples", s"the samples of $name", None)
    else infer(request, cancellation)

  private def infer(request: CustomRequest, cancellation: Cancellation): CustomSource =
    val file = request.file
    val name = file.getFileName.toString
    val hint = if name.contains('.') then name.takeWhile(_ != '.') else name
    try
      val in                 = JsonReader.utf8(Files.newInputStream(file))
      val (inferred, sample) =
        try Inference(Names.singular(hint), request.without).run(in, cancellation)
        finally in.close()
      val records = sample.records
      val count   = if inferred.records == 1 then "1 record" else s"${inferred.records} records"
      val part    = if sample.isPart then s", of which a random sample of ${records.size} is measured" else ""
      Files.createDirectories(request.out)
      // A line that begins with a bracket would be an array of records.
      val text = if records.exists(_.startsWith("[")) then records.mkString("[\n", ",\n", "\n]\n")
      else records.mkString("", "\n", "\n")
      EarlierFiles.replace(request.out.resolve(sampleFile), text)
      val source = request.out.resolve(ScalaSource.fileName)
      EarlierFiles.replace(source, ScalaSource.of(inferred, s"$name: $count$part", sampleFile))
      CustomSource(source, "samples", s"$name: $count$part", Some(records))
    catch
      case bad: BadJson         => throw Refusal(s"$file: ${bad.getMessage}")
      case untypable: Untypable => throw Refusal(s"$file: ${untypable.getMessage}")

/** Writes messages as the harness does: a count, then the length and bytes of each. */
private object Framing:
  def write(file: Path, messages: Vector[Array[Byte]]): Unit =
    val out = _root_.java.io.DataOutputStream(_root_.java.io.BufferedOutputStream(Files.newOutputStream(file)))
    try
      out.writeInt(messages.size)
      for bytes <- messages do
        out.writeInt(bytes.length)
        out.write(bytes)
    finally out.close()
