package brine.journal.snapshot

import brine.codec.Codec
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.Unencodable
import brine.journal.storage.Storage
import com.sun.management.ThreadMXBean
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.UUID

class SnapshotWriterSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-snapshot-writer"),
    folder =>
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally files.close()
  )

  private def store(folder: Path) = FileSnapshots(Storage.disk, folder, UUID(1, 2))

  // 12 MiB, which are counted first and written then.
  private val large = Vector.tabulate(12_000)(number => s"$number ".repeat(200).take(1024))

  folder.test("a large part has the bytes that the codec writes"): folder =>
    val info    = store(folder).save("large", Offset(3), large).fold(error => fail(error.message), identity)
    val content = SnapshotContent()
    content.add(Codec.encodeBare(large))
    assertEquals((info.bytes, info.fingerprint), (content.bytes, content.fingerprint))
    assert(info.bytes > (10 << 20), info)
    assertEquals(store(folder).latest[Vector[String]]("large").map(_.get.state), Right(large))
    val parts = store(folder).saveParts("parts", Offset(3), Iterator(Vector("a"), large, Vector("b"), large))
    assertEquals(parts.map(_.parts), Right(4L))
    val read =
      store(folder).loadParts[Vector[String], Vector[Int]]("parts")(Vector.empty)((sizes, part) => sizes :+ part.size)
    assertEquals(read.map(_.get.state), Right(Vector(1, 12_000, 1, 12_000)))

  folder.test("a large part has no copy in memory"): folder =>
    val threads         = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
    def save(): Unit    = assert(store(folder).save("large", Offset(3), large).isRight)
    def allocated: Long = threads.getThreadAllocatedBytes(Thread.currentThread.threadId)
    save()
    val before = allocated
    save()
    val taken = allocated - before
    assert(taken < (8 << 20), s"$taken bytes were allocated to save some ${12 << 20}")

  folder.test("a part that has another length when it is encoded again is refused, and nothing is saved"): folder =>
    var count                          = 0
    val growing: Codec[Vector[String]] = summon[Codec[Vector[String]]].imap(identity): texts =>
      count += 1
      texts :+ "x" * count
    store(folder).save("large", Offset(3), large)(using growing) match
      case Left(Unencodable(0, problem)) => assert(problem.contains("nobody may change it"), problem)
      case other                         => fail(s"$other")
    assertEquals(store(folder).names, Vector.empty)
