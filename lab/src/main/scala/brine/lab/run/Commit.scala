package brine.lab.run

import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.util.Try

/** The commit of a checkout, for the environment block of a run.
  *
  * @param id
  *   empty if the folder is no checkout of its own, or git cannot be asked
  * @param isDirty
  *   whether files differ from the commit
  */
final case class Commit(id: String, isDirty: Boolean)

object Commit:
  val none: Commit = Commit("", false)

  /** The commit of Brine's own checkout, wherever the command was called: its launcher says where that is. */
  def ofBrine: Commit = sys.props.get("brine.home").fold(none)(home => of(Path.of(home)))

  /** The commit of a folder, if that is the topmost one of a repository: a copy of the sources inside the repository of
    * something else is not at that one's commit.
    */
  def of(checkout: Path): Commit =
    val found = for
      prefix <- git(checkout, "rev-parse", "--show-prefix") if prefix.isEmpty
      id     <- git(checkout, "rev-parse", "--verify", "HEAD")
    yield Commit(id, git(checkout, "status", "--porcelain").exists(_.nonEmpty))
    found.getOrElse(none)

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
