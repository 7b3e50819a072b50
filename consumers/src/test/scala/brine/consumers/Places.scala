package brine.consumers

import java.nio.file.{Files, Path}
import java.util.Comparator

/** Where things are, as the build says. */
object Places:
  /** The checkout. */
  val home: Path = Path.of(sys.props("brine.home"))

  /** The folder, laid out as a Maven repository, that everything was published to for these tests. */
  val publication: Path = Path.of(sys.props("brine.publication"))

  /** The version that was published. */
  val version: String = sys.props("brine.version")

  /** The JDK of the build. */
  val jdk: Path = Path.of(sys.props("java.home"))

  val readme: Path         = home.resolve("README.md")
  val gettingStarted: Path = home.resolve("docs/getting-started.md")

  /** The pages that say how to depend on a module: the project's, the guides and those of the modules. */
  def pages: List[Path] =
    val folders = home :: home.resolve("docs") :: modules.map(home.resolve)
    folders.flatMap: folder =>
      val listed = Files.list(folder)
      try listed.filter(_.toString.endsWith(".md")).sorted.toArray(new Array[Path](_)).toList
      finally listed.close()

  private val modules =
    List("codec", "codec-zstd", "codec-testkit", "actor", "actor-testkit", "journal", "journal-testkit") ++
      List("store-jdbc", "entity", "entity-testkit", "pekko")

  /** Copies a file, or a folder and everything in it. */
  def copy(from: Path, to: Path): Unit =
    val walked = Files.walk(from)
    try
      walked
        .filter(Files.isRegularFile(_))
        .forEach: file =>
          val copied = to.resolve(from.relativize(file))
          Files.createDirectories(copied.getParent)
          Files.copy(file, copied): Unit
    finally walked.close()

  def delete(folder: Path): Unit =
    val walked = Files.walk(folder) // does not follow symbolic links
    try walked.sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_))
    finally walked.close()
