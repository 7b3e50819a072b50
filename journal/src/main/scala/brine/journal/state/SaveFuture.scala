package brine.journal.state

import brine.journal.FutureExecutor
import brine.journal.snapshot.SnapshotError
import java.util.concurrent.CompletableFuture

/** The result of one save as a future, which does not complete on the thread of a store. */
private[state] final class SaveFuture extends SaveListener:
  val result: CompletableFuture[Either[SnapshotError, Unit]] = CompletableFuture()

  def saved(context: Long): Unit                        = complete(Right(()))
  def failed(context: Long, error: SnapshotError): Unit = complete(Left(error))

  private def complete(value: Either[SnapshotError, Unit]): Unit =
    result.completeAsync(() => value, FutureExecutor.default): Unit
