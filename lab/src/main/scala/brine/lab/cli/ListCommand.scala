package brine.lab.cli

import brine.lab.browser.{BrowserLibraries, Chromium}
import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.failure.Refusal
import brine.lab.results.LibraryRow
import brine.lab.run.{PeerCatalog, Stage}
import java.nio.file.{Files, Path}

/** `brine lab list`: the studies, every library with its version or the reason why it cannot run, and the browser's
  * libraries.
  */
object ListCommand:
  def run(args: List[String], stageFolder: Path, java: Path): Int =
    val arguments = Arguments.list(args)
    arguments.names.value.headOption.foreach(name => throw Refusal(s"list takes no names, not '$name'"))
    val logs    = Files.createTempDirectory("brine-lab-list")
    val stage   = Stage.read(stageFolder, arguments.peerJar.map(Stage.peerJar).toMap)
    val catalog = PeerCatalog.read(stage, java, logs, Cancellation())
    val browser = Chromium.find()
    val there   = BrowserLibraries.rows(stage.bundles)
    if arguments.json.value then
      val studies   = Studies.all.map(study => ujson.Obj("name" -> study.name, "runnable" -> true))
      val rows      = catalog.rows.map(upickle.default.writeJs(_))
      val inBrowser = ujson.Obj(
        "found"     -> browser.isRight,
        "version"   -> browser.fold(identity, Chromium.version),
        "libraries" -> ujson.Arr.from(there.map(upickle.default.writeJs(_)))
      )
      println(
        ujson.write(
          ujson.Obj("studies" -> ujson.Arr.from(studies), "libraries" -> ujson.Arr.from(rows), "browser" -> inBrowser)
        )
      )
    else
      println("studies")
      for study <- Studies.all do println(f"  ${study.name}%-26s ${study.source}")
      for study <- Studies.all do
        println(s"libraries of ${study.name}")
        catalog.rows.filter(row => row.studies.nonEmpty && study.runs(row)).foreach(show)
      val silent = catalog.rows.filter(_.studies.isEmpty)
      if silent.nonEmpty then println("libraries that could not say which studies they take part in")
      silent.foreach(show)
      println(s"in a browser, study books: ${browser.fold("cannot run: " + _, Chromium.version)}")
      there.foreach(show)
    0

  private def show(row: LibraryRow): Unit =
    val what = if row.unavailable.isEmpty then s"${row.version}  ${row.traits.mkString(", ")}"
    else "cannot run: " + row.unavailable
    println(f"  ${row.name}%-26s $what")
