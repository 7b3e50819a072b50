package brine.journal.testkit

import brine.journal.storage.StorageFile
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.ClosedChannelException
import java.nio.file.{AccessDeniedException, FileAlreadyExistsException, NoSuchFileException, Path}
import java.util.SplittableRandom
import scala.util.Using

class FaultStorageSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder = Path.of("/data").toAbsolutePath
  private val a      = folder.resolve("a")
  private val b      = folder.resolve("b")

  private def bytes(length: Int, value: Int)                                 = Array.fill(length)(value.toByte)
  private def write(file: StorageFile, at: Long, content: Array[Byte]): Unit = file.write(ByteBuffer.wrap(content), at)
  private def contents(storage: FaultStorage, file: Path)                    = storage.bytes(file).toSeq

  /** A storage with a safe folder, and a safe file `a` of four sectors of ones. */
  private def prepared(seed: Long = 1): FaultStorage =
    val storage = FaultStorage(seed)
    storage.createFolder(folder)
    Using.resource(storage.create(a)): file =>
      write(file, 0, bytes(2048, 1))
      file.force()
    storage.forceFolder(folder.getParent)
    storage.forceFolder(folder)
    storage

  private def crashes(storage: FaultStorage): Iterator[FaultStorage] = Iterator.range(0, 300).map(storage.crash(_))

  test("reads show what was written, whether forced or not"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      write(file, 100, bytes(3, 7))
      val read = ByteBuffer.allocate(5)
      assertEquals(file.read(read, 99), 5)
      assertEquals(read.array.toSeq, Seq[Byte](1, 7, 7, 7, 1))
      write(file, 10_000, bytes(1, 9))
      assertEquals(file.size, 10_001L)
      assertEquals(file.read(ByteBuffer.allocate(10), 9_999), 2)
      assertEquals(file.read(ByteBuffer.allocate(10), 10_001), 0)
    assertEquals(contents(storage, a).count(_ != 0), 2049)

  test("what was forced is there after every crash"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      write(file, 512, bytes(512, 2))
      file.force()
      write(file, 1024, bytes(512, 3))
    for disk <- crashes(storage) do
      val found = contents(disk, a)
      assertEquals(found.take(512), bytes(512, 1).toSeq)
      assertEquals(found.slice(512, 1024), bytes(512, 2).toSeq)

  test("sectors of a write survive a crash in any subset, each whole"):
    val storage = prepared()
    Using.resource(storage.openWrite(a))(write(_, 0, bytes(2048, 2)))
    val seen = crashes(storage)
      .map: disk =>
        contents(disk, a)
          .grouped(512)
          .map: sector =>
            assertEquals(sector.distinct.size, 1)
            sector.head
          .toSeq
      .toSet
    assertEquals(seen.size, 16)
    assertEquals(storage.pendingSectors, 4)

  test("of several writes to a sector, any number of the first survive"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      for value <- 2 to 4 do write(file, 0, bytes(512, value))
    assertEquals(crashes(storage).map(contents(_, a).head.toInt).toSet, Set(1, 2, 3, 4))

  test("all subsets of pending sectors can be had one by one"):
    val storage = prepared()
    Using.resource(storage.openWrite(a))(write(_, 0, bytes(2048, 2)))
    for sectors <- 0L until 16L do
      val found = contents(storage.crash(sectors, changes = true), a).grouped(512).map(_.head).toSeq
      assertEquals(found, Seq.tabulate(4)(n => if (sectors >> n & 1) == 1 then 2.toByte else 1.toByte))

  test("the length of a file is safe when it is forced, and not before"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      write(file, 4096, bytes(512, 2))
      val lengths = crashes(storage).map(contents(_, a).size).toSet
      assertEquals(lengths, Set(2048, 4608))
      file.force()
      assertEquals(crashes(storage).map(contents(_, a).size).toSet, Set(4608))
      file.truncate(100)
      assertEquals(file.size, 100L)
      assertEquals(crashes(storage).map(contents(_, a).size).toSet, Set(100, 4608))

  test("what was cut off does not come back"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      file.truncate(10)
      write(file, 2000, bytes(48, 5))
      assertEquals(contents(storage, a).slice(10, 2000).toSet, Set(0.toByte))
      file.force()
    for disk <- crashes(storage) do assertEquals(contents(disk, a).slice(10, 2000).toSet, Set(0.toByte))

  test("a new name is safe when its folder is forced; forcing the file is not enough"):
    val storage = prepared()
    Using.resource(storage.create(b)): file =>
      write(file, 0, bytes(10, 3))
      file.force()
    assertEquals(crashes(storage).map(_.exists(b)).toSet, Set(true, false))
    storage.forceFolder(folder)
    assert(crashes(storage).forall(disk => disk.exists(b) && contents(disk, b) == bytes(10, 3).toSeq))
    assertEquals(storage.pendingChanges, 0)

  test("a folder whose name is lost takes everything in it along"):
    val storage = prepared()
    val inner   = folder.resolve("inner")
    storage.createFolder(inner)
    storage.create(inner.resolve("c")).close()
    storage.forceFolder(inner)
    val found = crashes(storage).map(disk => (disk.exists(inner), disk.exists(inner.resolve("c")))).toSet
    assertEquals(found, Set((true, true), (false, false)))

  test(
    "a rename that is not forced leaves the old or the new name, never both or none, and the replaced file or the new one"
  ):
    val storage = prepared()
    Using.resource(storage.create(b)): file =>
      write(file, 0, bytes(512, 2))
      file.force()
    storage.forceFolder(folder)
    storage.move(b, a)
    assertEquals(storage.list(folder), Vector("a"))
    val found = crashes(storage).map(disk => (disk.list(folder), contents(disk, a).head.toInt)).toSet
    assertEquals(found, Set((Vector("a", "b"), 1), (Vector("a"), 2)))

  test("changes at one name survive in their order, at others in any"):
    val storage = prepared()
    storage.delete(a)
    storage.create(b).close()
    storage.move(b, a)
    val found = crashes(storage).map(disk => (disk.exists(a), disk.exists(b))).toSet
    // Never both gone after a rename, and no rename without the creation.
    assertEquals(found, Set((true, false), (false, false), (false, true), (true, true)))
    storage.forceFolder(folder)
    assert(crashes(storage).forall(disk => disk.list(folder) == Vector("a") && contents(disk, a).isEmpty))

  test("a rename between folders is safe when one of them is"):
    for forced <- Seq(folder, folder.resolve("inner")) do
      val storage = prepared()
      storage.createFolder(folder.resolve("inner"))
      storage.forceFolder(folder)
      storage.move(a, folder.resolve("inner").resolve("a"))
      storage.forceFolder(forced)
      assert(crashes(storage).forall(disk => !disk.exists(a) && disk.exists(folder.resolve("inner").resolve("a"))))

  test("killing the process loses locks and open files only"):
    val storage = prepared()
    val file    = storage.openWrite(a)
    write(file, 0, bytes(512, 9))
    assert(storage.lock(b).nonEmpty)
    assert(storage.lock(b).isEmpty)
    val next = storage.processKill()
    assertEquals(contents(next, a), contents(storage, a))
    assert(next.lock(b).nonEmpty)
    assertEquals(crashes(next).map(contents(_, a).head.toInt).toSet, Set(1, 9))
    write(file, 0, bytes(512, 4))
    assertEquals(contents(next, a).head, 9.toByte, "the killed one changed its successor")

  test("a lock is free again when it is closed"):
    val storage = prepared()
    val lock    = storage.lock(b).get
    lock.close()
    assert(storage.lock(b).nonEmpty)

  test("a failed force saves some sectors, and the next one saves no more of them"):
    val found = (0 until 200).map: seed =>
      val storage = prepared(seed)
      Using.resource(storage.openWrite(a)): file =>
        write(file, 0, bytes(2048, 2))
        storage.inject(Fault.FailedForce())
        intercept[IOException](file.force())
        file.force()
        assertEquals(storage.pendingSectors, 0)
      assertEquals(storage.faults, Vector(Fault.FailedForce()))
      (contents(storage, a).toSet.size, crashes(storage).map(contents(_, a)).toSet.size)
    assertEquals(found.map(_._2).toSet, Set(1), "what is on the disk after a failed force is settled")
    assert(found.exists(_._1 == 1) && found.exists(_._1 == 2), "unsaved sectors are seen on, or gone from sight")

  test("the n-th write fails, after some of its sectors"):
    val storage = prepared()
    Using.resource(storage.openWrite(a)): file =>
      storage.inject(Fault.FailedWrite(after = 2), _ == a)
      write(file, 0, bytes(512, 2))
      Using.resource(storage.create(b))(write(_, 0, bytes(512, 2)))
      write(file, 512, bytes(512, 2))
      intercept[IOException](write(file, 0, bytes(2048, 3)))
      write(file, 0, bytes(512, 4))
    assertEquals(storage.faults, Vector(Fault.FailedWrite(2)))

  test("reads, forces of folders and changes of folders fail when told to"):
    val storage = prepared()
    storage.inject(Fault.FailedRead())
    storage.inject(Fault.FailedForceFolder())
    storage.inject(Fault.FailedChange())
    Using.resource(storage.openRead(a)): file =>
      intercept[IOException](file.read(ByteBuffer.allocate(1), 0))
      assertEquals(file.read(ByteBuffer.allocate(1), 0), 1)
    intercept[IOException](storage.create(b))
    assert(!storage.exists(b))
    storage.create(b).close()
    intercept[IOException](storage.forceFolder(folder))
    assert(crashes(storage).exists(!_.exists(b)))
    storage.forceFolder(folder)
    assert(crashes(storage).forall(_.exists(b)))

  test("a lost write is seen until a crash, forced or not"):
    val storage = prepared()
    storage.inject(Fault.LostWrite())
    Using.resource(storage.openWrite(a)): file =>
      write(file, 0, bytes(512, 2))
      write(file, 512, bytes(512, 2))
      file.force()
    assertEquals(contents(storage, a).take(1024).toSet, Set(2.toByte))
    for disk <- crashes(storage) do assertEquals(contents(disk, a).take(1024), (bytes(512, 1) ++ bytes(512, 2)).toSeq)

  test("a torn write keeps its beginning or its end, cut between sectors if it has several"):
    for seed <- 0 until 50; sectors <- Seq(1, 3) do
      val storage = prepared(seed)
      storage.inject(Fault.TornWrite())
      Using.resource(storage.openWrite(a)): file =>
        write(file, 0, bytes(512 * sectors, 2))
        file.force()
      val found = contents(storage.crash(seed), a).take(512 * sectors)
      assertEquals(found.toSet, Set[Byte](1, 2))
      assertEquals(found.sliding(2).count(pair => pair(0) != pair(1)), 1)
      if sectors > 1 then assertEquals(found.count(_ == 2) % 512, 0)

  test("a misdirected write lands elsewhere, a duplicated one in both places"):
    for seed <- 0 until 50 do
      for (fault, there) <- Seq(Fault.MisdirectedWrite() -> false, Fault.DuplicatedWrite() -> true) do
        val storage = prepared(seed)
        storage.inject(fault)
        Using.resource(storage.openWrite(a)): file =>
          write(file, 512, bytes(512, 2))
          file.force()
        val sectors = contents(storage.crash(seed), a).grouped(512).map(_.head == 2).toSeq
        assertEquals(sectors(1), there)
        assertEquals(sectors.count(identity), if there then 2 else 1)

  test("a write ends where space does, overwriting needs none, and space can be given back"):
    val storage = prepared()
    storage.limitSpace(4096)
    assertEquals(storage.usableSpace(folder), 4096L)
    Using.resource(storage.create(b)): file =>
      val error = intercept[IOException](write(file, 0, bytes(10_000, 3)))
      assert(error.getMessage.endsWith("No space left on device"), error.getMessage)
      assertEquals(file.size, 4096L)
      write(file, 0, bytes(4096, 4))
      storage.addSpace(8192)
      write(file, 0, bytes(10_000, 5))
      assertEquals(storage.usableSpace(folder), 0L)
    storage.delete(b)
    assertEquals(storage.usableSpace(folder), 12_288L)

  test("a safe file of zeros has its space after a power cut, too"):
    val storage = prepared()
    Using.resource(storage.create(b)): file =>
      write(file, 0, bytes(10_000, 0))
      file.force()
    storage.forceFolder(folder)
    val after = storage.crash(sectors = 0, changes = false)
    after.limitSpace(0)
    Using.resource(after.openWrite(b))(write(_, 0, bytes(10_000, 1)))
    assertEquals(contents(after, b), bytes(10_000, 1).toSeq)

  test("without permission nothing is opened, made or deleted"):
    val storage = prepared()
    val open    = storage.openWrite(a)
    storage.permit(false)
    for attempt <- Seq(() => storage.openRead(a): Unit, () => storage.create(b): Unit, () => storage.delete(a)) do
      intercept[AccessDeniedException](attempt())
    write(open, 0, bytes(1, 2))
    storage.permit(true)
    storage.delete(a)

  test("after the power is cut nothing works, and crashes show what was done until then"):
    val storage = prepared()
    val file    = storage.openWrite(a)
    storage.cutPowerAfter(2)
    write(file, 0, bytes(512, 2))
    file.force()
    intercept[IOException](write(file, 0, bytes(512, 3)))
    intercept[IOException](file.read(ByteBuffer.allocate(1), 0))
    assert(crashes(storage).forall(contents(_, a).head == 2))
    Using.resource(storage.crash(1).openWrite(a))(write(_, 0, bytes(1, 9)))

  test("bits turn and sectors become zero on the disk and in sight"):
    val storage = prepared()
    storage.flipBit(a, 5, 3)
    storage.zero(a, 512, 512)
    for disk <- Iterator(storage) ++ crashes(storage) do
      assertEquals(contents(disk, a)(5), 9.toByte)
      assertEquals(contents(disk, a).slice(512, 1024).toSet, Set(0.toByte))
    storage.cutShort(a, 3)
    assertEquals(contents(storage, a), bytes(3, 1).toSeq)
    assertEquals(contents(storage.crash(1), a), bytes(3, 1).toSeq)

  test("a slow force waits in the hook, and other operations go on"):
    val storage = prepared()
    var during  = Seq.empty[Byte]
    storage.beforeForce: path =>
      assertEquals(path, a)
      during = contents(storage, a)
    Using.resource(storage.openWrite(a)): file =>
      write(file, 0, bytes(512, 2))
      file.force()
    assertEquals(during.head, 2.toByte)

  test("errors of use are those of the file system"):
    val storage = prepared()
    intercept[FileAlreadyExistsException](storage.create(a))
    intercept[NoSuchFileException](storage.openRead(b))
    intercept[NoSuchFileException](storage.create(folder.resolve("no").resolve("c")))
    intercept[NoSuchFileException](storage.move(b, a))
    val file = storage.openWrite(a)
    file.close()
    intercept[ClosedChannelException](write(file, 0, bytes(1, 1)))
    assertEquals(storage.list(folder.resolve("no")), Vector.empty)
    storage.delete(b)

  test("the same seed does the same; crashes leave the storage as it is"):
    def run(seed: Long): (Seq[Seq[Byte]], Vector[Fault]) =
      val storage = prepared(seed)
      val random  = SplittableRandom(seed)
      val file    = storage.openWrite(a)
      storage.inject(Fault.TornWrite(random.nextInt(5)))
      storage.inject(Fault.FailedForce(random.nextInt(5)))
      storage.inject(Fault.FailedWrite(5 + random.nextInt(5)))
      val disks = for _ <- 0 until 20 yield
        try
          write(file, random.nextInt(4000), bytes(1 + random.nextInt(3000), random.nextInt(100)))
          if random.nextBoolean() then file.force()
        catch case _: IOException => ()
        val before = contents(storage, a)
        val disk   = storage.crash(random.nextLong())
        assertEquals(contents(storage, a), before)
        contents(disk, a)
      (disks, storage.faults)
    for seed <- 0 until 40 do assertEquals(run(seed), run(seed))
    assert((0 until 40).map(run(_)).toSet.size > 30)

  test("what is found after any crash is what some order of sectors explains"):
    // Each write has a value of its own; a sector may have any of its values since the last force.
    val filled = Array.tabulate(31)(bytes(512, _))
    for seed <- 0 until 300 do
      val storage = prepared(seed)
      val random  = SplittableRandom(seed)
      val file    = storage.openWrite(a)
      val legal   = Array.fill(64)(Set[Byte](0))
      for sector <- 0 until 4 do legal(sector) = Set(1)
      val current = legal.map(_.head)
      for step <- 2 to 30 do
        if random.nextInt(4) == 0 then
          file.force()
          for sector <- 0 until 64 do legal(sector) = Set(current(sector))
        else
          val from  = random.nextInt(60)
          val until = from + 1 + random.nextInt(4)
          write(file, from * 512L, bytes((until - from) * 512, step))
          for sector <- from until until do
            legal(sector) += step.toByte
            current(sector) = step.toByte
        val found = java.util.Arrays.copyOf(storage.crash(random.nextLong()).bytes(a), 64 * 512)
        for sector <- 0 until 64 do
          val value = found(sector * 512)
          assert(legal(sector)(value), s"seed $seed, step $step, sector $sector: $value")
          assert(
            java.util.Arrays.equals(found, sector * 512, sector * 512 + 512, filled(value), 0, 512),
            s"seed $seed: sector $sector is torn"
          )
