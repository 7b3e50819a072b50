package brine.pekko.persistence.internal

import brine.codec.Codec
import brine.entity.WrappedLog
import brine.journal.testkit.MemoryEventLog
import brine.journal.EventLog
import brine.pekko.persistence.FaultyLog
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

class JournalWritesSuite extends munit.FunSuite:
  private final class Identified(log: EventLog, id: UUID) extends WrappedLog(log):
    private[brine] override def logIdentity: Option[UUID] = Some(id)

  private val write = PreparedWrite("a", 1, Codec[String].schema, Vector(Codec.encodeBare("x")), Set.empty, None)

  /** Writes while the log fails, its outcome is unknown, and a log with this identity takes its place. */
  private def writeTo(second: FaultyLog, identity: UUID): Option[Throwable] =
    val memory = MemoryEventLog()
    val first  = FaultyLog(memory): _ =>
      memory.close()
      FaultyLog.Fault.Lost
    val logs = ConcurrentLinkedQueue[EventLog]()
    logs.add(Identified(first, UUID(0, 1)))
    logs.add(Identified(second, identity))
    val handle = LogHandle(_ => logs.remove(), isOwned = true)
    val result = Await.ready(JournalWrites(handle).append(Vector(write)), 20.seconds)
    result.value.get.failed.toOption

  test("a write whose outcome is unknown is tried again on its log, and never on another one"):
    val same = FaultyLog(MemoryEventLog())(_ => FaultyLog.Fault.None)
    assertEquals(writeTo(same, UUID(0, 1)), None)
    assertEquals((same.appends, same.version("a")), (1, Right(1L)))
    same.close()
    val other   = FaultyLog(MemoryEventLog())(_ => FaultyLog.Fault.None)
    val problem = writeTo(other, UUID(0, 2)).get.getMessage
    for part <- Vector(UUID(0, 1), UUID(0, 2)) do assert(clue(problem).contains(part.toString))
    assertEquals(other.appends, 0)
    assert(other.source.isClosed)
