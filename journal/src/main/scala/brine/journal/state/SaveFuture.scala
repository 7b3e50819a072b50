package brine.journal.state

import brine.journal.FutureExecutor
import brine.journal.snapshot.SnapshotError
import java.util.concurrent.CompletableFuture

/** The result of one save as a future, which does not complete on the thread of a store, unless there is no memory for
  * another one.
  */
private[state] final class SaveFuture extends SaveListener:
  val result: CompletableFuture[Either[SnapshotError, Unit]] = CompletableFuture()

  private var outcome: Either[SnapshotError, Unit] = SaveFuture.Saved
  // Made by who saves: the thread of the store must not need memory for it.
  private val completing = FutureExecutor.task(result.complete(outcome): Unit)

  def saved(context: Long): Unit = completing.run()

  def failed(context: Long, error: SnapshotError): Unit =
    outcome = Left(error)
    completing.run()

private object SaveFuture:
  private val Saved = Right(())
