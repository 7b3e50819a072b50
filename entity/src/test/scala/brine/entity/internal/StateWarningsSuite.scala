package brine.entity.internal

import brine.codec.Codec
import brine.entity.*
import brine.entity.projection.FailingStates
import brine.journal.snapshot.SnapshotError
import brine.journal.state.StateRecords
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, EventLog}
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import java.util.logging.{Handler, LogRecord, Logger}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

object StateWarningsSuite:
  /** A clock that a test moves, and no threads. */
  final class Still extends EntityHost:
    @volatile var nanoTime: Long    = Long.MaxValue - 10 // it overflows soon
    def now: Instant                = EntityHost.Process.now
    def at(time: Instant): At       = EntityHost.Process.at(time)
    def random(): Double            = EntityHost.Process.random()
    def start(task: Runnable): Unit = task.run()

  /** A log whose states cannot be saved. */
  final class Unsaved(log: EventLog, error: SnapshotError) extends WrappedLog(log):
    val saves: AtomicInteger = AtomicInteger()

    private def fails(): Boolean =
      saves.incrementAndGet(): Unit
      true

    override val states: StateRecords = FailingStates(log.states, () => fails(), error = error)

class StateWarningsSuite extends FunSuite, EntitiesBase:
  import StateWarningsSuite.*

  private val tooLarge: SnapshotError = SnapshotError.NotSaved(AppendError.TooLarge(5000, 100))

  /** The lines that are logged meanwhile and have a text. */
  private def linesOf(text: String)(body: (() => Vector[String]) => Unit): Unit =
    val lines = ConcurrentLinkedQueue[String]()
    val hears = new Handler:
      def publish(record: LogRecord): Unit = lines.add(record.getMessage): Unit
      def flush(): Unit                    = ()
      def close(): Unit                    = ()
    val logger = Logger.getLogger("brine.entity")
    logger.addHandler(hears)
    try body(() => lines.asScala.toVector.filter(_.contains(text)))
    finally logger.removeHandler(hears)

  test("a state that cannot be saved is said once in a minute, and fails no command"):
    val log    = Unsaved(MemoryEventLog(), tooLarge)
    val entity = AccountEntity(saves = SavePolicy(1), name = "unsaved")
    linesOf("unsaved '"): lines =>
      using(log, entity = entity): accounts =>
        for id <- 1 to 3; cents <- 1L to 4L do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), cents)
        eventually("states to be saved")(log.saves.get == 12)
        eventually("a line")(lines().nonEmpty)
      assertEquals(lines().size, 1, lines())
      assert(lines().head.contains("5000") && lines().head.contains("after 1 events"), lines().head)

  test("what is expected is not said"):
    val expected = Vector(
      SnapshotError.NotSaved(AppendError.Full),
      SnapshotError.Undecodable("here", 0, 0, Codec.decode[Int](Array.empty[Byte]).swap.toOption.get)
    )
    val log      = MemoryEventLog()
    val warnings = StateWarnings(log, Still())
    linesOf("quiet '1'"): lines =>
      for error <- expected do
        warnings.ofSave("quiet '1'", 5).failed(0, error)
        warnings.notLoaded("quiet '1'", error)
      warnings.ofSave("quiet '1'", 5).saved(0)
      assertEquals(lines(), Vector.empty)
      // Closing a log ends saves, which is no failure.
      log.close()
      warnings.ofSave("quiet '1'", 5).failed(0, tooLarge)
      assertEquals(lines(), Vector.empty)

  test("after a minute there is another line"):
    val log      = MemoryEventLog()
    val host     = Still()
    val warnings = StateWarnings(log, host)
    try
      linesOf("later '1'"): lines =>
        val seconds = for second <- 0 to 180 yield
          val before = lines().size
          if second % 2 == 0 then warnings.ofSave("later '1'", 5).failed(0, tooLarge)
          else warnings.notLoaded("later '1'", SnapshotError.Damaged("a file", 7, "a wrong checksum"))
          host.nanoTime += 1_000_000_000L
          Option.when(lines().size > before)(second)
        assertEquals(seconds.flatten.toVector, Vector(0, 60, 120, 180))
        assert(lines().head.contains("5000"), lines().head)
    finally log.close()

  test("a saved state that cannot be read is said, and all events are folded"):
    val memory = MemoryEventLog()
    val damage = SnapshotError.Damaged("a file", 7, "a wrong checksum")
    val entity = AccountEntity(saves = SavePolicy(1), name = "unread")
    try
      running(memory, entity = entity)(_("a").ask(Account.Deposit(5)): Unit)
      val log = new WrappedLog(memory):
        override val states: StateRecords =
          FailingStates(memory.states, () => false, () => true, loadError = Some(damage))
      linesOf("unread 'a'"): lines =>
        running(log, entity = entity)(accounts => assertEquals(accounts("a").ask(Account.Balance), 5L))
        eventually("a line")(lines().nonEmpty)
        assertEquals(lines().size, 1, lines())
        assert(lines().head.contains("wrong checksum"), lines().head)
    finally memory.close()
