package brine.journal.snapshot

import brine.effort.Effort
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import brine.journal.snapshot.SnapshotFormat.*
import brine.journal.snapshot.FileSnapshotsSuite.{folder, memory, orFail, reopened, succeeds}
import brine.journal.storage.MemoryStorage

import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.time.temporal.ChronoUnit.MICROS
import java.time.{Clock, Instant, ZoneOffset}
import java.util.{HexFormat, UUID}

class SnapshotDamageSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val file = folder.resolve(f"${5}%020d-state.snap")

  /** A snapshot of the given number of bytes in parts of 1000. */
  private def saved(bytes: Int): (MemoryStorage, SnapshotStore, Array[Byte]) =
    val (storage, store) = memory()
    store.saveParts("state", Offset(5), Iterator.range(0, bytes).map(_.toByte).grouped(1000).map(_.toVector)).succeeds()
    (storage, store, storage.bytes(file))

  private def load(store: SnapshotStore) = store.loadParts[Vector[Byte], Int]("state")(0)(_ + _.size)

  private def assertFound(storage: MemoryStorage, store: SnapshotStore, damaged: Array[Byte], what: => String): Unit =
    storage.put(file, damaged)
    store.verify("state", Offset(5)) match
      case Left(_: Damaged) => ()
      case other            => fail(s"$what: $other")
    assert(load(store).isLeft, what)

  for (name, size, step) <- Seq(("none", 0, 1), ("one", 5_000, 1), ("three", 150_000, 61)) do
    test(s"every byte changed is found, of a file with $name chunks"):
      val (storage, store, bytes) = saved(size)
      for at <- 0 until bytes.length by step * Effort.bytesPerChange; change <- Seq(1, 0x80, 0xff) do
        val damaged = bytes.clone
        damaged(at) = (damaged(at) ^ change).toByte
        assertFound(storage, store, damaged, s"byte $at xor $change")
      storage.put(file, bytes)
      assertEquals(load(store).orFail.get.state, size)

    test(s"a file with $name chunks that is cut is found, at every length"):
      val (storage, store, bytes) = saved(size)
      for length <- 0 until bytes.length by step * Effort.bytesPerChange do
        assertFound(storage, store, bytes.take(length), s"cut to $length")
        assertFound(storage, store, bytes.take(length).padTo(bytes.length, 0.toByte), s"zeros from $length on")

  test("a file with bytes after its end is found"):
    val (storage, store, bytes) = saved(5_000)
    assertFound(storage, store, bytes :+ 0.toByte, "one more byte")
    assertFound(storage, store, bytes ++ bytes, "twice the file")

  test("chunks that changed places are found, within a file and between files"):
    val (storage, store, bytes)             = saved(250_000)
    def chunk(of: Array[Byte], number: Int) =
      of.slice(HeaderSize + number * ChunkSize, HeaderSize + (number + 1) * ChunkSize)
    def replaced(number: Int, by: Array[Byte]) = bytes.patch(HeaderSize + number * ChunkSize, by, ChunkSize)
    assertFound(storage, store, replaced(0, chunk(bytes, 1)), "the second chunk instead of the first")
    val swapped = replaced(0, chunk(bytes, 1)).patch(HeaderSize + ChunkSize, chunk(bytes, 0), ChunkSize)
    assertFound(storage, store, swapped, "two chunks changed places")
    val (_, _, other) = saved(250_000)
    assertFound(storage, store, replaced(1, chunk(other, 1)), "a chunk of another file of the same content")
    val footer = Footer.size(ByteBuffer.wrap(bytes.takeRight(TrailerSize))).get.toInt
    assertFound(storage, store, bytes.dropRight(footer) ++ other.takeRight(footer), "the footer of another file")

  test("a file under the name of another snapshot is found"):
    val (storage, store, bytes) = saved(100)
    storage.put(folder.resolve(f"${6}%020d-state.snap"), bytes)
    storage.put(folder.resolve(f"${5}%020d-other.snap"), bytes)
    assert(store.verify("state", Offset(6)).left.exists { case _: Damaged => true; case _ => false })
    assert(store.verify("other", Offset(5)).left.exists { case _: Damaged => true; case _ => false })

  test("a later format version is told as such"):
    val (storage, store, bytes) = saved(100)
    val header                  = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN)
    header.putInt(8, 2).putInt(HeaderSize - 4, crc(bytes, 0, HeaderSize - 4))
    storage.put(file, bytes)
    assertEquals(store.verify("state", Offset(5)), Left(FutureVersion(file.toString, 2, 1)))

  test("a footer whose counts are wrong, though its checksum is right, is found"):
    val (storage, store, bytes) = saved(150_000)
    val size                    = Footer.size(ByteBuffer.wrap(bytes.takeRight(TrailerSize))).get.toInt
    val salt                    = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).getLong(40)
    val footer                  = Footer.read(bytes.takeRight(size), salt).fold(fail(_), identity)
    for wrong <- Seq(
        footer.copy(parts = footer.parts + 1),
        footer.copy(parts = footer.parts - 1),
        footer.copy(parts = 0),
        footer.copy(parts = -1),
        footer.copy(bytes = footer.bytes - 1),
        footer.copy(bytes = Long.MaxValue),
        footer.copy(bytes = -1),
        footer.copy(chunks = footer.chunks + 1),
        footer.copy(fingerprint = footer.fingerprint ^ 1),
        footer.copy(schema = Array(77.toByte))
      )
    do assertFound(storage, store, bytes.dropRight(size) ++ wrong.toBytes(salt), s"$wrong")

  test("damage that shows up late makes the fold begin anew, on the older snapshot"):
    val (storage, store, _) = saved(150_000)
    val newer               = folder.resolve(f"${6}%020d-state.snap")
    store.saveParts("state", Offset(6), Iterator.fill(200)(Vector.fill(1000)(1.toByte))).succeeds()
    val bytes = storage.bytes(newer)
    bytes(HeaderSize + 3 * ChunkSize) = (bytes(HeaderSize + 3 * ChunkSize) ^ 1).toByte
    storage.put(newer, bytes)
    var zeros = 0
    val found = store
      .loadParts[Vector[Byte], Int]("state") {
        zeros += 1
        0
      }(_ + _.size)
      .orFail
      .get
    assertEquals(zeros, 2)
    assertEquals(found.state, 150_000)
    assertEquals(found.offset, Offset(5))
    assertEquals(
      found.skipped.map { case Damaged(path, position, _) => Some((path, position)); case _ => None },
      Vector(Some((newer.toString, (HeaderSize + 3 * ChunkSize).toLong)))
    )

  test("a crash at every operation of a save leaves what was there, and the next save works"):
    val operations =
      val (storage, store) = memory()
      for offset <- 1 to 3 do store.save("state", Offset(offset), Vector.fill(40_000)(offset)).succeeds()
      val before = storage.changes
      store.save("state", Offset(4), Vector.fill(40_000)(4)).succeeds()
      storage.changes - before
    assert(operations >= 7, s"$operations operations")
    var old, young = 0
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val (storage, store) = memory()
      for offset <- 1 to 3 do store.save("state", Offset(offset), Vector.fill(40_000)(offset)).succeeds()
      storage.failFrom = storage.changes + crash
      val result = store.save("state", Offset(4), Vector.fill(40_000)(4))
      val after  = storage.afterCrash(everything)
      val again  = reopened(after)
      val found  = again.latest[Vector[Int]]("state").orFail.get
      val what   = s"failure of operation $crash, ${if everything then "everything" else "only what was forced"} left"
      assertEquals(found.skipped, Vector.empty, what)
      assertEquals(found.state, Vector.fill(40_000)(found.offset.sequence.toInt), what)
      assert(if result.isRight then found.offset.sequence == 4 else Set(3L, 4L)(found.offset.sequence), what)
      assert(again.offsets("state").count(again.verify("state", _).isRight) >= 2, what)
      if found.offset.sequence == 3 then old += 1 else young += 1
      again.save("state", Offset(5), Vector(5)).succeeds()
      assertEquals(again.latest[Vector[Int]]("state").orFail.get.offset, Offset(5), what)
      assertEquals(after.list(folder).filter(_.endsWith(".part")), Vector.empty, what)
    assert(old > 0 && young > 0, s"$old old, $young young")

  test("a file system that fails is an error, and the thread may go on"):
    val (storage, store) = memory()
    store.save("state", Offset(1), 1).succeeds()
    storage.failFrom = storage.changes
    assert(store.save("state", Offset(2), 2).left.exists { case _: Failed => true; case _ => false })
    storage.failFrom = Int.MaxValue
    assertEquals(store.latest[Int]("state").orFail.get.state, 1)
    store.save("state", Offset(2), 2).succeeds()
    assertEquals(store.latest[Int]("state").orFail.get.state, 2)

  test("the bytes of a snapshot, as they are in version 1"):
    val storage = MemoryStorage()
    val clock   = Clock.fixed(Instant.EPOCH.plus(7, MICROS), ZoneOffset.UTC)
    FileSnapshots(storage, folder, UUID(1, 2), clock, () => 6)
      .saveParts("ab", Offset(5), Iterator("x", "yz"))
      .succeeds()
    assertEquals(HexFormat.of.formatHex(storage.bytes(folder.resolve(f"${5}%020d-ab.snap"))), golden)

  private val golden =
    "42726e65536e7031010000008800000001000000000000000200000000000000050000000000000006000000000000000700000000000000" +
      "0100000002000000" +
      "61620000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" +
      "00000000812b9b10" +
      "070000001c6dd43102c17803c2797a" +
      "0700000000000000010000000000000002000000000000000ee7a0f056ee22b503000000010009" +
      "270000003dceca136e65536e70456e64"
