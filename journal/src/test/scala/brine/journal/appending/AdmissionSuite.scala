package brine.journal.appending

import brine.journal.*
import brine.journal.live.FileJournal
import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue

final class AdmissionSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val patience = Duration.ofSeconds(30)

  // What the writer remembers is broken on purpose: an event that is not there yet has the tag.
  private def breakTag(journal: Journal, name: String): Unit = journal match
    case files: FileJournal => files.names.tag(name).last = 1L << 20
    case other              => fail(s"$other")

  test("an append that cannot be compared with recent events is refused with the cause, and ends no other"):
    TemporaryFolder.use: folder =>
      val shown  = ConcurrentLinkedQueue[Throwable]()
      val before = Thread.getDefaultUncaughtExceptionHandler
      Thread.setDefaultUncaughtExceptionHandler((_, error) => shown.add(error): Unit)
      val journal = Journal.open(folder, JournalSettings(segmentSize = 1 << 16))
      try
        def append(tag: String) =
          val events = StreamAppend("s", ExpectedVersion.Any, Seq("event"), Set(s"of $tag"))
          val unless = Seq(AppendCondition(Query.tagged(tag), Offset.Begin))
          journal.appendAll(Seq(events), unless = unless).await(patience)
        // From here on the writer remembers events.
        assert(clue(append("other")).isRight)
        breakTag(journal, "broken")
        append("broken") match
          case Left(AppendError.Unchecked(cause)) =>
            assert(cause.getStackTrace.exists(_.getMethodName == "compare"), cause)
            assert(shown.contains(cause), shown)
          case result => fail(s"$result")
        assertEquals(journal.state, JournalState.Healthy)
        assertEquals(append("other").map(_.version), Right(2L))
      finally
        journal.close()
        Thread.setDefaultUncaughtExceptionHandler(before)
