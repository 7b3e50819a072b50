package brine.lab.cli

import brine.lab.Refusal
import brine.lab.run.{Cancellation, PeerCatalog, Stage}
import brine.lab.studies.Study
import java.nio.file.{Files, Path}

/** `brine lab list`: the studies, and every library with its version or the reason why it cannot run. */
object ListCommand:
  def run(args: List[String], stageFolder: Path, java: Path): Int =
    val arguments = Arguments.plain(args)
    arguments.names.value.headOption.foreach(name => throw Refusal(s"list takes no names, not '$name'"))
    val logs    = Files.createTempDirectory("brine-lab-list")
    val catalog = PeerCatalog.read(Stage.read(stageFolder), java, logs, Cancellation())
    if arguments.json.value then
      val studies = Study.values.toSeq.map(study => ujson.Obj("name" -> study.name, "runnable" -> study.runnable))
      val rows    = catalog.rows.map(upickle.default.writeJs(_))
      println(ujson.write(ujson.Obj("studies" -> ujson.Arr.from(studies), "libraries" -> ujson.Arr.from(rows))))
    else
      println("studies")
      for study <- Study.values do
        println(f"  ${study.name}%-26s ${if study.runnable then study.source else "arrives with a later release"}")
      println("libraries")
      for row <- catalog.rows do
        val what = if row.unavailable.isEmpty then s"${row.version}  ${row.traits.mkString(", ")}"
        else "cannot run: " + row.unavailable
        println(f"  ${row.name}%-26s $what")
    0
