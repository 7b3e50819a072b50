package brine.lab.cli

import brine.commandline.Nearest
import brine.lab.failure.Refusal
import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.plan.{JvmSetting, Mode, Selection}
import brine.lab.report.{LabelledRun, ReportFolder}
import brine.lab.results.{FolderInUse, Results}
import brine.lab.run.*
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.site.SiteStudy
import java.io.IOException
import java.nio.file.{Files, Path}

/** `brine lab [STUDY…]`: checks the arguments, runs the studies, writes the report. */
object RunCommand:

  /** Runs the command.
    *
    * @param serve
    *   runs only the browser part of the studies, in a browser that the user opens
    */
  def run(
      args: List[String],
      stage: Path,
      java: Path,
      build: StageBuild,
      recorded: () => List[LabelledRun],
      serve: Boolean = false
  ): Int =
    val arguments = Arguments.run(expandJdks(args))
    val request   = if serve then served(arguments, args) else check(arguments, args)
    if request.resume && !Files.exists(request.out.resolve(Results.fileName)) then
      System.err.println(s"brine lab: --resume: ${request.out} has no earlier run, so a new one begins")
    FolderInUse.holding(request.out):
      Cancellation.onSignal(): cancellation =>
        val run     = StagedRun(request, stage, java, build, cancellation)
        val results = run.run(ReportFolder.write(_, request.out, recorded()))
        finish(results, request, arguments.json.value, cancellation.requested)

  /** Expands `--jdk A B` to `--jdk A --jdk B`, up to the next option or study. */
  private[cli] def expandJdks(args: List[String]): List[String] = args match
    case "--jdk" :: rest =>
      val (homes, others) = rest.span(arg => !arg.startsWith("-") && Studies.named(arg).isEmpty)
      if homes.isEmpty then args else homes.flatMap(home => List("--jdk", home)) ++ expandJdks(others)
    case first :: rest => first :: expandJdks(rest)
    case Nil           => Nil

  private def served(arguments: Arguments.Run, typed: List[String]): Request =
    val request = check(arguments, "serve" :: typed)
    if arguments.studies.value.exists(_ != BooksStudy.name) then throw Refusal("serve has one study: books")
    request.copy(studies = List(BooksStudy), serve = true)

  /** Turns arguments into a request, or throws a [[Refusal]] that says in one line what is wrong with them. */
  def check(arguments: Arguments.Run, typed: List[String], out: Path => Path = writable): Request =
    val mode = Mode
      .named(arguments.mode)
      .getOrElse:
        throw Refusal(s"unknown mode '${arguments.mode}': ${Mode.names}")
    val chosen = studies(arguments.studies.value.toList)
    Request(
      chosen,
      mode,
      only = names("--only", arguments.only),
      out = out(Path.of(arguments.out)),
      siteData = arguments.siteData.map(folder => siteData(Path.of(folder))),
      resume = arguments.resume.value,
      peerJars = arguments.peerJar.map(Stage.peerJar).toMap,
      jdks = arguments.jdk.map(Path.of(_)).toList,
      rounds = arguments.rounds.map(rounds),
      command = command(typed),
      jvms = JvmSetting.parse(arguments.jvm),
      data = arguments.data.map(folder => data(Path.of(folder))),
      cases = cases(names("--cases", arguments.cases), chosen, mode)
    )

  /** The names in the value of an option. An option that was given must have some: an empty value, such as that of a
    * script's unset variable, would choose everything.
    */
  private[cli] def names(option: String, value: Option[String]): List[String] =
    val names = value.toList.flatMap(_.split(",")).map(_.trim).filter(_.nonEmpty)
    if value.nonEmpty && names.isEmpty then throw Refusal(s"$option wants names, separated by commas")
    names

  /** The cases asked for, each of which a chosen study has in the mode. */
  private def cases(asked: List[String], studies: List[Study], mode: Mode): List[String] =
    val known = studies.flatMap(_.caseNames(mode)).distinct
    asked
      .find(pattern => !known.exists(name => Selection.matches(List(pattern), name)))
      .foreach: name =>
        throw Refusal(s"--cases: no chosen study has a case '$name' in mode ${mode.name}; ${Nearest.hint(name, known)}")
    asked

  private def rounds(typed: String): Int =
    typed.toIntOption
      .filter(_ >= 1)
      .getOrElse:
        throw Refusal(s"--rounds must be a whole number, 1 or more, not '$typed'")

  private def studies(names: List[String]): List[Study] =
    val chosen = names.map: name =>
      Studies
        .named(name)
        .getOrElse:
          throw Refusal(s"unknown study '$name'; ${Nearest.hint(name, Studies.all.map(_.name))}")
    if chosen.isEmpty then Studies.all else chosen.distinct

  private[cli] def writable(out: Path): Path =
    if out.toString.isEmpty then throw Refusal("--out wants a folder; the current one is .")
    try
      Files.createDirectories(out)
      Files.delete(Files.createTempFile(out, "writable", ""))
      out
    catch case failure: IOException => throw Refusal(s"cannot write to $out: ${Session.reason(failure)}")

  private def siteData(folder: Path): Path =
    if !Files.isDirectory(folder) then throw Refusal(s"--site-data: no such folder: $folder")
    val wanted  = SiteStudy.sizes.flatMap(size => List(s"site_$size.json", s"events_$size.jsonl"))
    val missing = wanted.filterNot(name => Files.isReadable(folder.resolve(name)))
    if missing.nonEmpty then throw Refusal(s"--site-data: $folder has no ${missing.mkString(", ")}")
    folder.toAbsolutePath

  private def data(folder: Path): Path =
    if !Files.isDirectory(folder) || !Files.isWritable(folder) then
      throw Refusal(s"--data: $folder is not a folder that can be written")
    folder.toAbsolutePath

  /** The command as a reader can repeat it. */
  private[cli] def command(typed: List[String]): String = ("./brine lab" +: typed.map(quoted)).mkString(" ")

  private def quoted(argument: String): String =
    if argument.matches("[\\w@%+=:,./-]+") then argument else "'" + argument.replace("'", "'\\''") + "'"

  private def finish(results: Results, request: Request, json: Boolean, cancelled: Boolean): Int =
    val page = request.out.resolve(ReportFolder.page)
    if json then
      println(
        ujson.write(
          ujson.Obj(
            "page"      -> page.toString,
            "results"   -> request.out.resolve(Results.fileName).toString,
            "cells"     -> results.cells.size,
            "notOk"     -> results.cells.count(!_.ok),
            "cancelled" -> cancelled
          )
        )
      )
    else if cancelled then
      System.err.println(
        s"brine lab: cancelled; ${results.cells.size} finished cells are in $page; --resume continues from there"
      )
    else System.err.println(s"brine lab: ${results.cells.size} cells measured; the report is $page")
    if cancelled then Cancellation.exitCode else 0
