package brine.journal.reading

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.util.{Random, Using}

/** What a cursor reads of random journals, by every selection, compared with the plain list of events. Where the writer
  * changes things meanwhile, see [[InterleavingSuite]].
  */
class RecordCursorSuite extends munit.FunSuite:
  private val folder                            = Path.of("cursors")
  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private final case class Event(sequence: Long, stream: String, version: Long, tags: Set[String], time: Long)

  /** Appends of one to three events, of dense and of rare streams; some segments end. */
  private def fill(journal: Journal, random: Random): Vector[Event] =
    val versions = scala.collection.mutable.HashMap.empty[String, Long].withDefaultValue(0L)
    for
      _ <- (1 to 120).toVector
      stream   = if random.nextInt(8) == 0 then s"rare-${random.nextInt(5)}" else s"dense-${random.nextInt(2)}"
      tags     = if random.nextInt(3) == 0 then Set(s"tag-${random.nextInt(3)}") else Set.empty[String]
      events   = Vector.fill(1 + random.nextInt(3))("x" * random.nextInt(3000))
      appended = ok(journal.append(stream, ExpectedVersion.Any, events, tags = tags).await())
      _        = if random.nextInt(25) == 0 then journal.endSegment()
      sequence <- appended.first.sequence to appended.last.sequence
    yield
      versions(stream) += 1
      Event(sequence, stream, versions(stream), tags, 0)

  private def read(view: JournalView, selection: Selection): Vector[Event] =
    Using.resource(RecordCursor(view, selection)): cursor =>
      val found = Vector.newBuilder[Event]
      while cursor.next() do found += Event(cursor.sequence, cursor.stream, cursor.version, cursor.tags, 0)
      assertEquals(cursor.next(), false)
      found.result()

  private def selections(events: Vector[Event], random: Random): Vector[(Selection, Event => Boolean)] =
    def any = events(random.nextInt(events.size))
    val at  = any.sequence
    val one = any
    val tag = s"tag-${random.nextInt(4)}"
    Vector(
      Selection.All(at)                         -> (_.sequence > at),
      Selection.StreamAfter(one.stream, at)     -> (event => event.stream == one.stream && event.sequence > at),
      Selection.Stream(one.stream, one.version) -> (event =>
        event.stream == one.stream && event.version >= one.version
      ),
      Selection.Stream(one.stream, 0) -> (_.stream == one.stream),
      Selection.Stream("none", 1)     -> (_ => false),
      Selection.Tagged(tag, at)       -> (event => event.tags(tag) && event.sequence > at)
    )

  test("every selection of random journals, in the writer's process and in another one, also with other segments"):
    for seed <- 1 to 20 do
      val random   = Random(seed)
      val storage  = MemoryStorage()
      val settings = JournalSettings(segmentSize = if seed % 2 == 0 then 1 << 16 else 1 << 20)
      Using.resource(Journal.open(folder, settings, storage)): journal =>
        val events = fill(journal, random)
        Using.resource(JournalReader.open(folder, settings, storage)): reader =>
          // Nothing says yet that the last append is durable.
          val seen = reader.durable.sequence
          for (selection, isWanted) <- (1 to 10).flatMap(_ => selections(events, random)) do
            val wanted = events.filter(isWanted)
            assertEquals(read(journal.view, selection), wanted, s"seed $seed, $selection")
            assertEquals(read(reader.view, selection), wanted.filter(_.sequence <= seen), s"seed $seed, $selection")

  test("a cursor continues when there is more, through segments that end"):
    Using.resource(Journal.open(folder, JournalSettings(), MemoryStorage())): journal =>
      Using.resource(RecordCursor(journal.view, Selection.Tagged("t", 0))): cursor =>
        for n <- 1 to 30 do
          assertEquals(cursor.next(), false)
          ok(journal.append("s", ExpectedVersion.Any, Seq("x"), tags = Set("t")).await()): Unit
          assert(cursor.next())
          assertEquals((cursor.sequence, cursor.version), (n.toLong, n.toLong))
          if n % 7 == 0 then journal.endSegment()

  test("the place of an event is its file and unit"):
    Using.resource(Journal.open(folder, JournalSettings(), MemoryStorage())): journal =>
      ok(journal.append("s", ExpectedVersion.Any, Seq("x")).await()): Unit
      Using.resource(RecordCursor(journal.view, Selection.All(0))): cursor =>
        assertEquals(cursor.place, ("", 0L))
        assert(cursor.next())
        assertEquals(cursor.place, (SegmentFiles.name(1), 4096L))
