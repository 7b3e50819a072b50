package brine.lab.catalog

import brine.lab.studies.Study
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

final class StudiesSuite extends munit.FunSuite:
  private val sources = Path.of("lab/src/main/scala/brine/lab/studies")

  /** The studies that have a folder: objects named `…Study` in it. */
  private def inFolders: Set[String] =
    Using.resource(Files.walk(sources)): files =>
      files.iterator.asScala
        .filter(_.getFileName.toString.endsWith("Study.scala"))
        .filter(file => Files.readString(file).linesIterator.exists(_.matches("object \\w+Study extends .*Study.*")))
        .map(_.getFileName.toString.stripSuffix(".scala"))
        .toSet

  private def objectName(study: Study): String = study.getClass.getSimpleName.stripSuffix("$")

  test("every study that has a folder is listed, each once"):
    assertEquals(Studies.all.map(objectName).toSet, inFolders)
    assertEquals(Studies.all.map(_.name).distinct.size, Studies.all.size)

  test("a study is found by its name as it is typed, and by nothing else"):
    for study <- Studies.all do assertEquals(Studies.named(study.name).map(objectName), Some(objectName(study)))
    for other <- List("", "Site", "site ", "sites", "all") do assertEquals(Studies.named(other), None, other)

  test("the folder of a study has its name, as the section of the page has"):
    for study <- Studies.all do
      assert(Files.isRegularFile(sources.resolve(study.name).resolve(s"${objectName(study)}.scala")), study.name)

  test("the launcher builds every part that a study needs, and names every study in its help"):
    val parts = Files.readString(Path.of("help/build.txt"))
    val help  = Files.readString(Path.of("help/lab.txt"))
    for study <- Studies.all do
      assert(study.parts.nonEmpty, study.name)
      for part <- study.parts do assert(s"\\b$part\\b".r.findFirstIn(parts).nonEmpty, s"${study.name} needs $part")
      assert(s"\\b${study.name}\\b".r.findFirstIn(help).nonEmpty, study.name)
