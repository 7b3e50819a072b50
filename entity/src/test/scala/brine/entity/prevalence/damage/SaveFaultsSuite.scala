package brine.entity.prevalence.damage

import brine.codec.Codec
import brine.entity.prevalence.internal.Replay
import brine.entity.prevalence.search.{Chain, ChainSystem, ChainTransaction}
import brine.entity.prevalence.{Prevalence, PrevalenceSettings, PrevalentSystem}
import brine.entity.{At, Commands}
import brine.journal.testkit.{Fault, FaultStorage}
import brine.journal.{Journal, JournalSettings, Offset}
import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference
import munit.FunSuite
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Saves of a system's state that fail, or are overtaken by the end of the system. */
class SaveFaultsSuite extends FunSuite:
  import SaveFaultsSuite.*
  override val munitTimeout: FiniteDuration = 10.minutes

  private val never = PrevalenceSettings(saveEvery = 0)

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-saves"),
    folder =>
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally files.close()
  )

  // ---- Faults of a disk ---------------------------------------------------------------------------------------------

  private def open(disk: FaultStorage): Journal =
    Journal.open(Path.of("data"), JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16), disk)

  /** The files of saved states, and the folder that has their names. */
  private def isOfSaves(path: Path) =
    val name = path.getFileName.toString
    name.contains("-chain.snap") || name == "data"

  /** A run that saves a state on a disk that fails once, if it gets that far. Returns whether it has. */
  private def fails(fault: Fault, seed: Long): Boolean =
    val disk    = FaultStorage(seed)
    val journal = open(disk)
    var last    = 0L
    try
      val chain       = Prevalence.over(journal, never)(ChainSystem)
      def add(): Unit =
        last += 1
        chain.execute(ChainTransaction.Add(last)): Unit

      /** After a power cut at this moment, the state is the same, and an earlier one is still there. */
      def check(): Unit =
        val again = open(disk.crash(seed))
        try
          assert(Replay(ChainSystem).saved(again, Offset(Long.MaxValue)).isDefined, s"$fault, $seed")
          assertEquals(Prevalence.over(again, never)(ChainSystem).root.state, chain.root.state, s"$fault, $seed")
        finally again.close()

      // With two earlier ones, so that the next save deletes one.
      for _ <- 1 to 2 do
        add()
        assert(chain.save().isRight)
      add()
      disk.inject(fault, isOfSaves)
      val saved = chain.save()
      val hit   = disk.faults.nonEmpty
      if !hit then assert(saved.isRight, s"$saved")
      check()
      if hit then
        add()
        assert(chain.save().isRight, s"$fault, $seed")
        check()
        assertEquals(chain.root.state, (1L to last).foldLeft(Chain.empty)(_.plus(_)))
      hit
    finally journal.close()

  for (name, fault) <- Vector[(String, Int => Fault)](
      ("a failed write", Fault.FailedWrite(_)),
      ("a failed fsync", Fault.FailedForce(_)),
      ("a failed fsync of the folder", Fault.FailedForceFolder(_)),
      ("a refused creation, renaming or deletion", Fault.FailedChange(_)),
      ("a failed read", Fault.FailedRead(_)),
      ("a write that is lost without a failure", Fault.LostWrite(_)),
      ("a write that is torn without a failure", Fault.TornWrite(_))
    )
  do
    test(s"$name at each step of a save costs no state"):
      for seed <- 1L to 5L do
        val steps = Iterator.from(0).takeWhile(after => fails(fault(after), seed)).size
        // What was saved by the same journal is not read again.
        assert(steps > 0 || name.contains("read"), s"seed $seed")

  test("a disk without space refuses a save, until there is some"):
    val disk    = FaultStorage(1)
    val journal = open(disk)
    try
      val chain = Prevalence.over(journal, never)(ChainSystem)
      chain.execute(ChainTransaction.Add(1)): Unit
      assert(chain.save().isRight)
      chain.execute(ChainTransaction.Add(2)): Unit
      disk.limitSpace(0)
      assert(chain.save().isLeft)
      assertEquals(journal.snapshots.offsets("chain"), Vector(Offset(1)))
      disk.addSpace(1 << 20)
      assertEquals(chain.save().map(_.offset), Right(Offset(2)))
      assertEquals(journal.snapshots.offsets("chain"), Vector(Offset(2), Offset(1)))
    finally journal.close()

  // ---- The thread that saves ----------------------------------------------------------------------------------------

  private def eventually(what: => String)(holds: => Boolean): Unit =
    val until = System.nanoTime + 20.seconds.toNanos
    while !holds do
      if System.nanoTime > until then fail(what)
      Thread.sleep(1)

  folder.test("a codec that interrupts its thread keeps no state from being saved in the background"): folder =>
    val journal = Journal.open(folder)
    try
      val sums =
        Prevalence.over(journal, PrevalenceSettings(saveEvery = 1))(Sums(() => Thread.currentThread.interrupt()))
      for number <- 1 to 3 do sums.execute(Adding.Add(number)): Unit
      eventually("it is not saved")(journal.snapshots.offsets("sums").nonEmpty)
      sums.close()
    finally journal.close()

  folder.test("closing does not wait for a save in the background, which then changes no file"): folder =>
    val entered         = CountDownLatch(1)
    val go              = CountDownLatch(1)
    val saving          = AtomicReference[Thread]()
    def compute(): Unit =
      saving.set(Thread.currentThread)
      entered.countDown()
      go.await()
    val system = Sums(() => compute())
    val sums   = Prevalence.open(folder, PrevalenceSettings(saveEvery = 1))(system)
    sums.execute(Adding.Add(1)): Unit
    entered.await()
    sums.close()
    val before = filesOf(folder)
    go.countDown()
    saving.get.join()
    assertEquals(filesOf(folder), before)
    val again = Prevalence.open(folder, never)(system)
    try
      assertEquals(again.query(_.sum), 1L)
      assert(again.save().isRight)
    finally again.close()

object SaveFaultsSuite:
  enum Adding[+R] derives Commands:
    case Add(number: Long) extends Adding[Long]

  final case class Sum(sum: Long)

  private def codecOf(encoding: () => Unit): Codec[Sum] = Codec[Long].imap(Sum(_)): state =>
    encoding()
    state.sum

  /** A sum, whose codec calls a function first. */
  private final class Sums(encoding: () => Unit)
      extends PrevalentSystem[Adding, Sum]("sums")(using summon[Commands[Adding]], codecOf(encoding)):
    def initial: Sum = Sum(0)

    def execute[R](state: Sum, transaction: Adding[R])(using At): (Sum, R) = transaction match
      case Adding.Add(number) => (Sum(state.sum + number), state.sum + number)

  private def filesOf(folder: Path): Map[String, Long] =
    val files = Files.walk(folder)
    try
      files.iterator.asScala.filter(Files.isRegularFile(_)).map(file => file.toString -> Files.size(file)).toMap
    finally files.close()
