package brine.journal.testkit

import brine.journal.*
import brine.journal.tools.*
import java.nio.file.Path
import java.util.UUID
import scala.util.Using

/** Copies of logs with gaps, of logs that grow, and of what is no beginning of a copy. */
class LogCopySuite extends munit.FunSuite:
  private def inFolder(name: String)(body: Path => Unit): Unit = test(name)(Folders.use(body))

  private def right(result: Either[CopyError, CopyReport])(using munit.Location): CopyReport =
    result.fold(error => fail(error.message), identity)

  private def contents(log: EventLogReader): Vector[Vector[Any]] =
    val all = Vector.newBuilder[Vector[Any]]
    JournalExport.of(log)(one => all += ImportedRecords.content(one)).fold(e => fail(e.message), _ => all.result())

  private def append(log: EventLog, key: Option[UUID], parts: StreamAppend[?]*): Appended =
    log.appendAll(parts, key).await().fold(error => fail(error.message), identity)

  private def part(stream: String, events: String*) = StreamAppend(stream, ExpectedVersion.Any, events, Set("t"))

  private val key = UUID(1, 2)

  inFolder("what retention, compaction and deletions have left is copied, with its versions"): folder =>
    val small = JournalSettings(segmentSize = 1 << 16)
    Using.resource(Journal.open(folder.resolve("log"), small)): journal =>
      append(journal, None, part("old", "gone"))
      journal.endSegment()
      val first = append(journal, Some(key), part("a", "a1", "a2"), part("b", "b1"))
      append(journal, None, part("deleted", "x", "y"))
      append(journal, None, part("a", "a3"), part("c", "c1", "c2"))
      journal.delete("deleted").await(): Unit
      append(journal, Some(UUID(3, 4)), part("c", "c3"), part("b", "b2", "b3"))
      journal.endSegment()
      append(journal, None, part("b", "b4"))
      assert(journal.retain(RetentionRules(upTo = Offset(first.first.sequence - 1))).isRight)
      assert(journal.compact(CompactionRules(streams = _ == "a", leastGain = 0)).isRight)
      val memory = MemoryEventLog()
      try
        val report = right(LogCopy.toLog(journal, memory))
        assertEquals(report.upTo, journal.durable)
        assert(report.records < journal.durable.sequence, "nothing was compacted")
        def withoutSpans(log: EventLogReader) = contents(log).map(_.patch(5, Nil, 1))
        assertEquals(withoutSpans(memory), withoutSpans(journal))
        for stream <- List("a", "b", "c", "deleted") do
          assertEquals(memory.version(stream), journal.version(stream), stream)
          assertEquals(
            memory.read[Stored](stream, from = 0).toVector.map(_.map(_.version)),
            journal.read[Stored](stream, from = 0).toVector.map(_.map(_.version))
          )
        assertEquals(memory.read[String]("a", from = 3).toVector.map(_.map(_.value)), Right(Vector("a3")))
        val again = right(LogCopy.toFolder(memory, folder.resolve("copy")))
        assertEquals((again.records, again.digest), (report.records, report.digest))
        assert(memory.append("z", ExpectedVersion.Any, Seq("z"), Some(UUID(3, 4))).await().isLeft)
      finally memory.close()

  inFolder("a log that grows while it is copied is copied up to where it was; a second copy has the rest"): folder =>
    val log = MemoryEventLog()
    val to  = folder.resolve("copy")
    try
      for i <- 1 to 2500 do append(log, None, part("s", s"$i"))
      var steps  = Vector.empty[CopyProgress]
      val report = right(
        LogCopy.toFolder(
          log,
          to,
          onProgress = progress =>
            steps :+= progress
            append(log, None, part("late", s"${steps.size}")): Unit
        )
      )
      assertEquals((report.records, report.upTo), (2500L, Offset(2500)))
      assertEquals(steps.map(_.step).distinct, Vector(CopyStep.Copying, CopyStep.Verifying))
      assertEquals(steps.map(one => one.records + one.left).distinct, Vector(2500L))
      val more = right(LogCopy.toFolder(log, to))
      assertEquals((more.copied, more.records), (steps.size.toLong, log.durable.sequence))
      assertNotEquals(more.digest, report.digest)
      Using.resource(JournalReader.open(to))(copy => assertEquals(contents(copy), contents(log)))
    finally log.close()

  inFolder("what is there and no beginning of the log is refused, and not changed"): folder =>
    val log                                                         = MemoryEventLog()
    val other                                                       = folder.resolve("other")
    def refused(from: EventLog, says: String)(using munit.Location) = LogCopy.toFolder(from, other) match
      case Left(error: CopyError.NotACopy) => assert(error.message.contains(says), error.message)
      case unexpected                      => fail(s"$unexpected")
    try
      for i <- 1 to 3 do append(log, None, part("s", s"$i"))
      right(LogCopy.toFolder(log, other)): Unit
      Using.resource(Journal.open(other))(append(_, None, part("s", "another"))): Unit
      val before = Using.resource(JournalReader.open(other))(contents)
      refused(log, "it has more than the 3 records of the log")
      append(log, None, part("s", "4")): Unit
      refused(log, "record 4, of offset 4 in the log: its time")
      Using.resource(MemoryEventLog())(refused(_, "more than the 0 records"))
      assertEquals(Using.resource(JournalReader.open(other))(contents), before)
    finally log.close()

  test("somebody who appends to the copy meanwhile ends it, and no record follows"):
    // Of any number of events, so that they could take the place of an append that is refused.
    for count <- 1 to 3 do
      Using.resources(MemoryEventLog(clock = MicrosecondClock()), MemoryEventLog()): (log, copy) =>
        for i <- 1 to 2500 do
          append(log, None, part("s", s"$i"))
          if i % 7 == 0 then append(log, Some(UUID(5, i)), part("t", "1", "2")): Unit
        var steps  = 0
        val result = LogCopy.toLog(
          log,
          copy,
          onProgress = _ =>
            steps += 1
            if steps == 1 then append(copy, None, part("other", (1 to count).map(_ => "x")*)): Unit
        )
        assert(result.left.exists(_.message.contains("another program has appended")), result)
        val found = contents(copy)
        val own   = found.takeWhile(_.head != "other")
        assertEquals(own, contents(log).take(own.size))
        assertEquals(found.drop(own.size).map(_.head), Vector.fill(count)("other"))

  test("records of an append with a key that are several appends are no copy"):
    for last <- List(false, true) do
      Using.resources(MemoryEventLog(), MemoryEventLog()): (log, copy) =>
        append(log, Some(key), part("a", "a1"), part("b", "b1")): Unit
        if !last then append(log, None, part("a", "a2")): Unit
        val imported = JournalImport.into(copy).fold(error => fail(error.message), identity)
        JournalExport.of(log)(one => imported.add(one.copy(keyEvents = math.min(one.keyEvents, 1)), 0): Unit): Unit
        assert(imported.finish().isRight)
        LogCopy.toLog(log, copy) match
          case Left(error) =>
            assert(error.message.contains("the append with the key of record 1 has 1 records, not 2"), error.message)
          case unexpected => fail(s"$unexpected")

  test("a log that gives times of its own is no target"):
    Using.resources(MemoryEventLog(), LogCopySuite.OwnTimes(MemoryEventLog())): (log, wrapped) =>
      LogCopy.toLog(log, wrapped) match
        case Left(error: CopyError.Refused) => assert(error.message.contains("times of its own"), error.message)
        case unexpected                     => fail(s"$unexpected")

object LogCopySuite:
  private final class OwnTimes(log: EventLog) extends mistakes.Forwarding(log):
    override def takesStored: Boolean = false
