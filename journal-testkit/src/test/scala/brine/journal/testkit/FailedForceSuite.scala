package brine.journal.testkit

import brine.journal.{AppendError, ExpectedVersion, Journal, JournalSettings, Offset}
import java.nio.file.Path
import java.util.UUID
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class FailedForceSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 1.minute

  test("who is refused as a duplicate of what a failed force was to make safe is not told that it is safe"):
    val storage = FaultStorage(1)
    val journal = Journal.open(Path.of("/journal"), JournalSettings(segmentSize = 1 << 16), storage)
    try
      // While the first append is forced, the two others come, so that they are one group.
      val isForcing = CountDownLatch(1)
      val goesOn    = CountDownLatch(1)
      val isFirst   = AtomicBoolean(true)
      storage.beforeForce: file =>
        if file.toString.endsWith(".seg") && isFirst.getAndSet(false) then
          isForcing.countDown()
          goesOn.await()
      def append(key: Option[UUID]) = journal.append("s", ExpectedVersion.Any, Seq(1), key)
      val first                     = append(None)
      isForcing.await()
      val key    = Some(UUID.randomUUID)
      val second = append(key)
      val again  = append(key)
      storage.inject(Fault.FailedForce(after = 1), _.toString.endsWith(".seg"))
      goesOn.countDown()
      assertEquals(first.await().map(_.last), Right(Offset(1)))
      for one <- Vector(second, again) do
        one.await() match
          case Left(error @ AppendError.OutcomeUnknown(first, last, Some(cause))) =>
            assertEquals((first, last), (Offset(2), Offset(2)))
            assert(error.message.contains(cause.getMessage), error.message)
          case other => fail(s"$other")
    finally journal.close()
