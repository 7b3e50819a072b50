package brine.journal.snapshot

import brine.journal.storage.MemoryStorage
import brine.journal.{Journal, Offset, Refusal}
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

class SaveStepsSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-save-steps"),
    folder =>
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally files.close()
  )

  private def async[A](body: => A): CompletableFuture[A] =
    CompletableFuture.supplyAsync(() => body, task => Thread.ofPlatform.daemon.start(task): Unit)

  private def result[A](of: CompletableFuture[A]): A = of.get(60, TimeUnit.SECONDS)

  test("no step begins after the end, and the end waits for one that has begun"):
    val isClosed = AtomicBoolean(false)
    val steps    = SaveSteps(() => isClosed.get)
    val begun    = CountDownLatch(1)
    val go       = CountDownLatch(1)
    val hasEnded = AtomicBoolean(false)
    val step     = async:
      steps:
        begun.countDown()
        go.await()
        hasEnded.set(true)
    begun.await()
    isClosed.set(true)
    intercept[Refusal](steps(fail("it has begun"))): Unit
    val end = async:
      steps.await()
      hasEnded.get
    go.countDown()
    result(step)
    assert(result(end))

  test("writes to a file are steps, and reads are not"):
    val isClosed = AtomicBoolean(false)
    val storage  = MemoryStorage()
    storage.createFolder(Path.of("data"))
    val file = SaveSteps(() => isClosed.get).guarded(storage.create(Path.of("data", "a")))
    file.write(ByteBuffer.wrap(Array[Byte](1, 2, 3)), 0)
    isClosed.set(true)
    for change <- Vector[() => Unit](
        () => file.write(ByteBuffer.wrap(Array[Byte](4)), 0),
        () => file.force(),
        () => file.truncate(0)
      )
    do intercept[Refusal](change()): Unit
    val read = ByteBuffer.allocate(3)
    assertEquals((file.read(read, 0), file.size), (3, 3L))
    assertEquals(read.array.toVector, Vector[Byte](1, 2, 3))
    file.close()

  /** Parts, of which the second one is there once somebody says so. */
  private final class Parts:
    val entered: CountDownLatch = CountDownLatch(1)
    val go: CountDownLatch      = CountDownLatch(1)

    def iterator: Iterator[Int] = Iterator
      .range(0, 3)
      .map: number =>
        if number == 1 then
          entered.countDown()
          go.await()
        number

  private def opened(folder: Path): Journal =
    val journal = Journal.open(folder)
    journal.append("numbers", 1).await(): Unit
    journal

  private def filesOf(folder: Path): Map[String, Long] =
    val files = Files.walk(folder)
    try files.iterator.asScala.filter(Files.isRegularFile(_)).map(file => file.toString -> Files.size(file)).toMap
    finally files.close()

  private def refuses(saved: Either[SnapshotError, SnapshotInfo])(using munit.Location): Unit = saved match
    case Left(SnapshotError.Failed(_, refusal: Refusal)) => assert(refusal.getMessage.contains("the journal is closed"))
    case other                                           => fail(s"$other")

  folder.test("closing a journal does not wait for a save that computes, which then changes no file"): folder =>
    val journal = opened(folder)
    val parts   = Parts()
    val saved   = async(journal.snapshots.saveParts("sums", Offset(1), parts.iterator))
    parts.entered.await()
    journal.close()
    val before = filesOf(folder)
    parts.go.countDown()
    refuses(result(saved))
    assertEquals(filesOf(folder), before)
    val again = Journal.open(folder)
    try
      assertEquals(again.snapshots.offsets("sums"), Vector.empty)
      assert(again.snapshots.saveParts("sums", Offset(1), Iterator(1, 2)).isRight)
      assert(!filesOf(folder).keys.exists(_.endsWith(".part")))
    finally again.close()

  folder.test("a save of a journal that was closed does not touch that of the one who has opened it since"): folder =>
    val journal = opened(folder)
    val parts   = Parts()
    val saved   = async(journal.snapshots.saveParts("sums", Offset(1), parts.iterator))
    parts.entered.await()
    journal.close()
    val next = Journal.open(folder)
    try
      val ofNext   = Parts()
      val savedNow = async(next.snapshots.saveParts("sums", Offset(1), ofNext.iterator))
      ofNext.entered.await()
      parts.go.countDown()
      refuses(result(saved))
      ofNext.go.countDown()
      assert(result(savedNow).isRight, s"${result(savedNow)}")
      assertEquals(next.snapshots.loadParts[Int, Int]("sums")(0)(_ + _).map(_.map(_.state)), Right(Some(3)))
    finally next.close()
