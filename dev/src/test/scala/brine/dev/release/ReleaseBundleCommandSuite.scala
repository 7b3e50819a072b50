package brine.dev.release

import brine.commandline.Captured
import brine.dev.Checkout
import java.nio.file.{Files, Path}

/** The whole command, with a build that publishes a small repository. */
class ReleaseBundleCommandSuite extends SigningFolder:
  private val path = sys.env("PATH")

  private def run(home: Path, path: String = path)(arguments: String*): Captured[Int] =
    Captured(ReleaseBundleCommand(Checkout(home), path, gnupg.environment, "1.0.0-SNAPSHOT").run(arguments.toList))

  /** A checkout whose build notes what it was asked, and publishes. */
  private def checkout(repository: SmallRepository): Path =
    writeScript(
      repository.home.resolve("brine"),
      s"""|#!/bin/sh
          |cd "$$(dirname "$$0")"
          |for a; do echo "$$a"; done > asked
          |mkdir -p target/publication/1.0.0 && cp -R '${repository.repository}/.' target/publication/1.0.0
          |""".stripMargin
    )
    repository.home

  small.test("publishes with API documentation, and makes the bundle"): repository =>
    val home = checkout(repository)
    // An earlier run left something that is not published any more.
    write(home.resolve("target/publication/1.0.0/io/github/brine/brine-gone_3/1.0.0/brine-gone_3-1.0.0.jar"), "x")
    val ended = run(home)("--version", "1.0.0")
    assertEquals(ended.value, 0, ended.err)
    val file = home.resolve("target/release/brine-1.0.0-bundle.zip")
    assertEquals(ended.out, s"$file: 1 artifacts of version 1.0.0, signed and complete. Nothing was uploaded.\n")
    assert(Files.isRegularFile(file))
    val asked = Files.readString(home.resolve("asked")).linesIterator.toList
    val sets  = List("set ThisBuild / version := \"1.0.0\"", "set ThisBuild / Publishing.withDocs := true")
    assertEquals(asked, "sbt" :: sets ::: List("publishAll"))

  small.test("what is wrong is said, and an earlier bundle is not taken for this one"): repository =>
    val home = checkout(repository)
    val file = write(home.resolve("target/release/brine-1.0.0-bundle.zip"), "earlier")
    Files.delete(repository.some.file("-sources.jar"))
    val ended = run(home)("--version", "1.0.0")
    assertEquals(ended.value, 1)
    assertEquals(ended.err.linesIterator.toList.last, "brine: brine-some_3-1.0.0-sources.jar is missing")
    assert(!Files.exists(file))

  small.test("a build that fails makes no bundle"): repository =>
    val home = repository.home
    writeScript(home.resolve("brine"), "#!/bin/sh\necho '[error] (codec / doc) broken'\nexit 1\n")
    val ended = run(home)("--version", "1.0.0")
    assertEquals((ended.value, ended.out), (1, ""))
    assert(clue(ended.err).contains("brine: codec / doc: broken\n"))

  small.test("a snapshot, a missing gpg and an unknown key are refused before anything is built"): repository =>
    val home = checkout(repository)
    assertEquals(run(home)().value, 2)
    assertEquals(run(home, path = "")("--version", "1.0.0").value, 69)
    val unknown = run(home)("--version", "1.0.0", "--key", "nobody@example.org")
    assertEquals(unknown.value, 2)
    assert(clue(unknown.err).contains("gpg has no secret key 'nobody@example.org'"))
    assert(!Files.exists(home.resolve("asked")))
