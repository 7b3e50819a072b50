package brine.lab.run

import brine.lab.results.{FolderInUse, Results}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.util.Try

/** The commit of a checkout, for the environment block of a run.
  *
  * @param id
  *   empty if the folder is no checkout of its own, or git cannot be asked
  * @param isDirty
  *   whether files differ from the commit, but for folders of runs: a run writes its own before anybody looks
  */
final case class Commit(id: String, isDirty: Boolean)

object Commit:
  val none: Commit = Commit("", false)

  /** What a folder of a run has from its beginning, and what it has later. */
  private val ofRuns = List(FolderInUse.file, Results.fileName)

  /** The commit of Brine's own checkout, wherever the command was called: its launcher says where that is. */
  def ofBrine: Commit = sys.props.get("brine.home").fold(none)(home => of(Path.of(home)))

  /** The commit of a folder, if that is the topmost one of a repository: a copy of the sources inside the repository of
    * something else is not at that one's commit.
    */
  def of(checkout: Path): Commit =
    val found = for
      prefix <- git(checkout, "rev-parse", "--show-prefix") if prefix.isEmpty
      id     <- git(checkout, "rev-parse", "--verify", "HEAD")
    yield Commit(id, isChanged(checkout))
    found.getOrElse(none)

  private def isChanged(checkout: Path): Boolean =
    // With -z, names are as they are: otherwise those with blanks are quoted.
    git(checkout, "status", "--porcelain", "-z").exists(_.split('\u0000').exists(isChange(checkout, _)))

  private def isChange(checkout: Path, entry: String): Boolean = entry.nonEmpty && !isRun(checkout, entry)

  /** Whether an entry of `git status` names a new folder that a run of the lab has written. */
  private def isRun(checkout: Path, entry: String): Boolean = entry match
    case s"?? $name/" => ofRuns.exists(file => Files.exists(checkout.resolve(name).resolve(file)))
    case _            => false

  private def git(checkout: Path, arguments: String*): Option[String] =
    Try:
      val builder = ProcessBuilder(("git" +: "-C" +: checkout.toString +: arguments)*)
      // A hook of another repository sets these, and they go before the folder.
      builder.environment.keySet.removeIf(_.startsWith("GIT_"))
      val process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start()
      process.getOutputStream.close()
      val text = String(process.getInputStream.readAllBytes(), "UTF-8").trim
      Option.when(process.waitFor(10, TimeUnit.SECONDS) && process.exitValue == 0)(text)
    .toOption.flatten
