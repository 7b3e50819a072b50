package brine.journal.snapshot

import brine.codec.{was, Codec}
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import brine.journal.storage.{MemoryStorage, Storage}

import java.nio.file.{Files, Path}
import java.time.{Clock, Instant, ZoneOffset}
import java.util.UUID
import java.util.concurrent.{Executors, TimeUnit}
import scala.util.Using

class FileSnapshotsSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import FileSnapshotsSuite.*

  test("a value comes back with its offset, and the newest one counts"):
    val (_, store) = memory()
    assertEquals(store.latest[Totals]("state"), Right(None))
    store.save("state", Offset(7), Totals(1, "a", Vector(1.5))).succeeds()
    val saved = store.save("state", Offset(12), Totals(2, "b", Vector())).orFail
    val found = store.latest[Totals]("state").orFail.get
    assertEquals(found, Snapshot(saved, Totals(2, "b", Vector()), Vector.empty))
    assertEquals(found.offset, Offset(12))
    assertEquals(saved.savedAt, now)
    assertEquals(saved.parts, 1L)
    assertEquals(store.latest[Totals]("state", upTo = Offset(11)).orFail.get.offset, Offset(7))
    assertEquals(store.latest[Totals]("state", upTo = Offset(6)), Right(None))

  test("a state of another type with the same fields is an error that names both"):
    val (_, store) = memory()
    store.save("state", Offset(1), Totals(1, "a", Vector())).succeeds()
    store.latest[Sums]("state") match
      case Left(NoneReadable(_, Vector(Undecodable(_, 0, 0, error)))) =>
        Seq("Totals", "Sums").foreach(name => assert(error.problem.contains(name), error.problem))
      case other => fail(s"$other")
    store.saveParts("parts", Offset(1), Iterator(Totals(1, "a", Vector()))).succeeds()
    assert(store.loadParts[Sums, Int]("parts")(0)((count, _) => count + 1).isLeft)
    assertEquals(store.latest[Renamed]("state").orFail.get.state, Renamed(1, "a", Vector()))

  test("names are kept apart, also where one ends like another"):
    val (_, store) = memory()
    for offset <- 1 to 4; name <- Seq("b", "a-b", "x_1") do store.save(name, Offset(offset), s"$name$offset").succeeds()
    assertEquals(store.names, Vector("a-b", "b", "x_1"))
    for name <- store.names do
      assertEquals(store.offsets(name), Vector(4, 3).map(Offset(_)))
      assertEquals(store.latest[String](name).orFail.get.state, s"${name}4")

  test("a name or an offset that is none is refused"):
    val (_, store) = memory()
    for name <- Seq("", "A", "a.b", "a/b", "../a", "ä", "a" * 65) do
      intercept[IllegalArgumentException](store.save(name, Offset(1), 1)): Unit
      intercept[IllegalArgumentException](store.verify(name, Offset(1))): Unit
    assert(store.save("a" * 64, Offset(0), 1).isRight)

  test("parts of all sizes around that of a chunk come back in order, without one large read or write"):
    val (storage, store) = memory()
    val sizes            =
      Seq(0, 1, 2, 127, 128, 300, 65_000, 65_524, 65_525, 65_526, 65_527, 65_528, 65_529, 65_536, 70_000, 400_000, 3)
    for count <- 0 to sizes.size do
      val parts = sizes.take(count).zipWithIndex.map((size, i) => Array.fill(size)(i.toByte).toSeq)
      val info  = store.saveParts("parts", Offset(count), parts.iterator).orFail
      assertEquals(info.parts, count.toLong)
      val found = store.loadParts[Seq[Byte], Vector[Seq[Byte]]]("parts")(Vector.empty)(_ :+ _).orFail.get
      assert(found.state == parts, s"$count parts")
      assertEquals(store.verify("parts", Offset(count)), Right(info))
    assert(storage.largest <= 65_536, s"${storage.largest}")

  test("a value without bytes, and many parts without any"):
    val (_, store) = memory()
    store.save("state", Offset(1), ()).succeeds()
    assertEquals(store.latest[Unit]("state").orFail.get.state, ())
    store.saveParts("parts", Offset(1), Iterator.fill(100_000)(())).succeeds()
    assertEquals(store.loadParts[Unit, Int]("parts")(0)((n, _) => n + 1).orFail.get.state, 100_000)

  test("a value larger than many chunks"):
    val (storage, store) = memory()
    val large            = Vector.tabulate(200_000)(i => s"entry $i")
    store.save("state", Offset(1), large).succeeds()
    assertEquals(store.latest[Vector[String]]("state").orFail.get.state, large)
    assert(storage.largest <= 65_536, s"${storage.largest}")

  test("a value is not read as parts, nor parts as a value"):
    val (_, store) = memory()
    store.save("value", Offset(1), 5).succeeds()
    store.saveParts("parts", Offset(1), Iterator(5)).succeeds()
    assert(store.latest[Int]("parts").left.exists {
      case NoneReadable(_, Vector(OtherKind(_, true))) => true; case _ => false
    })
    assert(
      store.loadParts[Int, Int]("value")(0)(_ + _).left.exists {
        case NoneReadable(_, Vector(OtherKind(_, false))) => true
        case _                                            => false
      }
    )

  test("equal states have equal fingerprints, other states others"):
    val (_, store) = memory()
    val states     = Seq(Vector(1, 2), Vector(2, 1), Vector(1), Vector(), Vector(0), Vector(0, 0))
    val prints     = states.zipWithIndex.map((state, i) => store.save("state", Offset(i), state).orFail.fingerprint)
    assertEquals(prints.distinct.size, states.size)
    assertEquals(store.save("other", Offset(99), states.head).orFail.fingerprint, prints.head)

  test("a state of an earlier version of its type is read as the later one, and the other way round"):
    val (_, store) = memory()
    val before     = now.minusSeconds(60)
    store.save("state", Offset(1), earlier.Account("x", 5)).succeeds()
    assertEquals(store.latest[later.Account]("state").orFail.get.state, later.Account("x", 5, None))
    store.save("state", Offset(2), later.Account("y", 6, Some(before))).succeeds()
    assertEquals(store.latest[earlier.Account]("state").orFail.get.state, earlier.Account("y", 6))
    store.saveParts("parts", Offset(1), Iterator.tabulate(1000)(i => earlier.Account(s"$i", i))).succeeds()
    val sum = store.loadParts[later.Account, Int]("parts")(0)((sum, account) => sum + account.balance).orFail.get
    assertEquals(sum.state, 499_500)
    assertEquals(sum.info.schema, Codec[earlier.Account].schema)

  test("a state of another type is an error that says which part, and the older one is looked at"):
    val (_, store) = memory()
    store.save("state", Offset(1), "text").succeeds()
    store.save("state", Offset(2), 5).succeeds()
    val found = store.latest[String]("state").orFail.get
    assertEquals(found.state, "text")
    assert(found.skipped.exists { case Undecodable(_, 0, 0, _) => true; case _ => false }, s"${found.skipped}")

  test("a null is an error that leaves no file behind"):
    val (storage, store) = memory()
    val result           =
      store.saveParts(
        "state",
        Offset(1),
        Iterator(Totals(1, "a", Vector()), Totals(1, null.asInstanceOf[String], Vector()))
      )
    assert(result.left.exists { case Unencodable(1, problem) => problem.contains("text"); case _ => false }, s"$result")
    assertEquals(storage.list(folder), Vector.empty)

  test("what an iterator or a fold throws is thrown, as it is"):
    val (storage, store) = memory()
    val failure          = java.io.IOException("of the caller")
    assertEquals(
      intercept[java.io.IOException](
        store.saveParts("parts", Offset(1), Iterator.tabulate(3)(i => if i == 2 then throw failure else i))
      ),
      failure
    )
    assertEquals(storage.list(folder), Vector.empty)
    store.saveParts("parts", Offset(1), Iterator(1, 2)).succeeds()
    assertEquals(
      intercept[java.io.IOException](store.loadParts[Int, Int]("parts")(0)((_, _) => throw failure)),
      failure
    )

  test("two are kept; what is damaged is passed over, told and never deleted"):
    val (storage, store)  = memory()
    def file(offset: Int) = folder.resolve(f"$offset%020d-state.snap")
    for offset <- 1 to 3 do store.save("state", Offset(offset), offset).succeeds()
    assertEquals(store.offsets("state"), Vector(3, 2).map(Offset(_)))
    damage(storage, file(3))
    val found = store.latest[Int]("state").orFail.get
    assertEquals(found.state, 2)
    assert(found.skipped.exists { case Damaged(path, _, _) => path == file(3).toString; case _ => false })
    // A store that knows nothing of its files yet.
    val fresh = reopened(storage)
    fresh.save("state", Offset(4), 4).succeeds()
    assertEquals(fresh.offsets("state"), Vector(4, 3, 2).map(Offset(_)))
    fresh.save("state", Offset(5), 5).succeeds()
    assertEquals(fresh.offsets("state"), Vector(5, 4, 3).map(Offset(_)))
    assertEquals(
      fresh.latest[Int]("state").orFail.get,
      Snapshot(fresh.verify("state", Offset(5)).orFail, 5, Vector.empty)
    )

  test("a snapshot of the same offset is replaced, a damaged one goes to quarantine"):
    val (storage, store) = memory()
    val file             = folder.resolve(f"${1}%020d-state.snap")
    store.save("state", Offset(1), 1).succeeds()
    store.save("state", Offset(1), 2).succeeds()
    assertEquals(store.latest[Int]("state").orFail.get.state, 2)
    for n <- 1 to 2 do
      damage(storage, file)
      val damaged = storage.bytes(file).toSeq
      val fresh   = reopened(storage)
      fresh.save("state", Offset(1), 3).succeeds()
      assertEquals(fresh.latest[Int]("state").orFail.get.state, 3)
      assertEquals(storage.bytes(folder.resolve("quarantine").resolve(s"${file.getFileName}.$n")).toSeq, damaged)

  test("a snapshot of another journal is told and left alone"):
    val (storage, store) = memory()
    val other            = FileSnapshots(storage, folder, UUID(3, 4))
    other.save("state", Offset(1), 1).succeeds()
    val result = store.latest[Int]("state")
    assert(
      result.left.exists {
        case NoneReadable(_, Vector(Foreign(_, found, expected))) =>
          found == UUID(3, 4) && expected == journal
        case _ => false
      },
      s"$result"
    )
    for offset <- 2 to 4 do store.save("state", Offset(offset), offset).succeeds()
    assertEquals(store.offsets("state"), Vector(4, 3, 1).map(Offset(_)))

  test("a file that vanishes between listing and opening is not missed"):
    val (storage, store) = memory()
    store.save("state", Offset(1), 1).succeeds()
    storage.beforeOpen = _ => for offset <- 2 to 3 do store.save("state", Offset(offset), offset).succeeds()
    assertEquals(store.latest[Int]("state").orFail.get.state, 3)

  test("saving in the background, several names and threads at once"):
    val (_, store) = memory()
    val executor   = Executors.newFixedThreadPool(4)
    try
      val futures =
        for offset <- 1 to 50; name <- Seq("a", "b")
        yield store.saveInBackground(name, Offset(offset), s"$name $offset")(executor)
      val parts = store.savePartsInBackground("parts", Offset(1), Iterator.range(0, 10))(executor)
      futures.foreach(future => assert(future.get(60, TimeUnit.SECONDS).isRight))
      assertEquals(parts.get(60, TimeUnit.SECONDS).orFail.parts, 10L)
      for name <- Seq("a", "b") do assertEquals(store.latest[String](name).orFail.get.state, s"$name 50")
    finally executor.shutdownNow(): Unit

  test("on the disk, and again by another store"):
    val temporary = Files.createTempDirectory("brine-snapshots")
    try
      FileSnapshots(Storage.disk, temporary, journal)
        .saveParts("state", Offset(5), Iterator.range(0, 100_000))
        .succeeds()
      val store = FileSnapshots(Storage.disk, temporary, journal)
      assertEquals(store.loadParts[Int, Long]("state")(0L)(_ + _).orFail.get.state, 4_999_950_000L)
      assertEquals(store.verify("state", Offset(5)).orFail.parts, 100_000L)
    finally
      Using.resource(Files.list(temporary))(_.forEach(Files.delete(_)))
      Files.delete(temporary)

object FileSnapshotsSuite:
  final case class Totals(count: Int, text: String, values: Vector[Double]) derives Codec
  final case class Sums(count: Int, text: String, values: Vector[Double]) derives Codec
  @was("Totals") final case class Renamed(count: Int, text: String, values: Vector[Double]) derives Codec
  object earlier:
    final case class Account(owner: String, balance: Int) derives Codec
  object later:
    final case class Account(owner: String, balance: Int, since: Option[Instant] = None) derives Codec

  val folder  = Path.of("journal")
  val journal = UUID(1, 2)
  val now     = Instant.parse("2026-01-02T03:04:05.000006Z")

  def reopened(storage: Storage): SnapshotStore =
    FileSnapshots(storage, folder, journal, Clock.fixed(now, ZoneOffset.UTC))

  def memory(): (MemoryStorage, SnapshotStore) =
    val storage = MemoryStorage()
    (storage, reopened(storage))

  def damage(storage: MemoryStorage, file: Path): Unit =
    val bytes = storage.bytes(file)
    bytes(bytes.length / 2) = (bytes(bytes.length / 2) ^ 1).toByte
    storage.put(file, bytes)

  extension [A](result: Either[SnapshotError, A])
    def orFail: A        = result.fold(error => throw AssertionError(error.message), identity)
    def succeeds(): Unit = assert(result.isRight, s"$result")
