package brine.dev.release

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.jar.JarFile
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Finds what a public repository, or somebody who depends on them, would miss in published artifacts.
  *
  * @param home
  *   the checkout, whose license goes into every jar
  * @param withDocs
  *   whether jars of API documentation are expected, as in a release
  */
final class PublicationCheck(home: Path, withDocs: Boolean):

  /** What is wrong with these artifacts, one line each. */
  def problems(artifacts: List[Artifact]): List[String] =
    if artifacts.isEmpty then List("no artifacts were published")
    else
      val each = artifacts.flatMap: artifact =>
        missing(artifact) match
          case Nil     => PomCheck.problems(artifact, artifacts) ::: jars(artifact)
          case missing => missing
      if each.nonEmpty then each else packagesInTwo(artifacts.filterNot(_.isJs))

  private def expected: List[String] = if withDocs then Artifact.endings else Artifact.endings.init

  private def missing(artifact: Artifact): List[String] =
    expected.map(artifact.file).filterNot(Files.isRegularFile(_)).map(file => s"${file.getFileName} is missing")

  private def jars(artifact: Artifact): List[String] =
    val all = RepositoryFiles.all(artifact.folder).filter(_.toString.endsWith(".jar"))
    all.flatMap(unreadable) match
      case Nil        => all.flatMap(notices) ::: contents(artifact)
      case unreadable => unreadable

  private def unreadable(jar: Path): Option[String] =
    try
      JarFile(jar.toFile).close()
      None
    catch case error: IOException => Some(s"${jar.getFileName} cannot be read as a jar: ${error.getMessage}")

  private def contents(artifact: Artifact): List[String] =
    val main    = artifact.file(".jar")
    val sources = artifact.file("-sources.jar")
    List(
      Option.when(!holds(main, ".class"))(s"${main.getFileName} has no classes"),
      Option.when(!holds(sources, ".scala", ".java"))(s"${sources.getFileName} has no sources"),
      Option.when(!artifact.isJs && moduleName(main).isEmpty)(s"${main.getFileName} has no Automatic-Module-Name")
    ).flatten

  private def notices(jar: Path): List[String] = Using.resource(JarFile(jar.toFile)): opened =>
    List("LICENSE", "NOTICE").flatMap: name =>
      val entry = opened.getEntry(s"META-INF/$name")
      if entry == null then Some(s"${jar.getFileName} has no META-INF/$name")
      else
        val content = Using.resource(opened.getInputStream(entry))(_.readAllBytes())
        val own     = Files.readAllBytes(home.resolve(name))
        Option.when(!java.util.Arrays.equals(content, own))(s"META-INF/$name in ${jar.getFileName} is another")

  private def holds(jar: Path, endings: String*): Boolean = entries(jar).exists(name => endings.exists(name.endsWith))

  private def entries(jar: Path): List[String] =
    Using.resource(JarFile(jar.toFile))(_.entries.asScala.map(_.getName).toList)

  private def moduleName(jar: Path): Option[String] = Using.resource(JarFile(jar.toFile)): opened =>
    Option(opened.getManifest).flatMap(manifest => Option(manifest.getMainAttributes.getValue("Automatic-Module-Name")))

  // Java's module system refuses two modules with the same package, or of the same name.
  private def packagesInTwo(artifacts: List[Artifact]): List[String] =
    val packages = artifacts.flatMap: artifact =>
      entries(artifact.file(".jar"))
        .filter(name => name.endsWith(".class") && name.contains('/'))
        .map(name => name.take(name.lastIndexOf('/')).replace('/', '.'))
        .distinct
        .map(_ -> artifact.name)
    val modules = artifacts.flatMap(artifact => moduleName(artifact.file(".jar")).map(_ -> artifact.name))
    inTwo("package", packages) ::: inTwo("module name", modules)

  private def inTwo(what: String, found: List[(String, String)]): List[String] =
    found
      .groupMap(_._1)(_._2)
      .toList
      .sortBy(_._1)
      .collect:
        case (name, owners) if owners.size > 1 => s"$what $name is in ${owners.sorted.mkString(" and ")}"
