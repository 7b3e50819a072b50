package brine.journal.index

import brine.journal.format.{Damage, Manifest, Watermark}
import brine.journal.index.RetiredStreams.Stream
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.UUID
import scala.util.Random

class RetiredStreamsSuite extends munit.FunSuite:
  private val journal = UUID(1, 2)
  private val folder  = Path.of("data")

  /** Steps of retention: up to which sequence, and which streams. */
  private def steps(random: Random, count: Int): Vector[(Long, Vector[Stream])] =
    var last = 0L
    Vector.fill(count):
      val first = last + 1
      last += 1 + random.nextInt(50)
      val names = Vector.fill(random.nextInt(40))(s"s${random.nextInt(400)}").distinct
      (last, names.map(Stream(_, first + random.nextInt(5), first + random.nextInt((last - first + 1).toInt))))

  private def add(storage: MemoryStorage, step: (Long, Vector[Stream])): Unit =
    RetiredStreams.add(storage, folder, journal, step._1, step._1 * 7, step._2)

  private def check(storage: MemoryStorage, steps: Vector[(Long, Vector[Stream])]): Unit =
    val expected = steps.flatMap(_._2).map(stream => stream.name -> stream).toMap
    val retired  = RetiredStreams.open(storage, folder, journal).get
    assertEquals(retired.last, steps.last._1)
    retired.verify()
    for n <- 0 until 400 do assertEquals(retired.find(s"s$n"), expected.get(s"s$n"))
    retired.close()

  private def files(storage: MemoryStorage) = storage.list(folder).filter(RetiredStreams.isFile)

  test("the newest version of each stream is found, in few files"):
    for seed <- 1 to 10 do
      val storage = MemoryStorage()
      val all     = steps(Random(seed), 60)
      for n <- all.indices do
        add(storage, all(n))
        if n % 7 == 0 then check(storage, all.take(n + 1))
        assert(files(storage).size <= 8, s"${files(storage)}")
      check(storage, all)
      assert(files(storage).contains(RetiredStreams.FileName))

  test("a step does not read what was retired long before"):
    val storage = MemoryStorage()
    val big     = Vector.tabulate(5_000)(n => Stream(s"old-$n", 1, n + 1L))
    add(storage, (5_000L, big))
    val base = storage.bytes(folder.resolve(RetiredStreams.FileName))
    for n <- 1 to 20 do add(storage, (5_000L + n * 10, Vector(Stream(s"new-$n", n.toLong, 5_000L + n * 10))))
    assert(storage.bytes(folder.resolve(RetiredStreams.FileName)).sameElements(base))
    val retired = RetiredStreams.open(storage, folder, journal).get
    assertEquals(retired.find("old-77").map(_.version), Some(1L))
    for n <- 1 to 20 do assertEquals(retired.find(s"new-$n").map(_.version), Some(n.toLong))

  test("a crash at any operation leaves all that was retired before"):
    for seed <- 1 to 4; more <- 1 to 12 do
      val all    = steps(Random(seed), more + 1)
      val before = MemoryStorage()
      all.init.foreach(add(before, _))
      val start      = before.afterCrash(everything = true)
      val operations =
        val storage = start.afterCrash(everything = true)
        add(storage, all.last)
        storage.changes
      for crash <- 0 until operations; everything <- Seq(true, false) do
        val storage = start.afterCrash(everything = true)
        storage.failFrom = crash
        intercept[java.io.IOException](add(storage, all.last)): Unit
        val after = storage.afterCrash(everything)
        val found = RetiredStreams.open(after, folder, journal).get
        if found.last == all.last._1 then check(after, all) else check(after, all.init)
        // The next attempt makes it whole, also if it deletes less.
        add(after, all.last)
        check(after, all)

  test("a file that is missing or of an earlier state is found"):
    val storage = MemoryStorage()
    add(storage, (10L, Vector.tabulate(100)(n => Stream(s"a$n", 1, 1))))
    val earlier = storage.bytes(folder.resolve(RetiredStreams.FileName))
    add(storage, (20L, Vector.tabulate(100)(n => Stream(s"b$n", 1, 11))))
    add(storage, (30L, Vector.tabulate(110)(n => Stream(s"c$n", 1, 21))))
    add(storage, (40L, Vector.tabulate(10)(n => Stream(s"d$n", 1, 31))))
    assertEquals(files(storage), Vector("retired-31-40.idx", "retired.idx"))
    storage.put(folder.resolve(RetiredStreams.FileName), earlier)
    intercept[Damage](RetiredStreams.open(storage, folder, journal)): Unit
    storage.delete(folder.resolve(RetiredStreams.FileName))
    intercept[Damage](RetiredStreams.open(storage, folder, journal)): Unit
    storage.put(folder.resolve(RetiredStreams.FileName), earlier)
    storage.delete(folder.resolve("retired-31-40.idx"))
    val manifest = Manifest(1, journal, 1, 3, 41, Watermark(3, 4096, 40), isClosed = false)
    intercept[Damage](RetiredStreams.of(storage, folder, manifest)): Unit
    storage.put(folder.resolve("retired-11-40.idx"), earlier)
    intercept[Damage](RetiredStreams.open(storage, folder, journal)): Unit
