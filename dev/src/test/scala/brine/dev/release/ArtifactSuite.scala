package brine.dev.release

import java.nio.file.Files

class ArtifactSuite extends RepositoryFolder:
  small.test("artifacts of a version are found by their folders, in order of their names"): repository =>
    val more = List("brine-another_3", "brine-some_sjs1_3").map(repository.artifact)
    more.foreach(repository.add(_, "brine.another"))
    val found = Artifact.in(repository.repository, SmallRepository.Version)
    assertEquals(found, List(more.head, repository.some, more.last))
    assertEquals(found.map(_.isJs), List(false, false, true))
    assertEquals(found.head.file("-sources.jar").getFileName.toString, "brine-another_3-1.0.0-sources.jar")

  small.test("other versions are not found, and nothing in a folder that is missing"): repository =>
    assertEquals(Artifact.in(repository.repository, "1.0.1"), Nil)
    assertEquals(Artifact.in(repository.repository.resolve("missing"), SmallRepository.Version), Nil)

  small.test("signatures and checksums are not signed themselves"): repository =>
    val before = RepositoryFiles.signed(repository.repository)
    assertEquals(before.map(_.getFileName.toString).size, Artifact.endings.size)
    for ending <- List(".asc", ".md5", ".sha1", ".sha256", ".sha512") do
      Files.writeString(repository.some.file(s".jar$ending"), "x")
    assertEquals(RepositoryFiles.signed(repository.repository), before)
    assertEquals(RepositoryFiles.all(repository.repository).size, before.size + 5)
