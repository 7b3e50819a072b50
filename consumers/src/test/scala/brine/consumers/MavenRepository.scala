package brine.consumers

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A local repository for Maven. It has everything in the user's local repository except Brine's artifacts, which may
  * be older than what is tested. Everything that Maven downloads goes to the user's repository, so the next run needs
  * no network.
  */
final class MavenRepository(folder: Path):
  private val ours  = List("io", "github", "brine")
  private val users = Path.of(sys.props("user.home"), ".m2", "repository")

  Files.createDirectories(users)
  link(users, folder, ours)

  /** Adds artifacts to those of Brine. */
  def install(published: Path): Unit = Places.copy(published, folder)

  /** Runs Maven with this repository, without network where that is enough.
    *
    * @throws IllegalStateException
    *   with what it printed, if it fails
    */
  def run(project: Path, arguments: String*): Child.Ended =
    // Maven is over before the JVM's second compiler pays off.
    val environment =
      Map("JAVA_HOME" -> Places.jdk.toString, "MAVEN_OPTS" -> "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    val command = List("mvn", "-B", s"-Dmaven.repo.local=$folder") ++ arguments
    val offline = Child.run(project, environment, command :+ "--offline"*)
    if offline.code == 0 then offline
    else
      val online = Child.succeed(project, environment, command*)
      keep(folder, users, ours)
      online

  /** Links everything of a folder into another, except one path. */
  private def link(from: Path, to: Path, except: List[String]): Unit =
    Files.createDirectories(to)
    if Files.isDirectory(from) then
      for entry <- entries(from) do
        val name = entry.getFileName
        if name.toString != except.head then Files.createSymbolicLink(to.resolve(name), entry): Unit
        else if except.tail.nonEmpty then link(entry, to.resolve(name), except.tail)

  /** Copies what Maven has downloaded and the other folder does not have, except one path. */
  private def keep(from: Path, to: Path, except: List[String]): Unit =
    for entry <- entries(from) if Files.isDirectory(entry) && !Files.isSymbolicLink(entry) do
      val kept = to.resolve(entry.getFileName)
      if entry.getFileName.toString == except.head then
        if except.tail.nonEmpty then keep(entry, kept, except.tail)
      else if !Files.exists(kept) then
        Files.createDirectories(to) // a machine on which Maven never ran has none
        // Whole or not at all, also if this process is killed.
        val copied = Files.createTempDirectory(to, ".brine-")
        Places.copy(entry, copied)
        Files.move(copied, kept): Unit

  private def entries(of: Path): List[Path] =
    val listed = Files.list(of)
    try listed.iterator.asScala.toList
    finally listed.close()
