package brine.dev.release

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.jar.{Attributes, JarEntry, JarOutputStream, Manifest}
import scala.util.Using

/** A repository with one artifact that is complete, for tests that take something away from it.
  *
  * @param root
  *   an empty folder
  */
final class SmallRepository(val root: Path):
  /** The checkout: the license and the notice. */
  val home: Path       = root.resolve("home")
  val repository: Path = root.resolve("repository")
  val some: Artifact   = artifact("brine-some_3")

  Files.createDirectories(home)
  Files.writeString(home.resolve("LICENSE"), "the license")
  Files.writeString(home.resolve("NOTICE"), "the notice")
  add(some, "brine.some")

  def artifact(name: String): Artifact =
    val folder = repository.resolve("io/github/brine").resolve(name).resolve(SmallRepository.Version)
    Artifact(folder, "io.github.brine", name, SmallRepository.Version)

  /** Writes all files of an artifact. */
  def add(artifact: Artifact, module: String, packageName: String = "some"): Unit =
    Files.createDirectories(artifact.folder)
    Files.writeString(artifact.file(".pom"), SmallRepository.pom(artifact))
    jar(artifact.file(".jar"), List(s"$packageName/Some.class"), Some(module))
    jar(artifact.file("-sources.jar"), List(s"$packageName/Some.scala"))
    jar(artifact.file("-javadoc.jar"), List("index.html"))

  /** Writes a jar with these entries, the license and the notice.
    *
    * @param notices
    *   what the license and the notice of the jar say
    */
  def jar(
      file: Path,
      entries: List[String],
      module: Option[String] = None,
      notices: Map[String, String] = Map("LICENSE" -> "the license", "NOTICE" -> "the notice")
  ): Unit =
    val manifest = Manifest()
    manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    module.foreach(manifest.getMainAttributes.putValue("Automatic-Module-Name", _))
    Using.resource(JarOutputStream(Files.newOutputStream(file), manifest)): out =>
      val all = entries.map(_ -> "content") ++ notices.map((name, text) => s"META-INF/$name" -> text)
      for (name, text) <- all do
        out.putNextEntry(JarEntry(name))
        out.write(text.getBytes(UTF_8))
        out.closeEntry()

  /** Changes the POM of an artifact.
    *
    * @throws IllegalStateException
    *   if the change leaves it as it is
    */
  def changePom(artifact: Artifact)(change: String => String): Unit =
    val before = Files.readString(artifact.file(".pom"))
    val after  = change(before)
    if after == before then throw IllegalStateException("the POM is as it was")
    Files.writeString(artifact.file(".pom"), after): Unit

object SmallRepository:
  val Version = "1.0.0"

  private def pom(artifact: Artifact): String =
    s"""|<?xml version="1.0" encoding="UTF-8"?>
        |<project xmlns="http://maven.apache.org/POM/4.0.0">
        |  <modelVersion>4.0.0</modelVersion>
        |  <groupId>${artifact.group}</groupId>
        |  <artifactId>${artifact.name}</artifactId>
        |  <version>${artifact.version}</version>
        |  <name>some</name>
        |  <description>Some description.</description>
        |  <url>https://example.org</url>
        |  <licenses><license><name>Apache-2.0</name><url>https://example.org/license</url></license></licenses>
        |  <developers><developer><name>Somebody</name></developer></developers>
        |  <scm><url>https://example.org</url><connection>scm:git:https://example.org/some.git</connection></scm>
        |  <properties><info.versionScheme>early-semver</info.versionScheme></properties>
        |  <dependencies></dependencies>
        |</project>
        |""".stripMargin
