package brine.dev.release

import java.nio.file.Files

class PomCheckSuite extends RepositoryFolder:
  private val name = s"brine-some_3-${SmallRepository.Version}.pom"

  private def problems(repository: SmallRepository, all: Artifact*): List[String] =
    PomCheck.problems(repository.some, repository.some :: all.toList)

  private def dependency(group: String, name: String, version: String): String =
    val number = if version.isEmpty then "" else s"<version>$version</version>"
    s"<dependency><groupId>$group</groupId><artifactId>$name</artifactId>$number</dependency>"

  private def depend(repository: SmallRepository)(group: String, name: String, version: String): Unit =
    repository.changePom(repository.some)(
      _.replace("<dependencies>", s"<dependencies>${dependency(group, name, version)}")
    )

  small.test("a complete POM has no problems"): repository =>
    assertEquals(problems(repository), Nil)

  for (element, path) <- List(
      "<name>some</name>"                                             -> "name",
      "<description>Some description.</description>"                  -> "description",
      "<url>https://example.org</url>\n"                              -> "url",
      "<name>Apache-2.0</name>"                                       -> "licenses/license/name",
      "<url>https://example.org/license</url>"                        -> "licenses/license/url",
      "<name>Somebody</name>"                                         -> "developers/developer/name",
      "<scm><url>https://example.org</url>"                           -> "scm/url",
      "<connection>scm:git:https://example.org/some.git</connection>" -> "scm/connection",
      "<info.versionScheme>early-semver</info.versionScheme>"         -> "properties/info.versionScheme"
    )
  do
    small.test(s"a POM without $path is reported"): repository =>
      repository.changePom(repository.some)(_.replace(element, if element.startsWith("<scm>") then "<scm>" else ""))
      assertEquals(problems(repository), List(s"$name has no $path"))

  small.test("a POM for another artifact is reported"): repository =>
    repository.changePom(repository.some)(_.replace("brine-some_3", "brine-other_3"))
    assertEquals(problems(repository), List(s"$name has the artifactId 'brine-other_3', not 'brine-some_3'"))
    repository.changePom(repository.some)(_.replace("brine-other_3", "brine-some_3").replace("1.0.0<", "1.0.1<"))
    assertEquals(problems(repository), List(s"$name has the version '1.0.1', not '1.0.0'"))

  for element <- List("repositories", "distributionManagement", "parent") do
    small.test(s"a POM with $element is reported"): repository =>
      repository.changePom(repository.some)(_.replace("<dependencies>", s"<$element></$element><dependencies>"))
      assertEquals(problems(repository), List(s"$name has $element"))

  small.test("a dependency on what is not published with it is reported"): repository =>
    depend(repository)("io.github.brine", "brine-other_3", "1.0.0")
    val missing = s"$name depends on io.github.brine:brine-other_3:1.0.0, which is not published with it"
    assertEquals(problems(repository), List(missing))
    assertEquals(problems(repository, repository.artifact("brine-other_3")), Nil)

  small.test("a dependency without a version or on a snapshot is reported"): repository =>
    depend(repository)("org.example", "released", "2.0")
    assertEquals(problems(repository), Nil)
    depend(repository)("org.example", "unknown", "")
    depend(repository)("org.example", "unfinished", "2.0-SNAPSHOT")
    val expected = Set(
      s"$name depends on org.example:unknown without a version",
      s"$name depends on the snapshot org.example:unfinished:2.0-SNAPSHOT"
    )
    assertEquals(problems(repository).toSet, expected)

  small.test("a file that is no XML is reported"): repository =>
    Files.writeString(repository.some.file(".pom"), "<project>")
    assert(clue(problems(repository)).head.startsWith(s"$name is not XML: "))
