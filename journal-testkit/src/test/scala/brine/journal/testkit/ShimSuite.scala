package brine.journal.testkit

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.util.Using

class ShimSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 2.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("brine-shim-test"), Folders.delete)

  private def probe(folder: Path, steps: String*)(settings: (String, String)*): (Vector[String], Int) =
    val file = folder.resolve("probe.seg").toString
    Using.resource(
      ChildJvm.start("brine.journal.testkit.ShimProbe", file +: steps, Shim.environment("*.seg", settings*))
    )(_.finish())

  folder.test("without a fault everything is as it was"): folder =>
    val (lines, code) = probe(folder, "write 1000", "gather 10", "append 5", "force")()
    assertEquals(lines, Vector("write 1000: ok", "gather 10: ok", "append 5: ok", "force: ok", "size: 1015"))
    assertEquals(code, 0)

  folder.test("the n-th force fails with an exception, and the next one succeeds: nothing in the JVM remembers"):
    folder =>
      val log        = folder.resolve("log")
      val (lines, _) = probe(folder, "force", "write 8", "force", "force")("SYNC" -> "2", "LOG" -> log.toString)
      assertEquals(lines, Vector("force: ok", "write 8: ok", "force: Input/output error", "force: ok", "size: 8"))
      assertEquals(Files.readString(log), "sync\n")

  folder.test("a torn write of each kind fails half-way"): folder =>
    for (kind, size) <- Seq("write" -> 500, "append" -> 500, "gather" -> 500) do
      val (lines, _) = probe(folder, s"$kind 1000")("WRITE" -> "1", "TORN" -> "error")
      assertEquals(lines, Vector(s"$kind 1000: Input/output error", s"size: $size"))
      Files.delete(folder.resolve("probe.seg"))

  folder.test("a short write is continued by who wrote it"): folder =>
    for kind <- Seq("write", "append", "gather") do
      val log        = folder.resolve(s"log-$kind")
      val (lines, _) = probe(folder, s"$kind 1000")("WRITE" -> "1", "TORN" -> "short", "LOG" -> log.toString)
      assertEquals(lines, Vector(s"$kind 1000: ok", "size: 1000"))
      assertEquals(Files.readString(log), "write\n")
      Files.delete(folder.resolve("probe.seg"))

  folder.test("a process dies in the middle of a write"): folder =>
    val (lines, code) = probe(folder, "write 10", "write 1000")("WRITE" -> "2", "TORN" -> "kill")
    assertEquals(lines, Vector("write 10: ok"))
    assertEquals(code, 137)
    assertEquals(Files.size(folder.resolve("probe.seg")), 510L)

  folder.test("space runs out after so many bytes, and comes back"): folder =>
    val release    = folder.resolve("release").toString
    val (lines, _) =
      probe(folder, "write 1000", "write 1000", s"touch $release", "write 10")("SPACE" -> "1500", "RELEASE" -> release)
    assertEquals(lines(1), "write 1000: No space left on device")
    assertEquals(lines.drop(3), Vector("write 10: ok", "size: 1510"))

  folder.test("nothing is struck before it is armed, nor in other files"): folder =>
    val arm        = folder.resolve("arm").toString
    val (lines, _) = probe(folder, "force", s"touch $arm", "force")("SYNC" -> "1", "ARM" -> arm)
    assertEquals(lines.filter(_.startsWith("force")), Vector("force: ok", "force: Input/output error"))
    val other = folder.resolve("probe.other").toString
    Using.resource(
      ChildJvm.start("brine.journal.testkit.ShimProbe", Seq(other, "force"), Shim.environment("*.seg", "SYNC" -> "1"))
    ): child =>
      assertEquals(child.finish()._1.head, "force: ok")
