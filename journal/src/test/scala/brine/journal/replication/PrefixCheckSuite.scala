package brine.journal.replication

import brine.codec.Codec
import brine.journal.*
import brine.journal.tools.{ExportedRecord, ExportedRecords}
import java.time.Instant
import scala.util.Using

class PrefixCheckSuite extends munit.FunSuite:
  /** Counts how often somebody begins to read. */
  private final class Counted(log: EventLogReader) extends EventLogReader:
    var count = 0

    val source: EventSource = new EventSource:
      def events(filter: Filter.Basic, from: Offset): EventCursor =
        count += 1
        log.source.events(filter, from)
      def stream(name: String, from: Long): EventCursor     = log.source.stream(name, from)
      def visible: Offset                                   = log.source.visible
      def awaitBeyond(offset: Offset, nanos: Long): Boolean = log.source.awaitBeyond(offset, nanos)
      def isClosed: Boolean                                 = log.source.isClosed
    def name: String                                       = log.name
    def durable: Offset                                    = log.durable
    def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
    def version(stream: String): Either[ReadError, Long]   = log.version(stream)
    def close(): Unit                                      = ()

  private def record(journal: Journal, offset: Long, as: Long): ExportedRecord =
    Using.resource(ExportedRecords(journal, Offset(offset))): records =>
      val found = records.next().toOption.flatten.get
      found.copy(record = found.record.copy(offset = Offset(as)))

  private def other(offset: Long): ExportedRecord = ExportedRecord(
    Record(Offset(offset), "t", 1, Instant.EPOCH, Set.empty, None, Stored(Codec[String].schema, Codec.encodeBare("x"))),
    0
  )

  test("that the log has room for the last records of the replica is counted once, while nothing comes"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder)): journal =>
        for i <- 1 to 5 do assert(journal.append("s", s"$i").await().isRight)
        val replica = Counted(journal)
        Using.resource(PrefixCheck("log", "replica", replica, 1, 5, isWhole = true, isAdopted = false)): check =>
          for i <- 1 to 2 do assertEquals(check.take(record(journal, i, i)), Right(true))
          // Retention has deleted the others in the log, which ends later.
          assertEquals(check.ended(5), Right(()))
          val before = replica.count
          for upTo <- 5 to 20 do assertEquals(check.ended(upTo), Right(()))
          assertEquals(replica.count, before)
          // More records in the replica must fit, too.
          for i <- 6 to 8 do assert(journal.append("s", s"$i").await().isRight)
          check.extend(8)
          assert(check.ended(7).isLeft)
          assertEquals(check.ended(8), Right(()))
          assertEquals(check.take(other(9)), Right(false))
