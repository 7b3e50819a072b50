package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.results.LibraryRow
import brine.lab.run.Stage
import java.nio.file.{Files, Path}

/** The staged peers that know a person's types, and the rows that cannot.
  *
  * @param refused
  *   rows of libraries that could not be connected, each with the reason
  */
private[custom] final case class CustomStage(stage: Stage, refused: List[LibraryRow])

private[custom] object CustomStage:
  /** Name of the study in the results file. */
  val study = "custom"

  /** Compiles the glue of every library that has one, as many at a time as there are cores.
    *
    * @param only
    *   rows or peers to include; empty for all
    */
  def build(
      types: UserTypes,
      staged: Stage,
      only: List[String],
      folders: Folders,
      cancellation: Cancellation
  ): CustomStage =
    val wanted  = Glue.all.filter(glue => only.isEmpty || only.contains(glue.peer) || glue.rows.exists(only.contains))
    val cores   = Runtime.getRuntime.availableProcessors.max(1).min(4)
    val results = Aside.all(cores, cancellation, CustomRun.endedEarly)(
      wanted.map(glue => () => connect(glue, types, staged, folders))
    )
    CustomStage(staged.copy(peers = results.flatMap(_.peer)), results.flatMap(_.refused))

  /** Where it writes.
    *
    * @param work
    *   folder for what is made
    * @param logs
    *   folder for the compiler's errors
    */
  final case class Folders(work: Path, logs: Path)

  private final case class Connected(peer: Option[Stage.Peer], refused: List[LibraryRow])

  private def connect(
      glue: Glue,
      types: UserTypes,
      staged: Stage,
      folders: Folders
  ): Connected =
    def refused(why: String) =
      Connected(None, glue.rows.map(LibraryRow(_, glue.peer, unavailable = why, studies = List(study))))
    staged.peers.find(_.name == glue.peer) match
      case None                                    => refused("it is not staged; ./brine build codecs")
      case Some(peer) if peer.unavailable.nonEmpty => refused(peer.unavailable)
      case Some(peer)                              =>
        val folder = Files.createDirectories(folders.work.resolve("peers").resolve(glue.peer))
        val source = Files.writeString(folder.resolve(s"${Glue.className}.scala"), glue.source(types))
        val out    = folder.resolve("classes")
        val own    = List(types.classes, ScalaCompiler.sample)
        ScalaCompiler.compile(List(source), own ++ peer.classPath, out) match
          case Nil =>
            serve(out, source)
            // The glue comes first, so that its rows are found before those of the lab's peer.
            Connected(Some(peer.copy(classPath = out :: own ++ peer.classPath)), Nil)
          case problems =>
            val log = folders.logs.resolve(s"${glue.peer}-compiler.txt")
            Files.write(log, java.util.List.of(problems.map(_.shown).mkString("\n\n")))
            refused(s"no codec for these types: ${problems.head.short}")

  private def serve(out: Path, source: Path): Unit =
    val name     = Files.readString(source).linesIterator.next().stripPrefix("package ").trim
    val services = Files.createDirectories(out.resolve("META-INF/services"))
    val _        = Files.writeString(services.resolve("brine.lab.peer.Peer"), s"$name.${Glue.className}\n")
