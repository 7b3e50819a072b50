package brine.dev.release

import java.nio.file.{Files, Path}
import java.util.zip.ZipFile
import scala.jdk.CollectionConverters.*
import scala.util.Using

class ReleaseBundleSuite extends SigningFolder:
  private def bundleOf(repository: SmallRepository): Path = repository.home.resolve("release/bundle.zip")

  private def make(repository: SmallRepository): Either[List[String], Int] =
    ReleaseBundle(repository.home, gpg).make(repository.repository, SmallRepository.Version, bundleOf(repository))

  private def problems(repository: SmallRepository): List[String] =
    ReleaseBundle(repository.home, gpg).problems(repository.repository)

  private def entries(zip: Path): Set[String] =
    Using.resource(ZipFile(zip.toFile))(_.entries.asScala.map(_.getName).toSet)

  small.test("a complete repository is signed, checked and zipped"): repository =>
    assertEquals(make(repository), Right(1))
    val derived  = List("", ".asc", ".md5", ".sha1", ".sha256", ".sha512")
    val expected =
      for ending <- Artifact.endings; more <- derived
      yield s"io/github/brine/brine-some_3/1.0.0/brine-some_3-1.0.0$ending$more"
    assertEquals(entries(bundleOf(repository)), expected.toSet)
    assertEquals(problems(repository), Nil)
    assertEquals(make(repository), Right(1), "again")

  /** Each single lack, with what is reported. */
  private val lacks = List[(String, SmallRepository => Unit, String)](
    (
      "sources are missing",
      repository => Files.delete(repository.some.file("-sources.jar")),
      "brine-some_3-1.0.0-sources.jar is missing"
    ),
    (
      "API documentation is missing",
      repository => Files.delete(repository.some.file("-javadoc.jar")),
      "brine-some_3-1.0.0-javadoc.jar is missing"
    ),
    (
      "the POM has no scm",
      repository =>
        repository.changePom(repository.some)(
          _.replace("<connection>scm:git:https://example.org/some.git</connection>", "")
        ),
      "brine-some_3-1.0.0.pom has no scm/connection"
    ),
    (
      "a jar has another license",
      repository =>
        repository.jar(
          repository.some.file("-javadoc.jar"),
          List("index.html"),
          notices = Map("LICENSE" -> "another", "NOTICE" -> "the notice")
        ),
      "META-INF/LICENSE in brine-some_3-1.0.0-javadoc.jar is another"
    ),
    (
      "there is a file of another version",
      repository =>
        write(repository.repository.resolve("io/github/brine/brine-some_3/0.9.0/brine-some_3-0.9.0.jar"), "x"): Unit,
      "io/github/brine/brine-some_3/0.9.0/brine-some_3-0.9.0.jar is no part of version 1.0.0"
    ),
    (
      "there is a file of another version in the folder of this one",
      repository => write(repository.some.folder.resolve("brine-some_3-0.9.0.pom"), "x"): Unit,
      "io/github/brine/brine-some_3/1.0.0/brine-some_3-0.9.0.pom is no part of version 1.0.0"
    ),
    (
      "there is API documentation of tests",
      repository => repository.jar(repository.some.file("-tests-javadoc.jar"), List("index.html")),
      "io/github/brine/brine-some_3/1.0.0/brine-some_3-1.0.0-tests-javadoc.jar is no part of version 1.0.0"
    ),
    (
      "there is a checksum without its file",
      repository => write(repository.some.file("-old.jar.md5"), "x"): Unit,
      "io/github/brine/brine-some_3/1.0.0/brine-some_3-1.0.0-old.jar.md5 is no part of version 1.0.0"
    )
  )

  for (lack, takeAway, reported) <- lacks do
    small.test(s"$lack: reported, and no bundle is made"): repository =>
      takeAway(repository)
      assertEquals(make(repository), Left(List(reported)))
      assert(!Files.exists(bundleOf(repository)))

  small.test("what cannot be signed is reported once, and no bundle is made"): repository =>
    val keyless = Gpg(Some("nobody@example.org"), gnupg.environment)
    val made    = ReleaseBundle(repository.home, keyless)
      .make(repository.repository, SmallRepository.Version, bundleOf(repository))
    assert(clue(made).left.exists(problems => problems.size == 1 && problems.head.startsWith("gpg did not sign ")))
    assert(!Files.exists(bundleOf(repository)))

  small.test("a signature or checksum that is missing or wrong is reported by its name"): repository =>
    assertEquals(make(repository), Right(1))
    val jar = repository.some.file(".jar")
    Checksum.Sha256.write(repository.some.file(".pom"))
    assertEquals(problems(repository), Nil)

    Files.writeString(Checksum.Sha1.beside(jar), "0" * 40)
    assertEquals(problems(repository), List("brine-some_3-1.0.0.jar.sha1 is not the checksum of the file"))
    Checksum.Sha1.write(jar)

    Files.delete(Checksum.Sha512.beside(jar))
    assertEquals(problems(repository), List("brine-some_3-1.0.0.jar.sha512 is missing"))
    Checksum.Sha512.write(jar)

    Files.copy(
      Gpg.signature(repository.some.file(".pom")),
      Gpg.signature(jar),
      java.nio.file.StandardCopyOption.REPLACE_EXISTING
    )
    assert(clue(problems(repository)).head.startsWith("the signature of brine-some_3-1.0.0.jar is not valid: "))
    Files.delete(Gpg.signature(jar))
    assertEquals(problems(repository), List("brine-some_3-1.0.0.jar.asc is missing"))
