package brine.journal

import brine.journal.storage.RefusingStorage
import java.io.IOException
import java.nio.file.FileSystemException
import java.time.Duration
import java.util.concurrent.atomic.AtomicInteger

/** Listeners of states are code of users on the journal's threads: whatever they throw, the journal continues. */
class StateListenerSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val patience = Duration.ofSeconds(30)
  private val settings =
    JournalSettings(segmentSize = 1 << 16, spaceCheckEvery = Duration.ofMillis(1), idleAfter = Duration.ofMillis(1))

  private val failures = List[() => Throwable](
    () => IllegalStateException("thrown by a listener, as the test wants"),
    () => NoClassDefFoundError("thrown by a listener, as the test wants"),
    () => InterruptedException("thrown by a listener, as the test wants"),
    () => StackOverflowError("thrown by a listener, as the test wants"),
    () => scala.util.control.Breaks().breakException
  )

  extension (breaks: scala.util.control.Breaks)
    private def breakException: Throwable =
      try breaks.break()
      catch case thrown: Throwable => thrown

  // What a listener throws is for the handler of its thread, which would print it among the results.
  private def quietly[A](body: => A): A =
    val before = Thread.getDefaultUncaughtExceptionHandler
    Thread.setDefaultUncaughtExceptionHandler((_, _) => ())
    try body
    finally Thread.setDefaultUncaughtExceptionHandler(before)

  private def withListeners[A](made: () => Throwable)(body: (Journal, RefusingStorage, AtomicInteger) => A): A =
    TemporaryFolder.use: folder =>
      val storage = RefusingStorage()
      val journal = Journal.open(folder, settings, storage)
      val told    = AtomicInteger()
      try
        journal.onStateChange(_ => throw made())
        journal.onStateChange(_ => told.incrementAndGet(): Unit)
        quietly(body(journal, storage, told))
      finally journal.close()

  private def append(journal: Journal) = journal.append("s", "x" * 10000).await(patience)

  for made <- failures do
    val name = made().getClass.getSimpleName
    test(s"$name: a journal that becomes read-only resumes, and tells the other listeners"):
      withListeners(made): (journal, storage, told) =>
        storage.refusesName = path => Some(FileSystemException(path.toString, null, "refused, as the test wants"))
        val refused = Iterator.continually(append(journal)).take(1000).find(_.isLeft)
        assert(refused.exists(_.left.exists(_.isInstanceOf[AppendError.ReadOnly])), s"$refused")
        storage.refusesName = _ => None
        val deadline = System.nanoTime + patience.toNanos
        while append(journal).isLeft do
          assert(System.nanoTime < deadline, s"still ${journal.state}")
          Thread.sleep(1)
        assert(told.get >= 2, s"told ${told.get} times")

    test(s"$name: a journal that fails completes the appends in flight, and closes"):
      withListeners(made): (journal, storage, told) =>
        assert(append(journal).isRight)
        storage.refuses = _ => Some(IOException("broken, as the test wants"))
        val last = append(journal)
        assert(last.left.exists(_.isInstanceOf[AppendError.OutcomeUnknown]), s"$last")
        assert(append(journal).left.exists(_.isInstanceOf[AppendError.Closed]))
        assert(journal.state.isInstanceOf[JournalState.Failed])
        journal.close()
        assertEquals(told.get, 2) // that it failed, and that it is closed
