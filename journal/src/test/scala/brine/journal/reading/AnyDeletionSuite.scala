package brine.journal.reading

import brine.journal.*
import brine.journal.storage.MemoryStorage
import java.nio.file.Path

/** Streams that are read while retention deletes the events that say what was deleted. */
class AnyDeletionSuite extends munit.FunSuite:
  private val folder = Path.of("data")

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def append(journal: Journal, stream: String, value: String): Unit =
    ok(journal.append(stream, value).await()): Unit

  /** Reads a stream, and deletes all segments that have ended before the n-th look of the reader. Returns how often it
    * has looked.
    */
  private def readDuring(stream: String, from: Long, place: Int)(check: Vector[Long] => Unit): Int =
    val journal = Journal.open(folder, JournalSettings(segmentSize = 1 << 16), MemoryStorage())
    try
      for round <- 1 to 3 do
        for deleted <- Seq("mine", s"gone-$round") do
          append(journal, deleted, "before")
          ok(journal.delete(deleted).await()): Unit
        journal.endSegment()
      for name <- Seq("mine", "other") do for i <- 1 to 3 do append(journal, name, s"$i")
      var looks        = 0
      var isActing     = false
      def look(): Unit = if !isActing then
        looks += 1
        if looks == place then
          isActing = true
          ok(journal.retain(RetentionRules(bytes = 0))): Unit
          isActing = false
      val source = FileSource(Stepping.view(journal.asInstanceOf[JournalReader].view, () => look()))
      val cursor = StreamCursor.of(source, stream, from)
      try check(Vector.unfold(())(_ => if cursor.next() then Some((cursor.version, ())) else None))
      finally cursor.close()
      looks
    finally journal.close()

  test("what is kept of a stream is read, wherever retention deletes meanwhile"):
    for (stream, from, versions) <- Seq(("mine", 0L, Vector(7L, 8L, 9L)), ("other", 1L, Vector(1L, 2L, 3L))) do
      var place = 1
      while readDuring(stream, from, place)(assertEquals(_, versions, s"$stream, look $place")) >= place do place += 1
      assert(place > 5, place)
