package brine.consumers

import brine.dev.release.{Artifact, PublicationCheck}
import java.nio.file.Files
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** What the build publishes: all modules that are meant to be, complete, and nothing else. */
class PublicationSuite extends FunSuite:
  private val artifacts = Artifact.in(Places.publication, Places.version)

  private val jvm =
    List("codec", "codec-testkit", "codec-zstd", "actor", "actor-testkit", "journal", "journal-testkit") ++
      List("store-jdbc", "entity", "entity-testkit", "pekko", "command-line", "cli")
  private val js = List("codec", "codec-testkit")

  test("the artifacts are those of the published modules, and none of the root"):
    val expected = jvm.map(name => s"brine-${name}_3") ++ js.map(name => s"brine-${name}_sjs1_3")
    assertEquals(artifacts.map(_.name), expected.sorted)
    assertEquals(artifacts.map(_.group).distinct, List("io.github.brine"))

  test("nothing else is published, such as jars of tests"):
    val walked = Files.walk(Places.publication)
    try
      val isDerived = List(".md5", ".sha1")
      val files     = walked
        .filter(Files.isRegularFile(_))
        .iterator
        .asScala
        .filterNot(file => isDerived.exists(file.toString.endsWith))
        .toSet
      val program  = artifacts.filter(_.name == "brine-cli_3").map(_.file("-all.jar"))
      val expected = artifacts.flatMap(one => List(".pom", ".jar", "-sources.jar").map(one.file)) ::: program
      assertEquals(files, expected.toSet)
    finally walked.close()

  test("they have all that a public repository and their users need"):
    assertEquals(PublicationCheck(Places.home, withDocs = false).problems(artifacts), Nil)

  for (name, page) <- List("README.md" -> Places.readme, "docs/getting-started.md" -> Places.gettingStarted) do
    test(s"$name: every artifact to depend on is one of them"):
      val named = Page.read(page).artifacts
      assert(named.sizeIs > 2, named)
      for (artifact, version) <- named do
        assert(artifacts.exists(one => one.name == artifact && one.version == version), s"$artifact $version")

  test("every page names the version that is published, where it names one to depend on"):
    val Coordinates = "io\\.github\\.brine[^`\n]*?(\\d+\\.\\d+\\.\\d+(?:-[A-Z0-9]+)?)".r
    val pages       = Places.pages
    val named       = pages.flatMap: page =>
      Coordinates.findAllMatchIn(Files.readString(page)).map(found => (Places.home.relativize(page), found.group(1)))
    assert(named.sizeIs > 10, named)
    assertEquals(named.filterNot(_._2 == Places.version), Nil)
