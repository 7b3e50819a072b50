package brine.journal

import brine.journal.storage.RefusingStorage
import java.io.IOException
import java.nio.file.Path
import java.time.Duration

class JournalErrorSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val patience = Duration.ofSeconds(30)
  private val broken   = IOException("broken, as the test wants")

  test("an exception has what led to the error as its cause"):
    def cause(error: JournalError) = JournalException(error).getCause
    val folder                     = Path.of("data")
    assertEquals(cause(ReadError.Failed(folder, broken)), broken)
    assertEquals(cause(OpenError.Failed(folder, broken)), broken)
    assertEquals(cause(ReadError.Unavailable("log", broken)), broken)
    assertEquals(cause(AppendError.Unreadable(ReadError.Failed(folder, broken))), broken)
    assertEquals(cause(AppendError.Unchecked(broken)), broken)
    assertEquals(cause(AppendError.Closed("it failed", Some(broken))), broken)
    assertEquals(cause(AppendError.Closed("by the program")), null)
    assertEquals(cause(AppendError.Full), null)

  test("a journal that has failed says with what, in its state and to each later append"):
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      val journal = Journal.open(folder, JournalSettings(segmentSize = 1 << 16), storage)
      try
        assert(journal.append("s", "event").await(patience).isRight)
        storage.refuses = _ => Some(broken)
        assert(journal.append("s", "event").await(patience).isLeft)
        journal.append("s", "event").await(patience) match
          case Left(AppendError.Closed(reason, Some(cause))) =>
            assertEquals(cause, broken)
            assertEquals(journal.state, JournalState.Failed(reason, broken))
          case result => fail(s"$result")
      finally journal.close()
