package brine.dev.release

import java.nio.file.{Files, Path}

/** One published artifact in a folder laid out as a Maven repository: a POM and its jars.
  *
  * @param folder
  *   the folder of this version
  * @param name
  *   the artifact id, with the suffixes of platform and Scala version
  */
final case class Artifact(folder: Path, group: String, name: String, version: String):
  /** The file with this ending: `.pom`, `.jar`, `-sources.jar`, `-javadoc.jar`. */
  def file(ending: String): Path = folder.resolve(s"$name-$version$ending")

  /** Whether it is for JavaScript. */
  def isJs: Boolean = name.contains("_sjs1_")

object Artifact:
  /** What every artifact must have, besides signatures and checksums. */
  val endings: List[String] = List(".pom", ".jar", "-sources.jar", "-javadoc.jar")

  /** What some artifacts have besides: the commands as one jar that runs without a checkout. */
  val further: List[String] = List("-all.jar")

  /** All artifacts of a version in a repository, by name. */
  def in(repository: Path, version: String): List[Artifact] =
    RepositoryFiles
      .all(repository)
      .map(_.getParent)
      .distinct
      .filter(_.getFileName.toString == version)
      .sorted
      .map: folder =>
        val name  = folder.getParent
        val group = repository.relativize(name.getParent).toString.replace('/', '.')
        Artifact(folder, group, name.getFileName.toString, version)

/** Files of a folder laid out as a Maven repository. */
private[release] object RepositoryFiles:
  private val derived = List(".asc", ".md5", ".sha1", ".sha256", ".sha512")

  /** All regular files below a folder, in order. */
  def all(repository: Path): List[Path] =
    if !Files.isDirectory(repository) then Nil
    else
      val walked = Files.walk(repository)
      try walked.filter(Files.isRegularFile(_)).sorted.toArray(new Array[Path](_)).toList
      finally walked.close()

  /** The files that are signed: not the signatures and checksums of others. */
  def signed(repository: Path): List[Path] =
    all(repository).filter(file => origin(file) == file)

  /** The file that a signature or checksum belongs to; any other file itself. */
  def origin(file: Path): Path =
    val name = file.getFileName.toString
    derived.find(name.endsWith).fold(file)(ending => origin(file.resolveSibling(name.stripSuffix(ending))))
