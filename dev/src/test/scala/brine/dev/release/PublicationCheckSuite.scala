package brine.dev.release

import java.nio.file.Files

class PublicationCheckSuite extends RepositoryFolder:
  private def problems(repository: SmallRepository, withDocs: Boolean = true): List[String] =
    val artifacts = Artifact.in(repository.repository, SmallRepository.Version)
    PublicationCheck(repository.home, withDocs).problems(artifacts)

  small.test("a complete artifact has no problems"): repository =>
    assertEquals(problems(repository), Nil)

  small.test("nothing at all is a problem"): repository =>
    assertEquals(PublicationCheck(repository.home, withDocs = true).problems(Nil), List("no artifacts were published"))

  for ending <- Artifact.endings do
    small.test(s"an artifact without its $ending is reported"): repository =>
      Files.delete(repository.some.file(ending))
      // Its folder is still there as long as it has another file.
      assertEquals(problems(repository), List(s"brine-some_3-1.0.0$ending is missing"))
      val needsDocs = ending == "-javadoc.jar"
      assertEquals(problems(repository, withDocs = false).isEmpty, needsDocs)

  small.test("a POM with a problem is reported"): repository =>
    repository.changePom(repository.some)(_.replace("early-semver", ""))
    assertEquals(problems(repository), List("brine-some_3-1.0.0.pom has no properties/info.versionScheme"))

  for ending <- Artifact.endings.filter(_.endsWith(".jar")) :+ "-all.jar"; name <- List("LICENSE", "NOTICE") do
    small.test(s"a $name that is missing or another is reported for $ending"): repository =>
      val file    = repository.some.file(ending)
      val entries = List("some/Some.class", "some/Some.scala")
      val notices = Map("LICENSE" -> "the license", "NOTICE" -> "the notice")
      repository.jar(file, entries, Some("brine.some"), notices - name)
      assertEquals(problems(repository), List(s"${file.getFileName} has no META-INF/$name"))
      repository.jar(file, entries, Some("brine.some"), notices.updated(name, "changed"))
      assertEquals(problems(repository), List(s"META-INF/$name in ${file.getFileName} is another"))

  small.test("a jar that is broken is reported"): repository =>
    Files.writeString(repository.some.file("-sources.jar"), "not a jar")
    assert(clue(problems(repository)).head.startsWith("brine-some_3-1.0.0-sources.jar cannot be read as a jar: "))

  small.test("jars without classes, sources or a module name are reported"): repository =>
    repository.jar(repository.some.file(".jar"), Nil)
    repository.jar(repository.some.file("-sources.jar"), Nil)
    val expected = Set(
      "brine-some_3-1.0.0.jar has no classes",
      "brine-some_3-1.0.0-sources.jar has no sources",
      "brine-some_3-1.0.0.jar has no Automatic-Module-Name"
    )
    assertEquals(problems(repository).toSet, expected)

  small.test("an artifact for JavaScript needs no module name, and may have the packages of the other"): repository =>
    val js = repository.artifact("brine-some_sjs1_3")
    repository.add(js, "unused")
    repository.jar(js.file(".jar"), List("some/Some.class", "some/Some.sjsir"))
    assertEquals(problems(repository), Nil)

  small.test("a package or a module name that two artifacts have is reported"): repository =>
    repository.add(repository.artifact("brine-other_3"), "brine.other")
    assertEquals(problems(repository), List("package some is in brine-other_3 and brine-some_3"))
    repository.add(repository.artifact("brine-other_3"), "brine.some", packageName = "other")
    assertEquals(problems(repository), List("module name brine.some is in brine-other_3 and brine-some_3"))
    repository.add(repository.artifact("brine-other_3"), "brine.other", packageName = "other")
    assertEquals(problems(repository), Nil)
