package brine.journal.tools

import brine.codec.Compression
import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.Storage
import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Units whose checksums are right and that do not expand: damage, for everything that reads. */
class UnexpandableSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(2, "min")

  import JournalFixture.ok

  /** What calls itself DEFLATE; from some time on, it is not. */
  private final class Lying(lie: Array[Byte] => Array[Byte]) extends Compression:
    @volatile var lies                                               = false
    def kind: Int                                                    = Compression.Deflate.kind
    def name: String                                                 = "lies"
    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
      Compression.Deflate.compress(bytes, most).map(right => if lies then lie(right) else right)
    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      Compression.Deflate.expand(bytes, from, length, size)

  private val settings = JournalSettings(segmentSize = 1 << 20, compression = Compression.Deflate)

  private def append(journal: Journal, number: Int, size: Int = 50): Unit =
    ok(journal.append(s"s-${number % 3}", ExpectedVersion.Any, Seq(s"$number " * size), tags = Set("t")).await()): Unit

  private val lies = Map[String, Array[Byte] => Array[Byte]](
    "bytes of chance" -> (right => Array.tabulate(right.length)(i => (i * 37 + 11).toByte)),
    "cut short"       -> (right => right.take(right.length / 2)),
    "empty"           -> (_ => Array.emptyByteArray),
    "with more after" -> (right => right.map(byte => (byte ^ 1).toByte) :+ 1)
  )

  for (name, lie) <- lies; where <- Seq("last unit", "middle", "ended segment", "unit of several frames") do
    test(s"$name, in the $where"):
      TemporaryFolder.use: top =>
        val folder      = top.resolve("journal")
        val compression = Lying(lie)
        Using.resource(Journal.open(folder, settings.copy(compression = compression))): journal =>
          for i <- 1 to 10 do append(journal, i)
          compression.lies = true
          append(journal, 11, if where == "unit of several frames" then 40_000 else 50)
          compression.lies = false
          if where == "ended segment" then journal.endSegment()
          if where != "last unit" then for i <- 12 to 20 do append(journal, i)
        val left = if where == "last unit" then 10 else 19
        val file = SegmentFiles.list(Storage.disk, folder).head
        if where != "ended segment" then
          Journal.tryOpen(folder, settings) match
            case Left(error: OpenError.Corrupt) => check(error.message, file)
            case other                          => fail(s"opened: $other")
          assert(clue(JournalReader.tryOpen(folder, settings)).left.exists(_.isInstanceOf[OpenError.Corrupt]))
          assert(clue(JournalInfo.of(folder, settings)).isLeft)
        else
          Using.resource(ok(JournalReader.tryOpen(folder, settings))): reader =>
            assert(clue(reader.readAll[String]().toVector).left.exists(error => error.message.contains(file)))
            assert(clue(reader.readTagged[String]("t").toVector).left.exists(error => error.message.contains(file)))
        assert(clue(Statistics.of(folder, settings = settings)).left.exists(_.message.contains(file)))
        val found = ok(Verification.of(folder, settings))
        assertEquals(
          found.damages.flatMap(_.lost).map(lost => (lost.first, lost.last)),
          Vector((Offset(11), Offset(11)))
        )
        check(found.damages.head.message, file)
        assert(clue(Journal.restore(folder, top.resolve("no"), settings)).isLeft)
        // What is set aside is what was there.
        val before   = Files.readAllBytes(folder.resolve(file)).toVector
        val repaired = ok(ok(Repair.plan(folder, settings)).perform())
        assertEquals(repaired.damages, Vector.empty)
        val kept = Using.resource(Files.list(folder.resolve("quarantine")))(_.iterator.asScala.toVector)
        assert(kept.exists(copy => Files.readAllBytes(copy).toVector == before), kept.toString)
        Using.resource(Journal.open(folder, settings)): journal =>
          append(journal, 21)
          val read = ok(journal.readAll[String]().toVector)
          assertEquals(read.map(_.value.takeWhile(_ != ' ').toInt), ((1 to 10) ++ (12 to 20)).take(left).toVector :+ 21)

  private def check(message: String, file: String): Unit =
    assert(message.contains(file) && message.contains("cannot be expanded") && message.contains("byte "), message)

  test("a compression that throws for foreign bytes is damage as well"):
    TemporaryFolder.use: folder =>
      val right = new Compression:
        def kind: Int                                                    = 222
        def name: String                                                 = "throws"
        def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] = Compression.Deflate.compress(bytes, most)
        def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
          throw IllegalStateException("unfit")
      Using.resource(Journal.open(folder, settings.copy(compression = right)))(append(_, 1))
      val error = Journal.tryOpen(folder, settings.copy(compression = right)).left.toOption.get
      assert(clue(error).isInstanceOf[OpenError.Corrupt])
      assert(clue(error.message).contains("unfit"))
