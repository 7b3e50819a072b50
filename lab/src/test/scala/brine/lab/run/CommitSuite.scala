package brine.lab.run

import brine.lab.Fixtures
import java.nio.file.{Files, Path}

final class CommitSuite extends munit.FunSuite:
  private def git(folder: Path, arguments: String*): String =
    val identity = List("-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    val command  = List("git", "-C", folder.toString) ++ identity ++ arguments
    val process  = ProcessBuilder(command*).redirectErrorStream(true).start()
    val text     = String(process.getInputStream.readAllBytes(), "UTF-8").trim
    assertEquals(process.waitFor(), 0, s"${command.mkString(" ")}: $text")
    text

  /** A repository with one commit, and its id. */
  private def repository(folder: Path): String =
    Files.createDirectories(folder)
    git(folder, "init", "-q")
    Files.writeString(folder.resolve("file"), "one")
    git(folder, "add", "file")
    git(folder, "commit", "-q", "-m", "first")
    git(folder, "rev-parse", "HEAD")

  test("a checkout has its own commit, and is dirty once a file differs"):
    Fixtures.in("commit"): folder =>
      val id = repository(folder.resolve("brine"))
      assertEquals(Commit.of(folder.resolve("brine")), Commit(id, false))
      Files.writeString(folder.resolve("brine/file"), "two")
      assertEquals(Commit.of(folder.resolve("brine")), Commit(id, true))

  test("the folder of a run is no change, and other new files are"):
    Fixtures.in("commit"): folder =>
      val id = repository(folder)
      Files.writeString(Files.createDirectories(folder.resolve("my run")).resolve("results.jsonl"), "")
      assertEquals(Commit.of(folder), Commit(id, false))
      Files.writeString(Files.createDirectories(folder.resolve("run2")).resolve("run.lock"), "")
      assertEquals(Commit.of(folder), Commit(id, false))
      Files.writeString(Files.createDirectories(folder.resolve("src")).resolve("New.scala"), "")
      assertEquals(Commit.of(folder), Commit(id, true))

  test("a folder inside another repository is not at that one's commit, unless it is a checkout itself"):
    Fixtures.in("commit"): folder =>
      val outer  = repository(folder)
      val copied = Files.createDirectories(folder.resolve("copied/brine"))
      assertEquals(Commit.of(copied), Commit.none)
      val inner = repository(folder.resolve("cloned"))
      assertNotEquals(inner.isEmpty, true)
      assertEquals(Commit.of(folder.resolve("cloned")).id, inner)
      assertEquals(Commit.of(folder).id, outer)

  test("a folder without a commit, or that is absent, has none"):
    Fixtures.in("commit"): folder =>
      assertEquals(Commit.of(folder), Commit.none)
      git(folder, "init", "-q")
      assertEquals(Commit.of(folder), Commit.none)
      assertEquals(Commit.of(folder.resolve("absent")), Commit.none)

  test("the machine's environment names the commit of Brine, wherever the tests run"):
    val home        = Path.of(sys.props("brine.home"))
    val environment = Machine.environment
    assertEquals(environment("commit").str, Commit.of(home).id)
