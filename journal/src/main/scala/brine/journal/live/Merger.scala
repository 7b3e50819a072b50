package brine.journal.live

import brine.journal.StoreThread
import brine.journal.lookup.MergedIndexes
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{LinkedBlockingQueue, RejectedExecutionException, ThreadPoolExecutor, TimeUnit}

/** The thread that merges the indexes of ended segments, and ends when there is nothing to merge. A thread of its own:
  * the writer may wait for the keeper to prepare a segment, and merging can take long.
  */
private[live] final class Merger(folder: Path, merged: MergedIndexes, keeper: Keeper):
  private val executor =
    ThreadPoolExecutor(
      0,
      1,
      Merger.IdleSeconds,
      TimeUnit.SECONDS,
      LinkedBlockingQueue[Runnable](),
      task => StoreThread(task, s"brine-journal-merger-${folder.getFileName}")
    )
  private val isMerging          = AtomicBoolean()
  @volatile private var isEnding = false

  /** Merges all there is to merge, on the current thread. */
  def merge(): Unit = while !isEnding && merged.step(() => isEnding) do ()

  /** Starts merging, unless it is under way. */
  def mergeSoon(): Unit =
    if merged.mayMerge && isMerging.compareAndSet(false, true) then
      try
        executor.execute: () =>
          isMerging.set(false)
          keeper.guarded(merge())
      catch
        case _: RejectedExecutionException => ()
        case _: OutOfMemoryError           => isMerging.set(false) // no thread to be had: later, then

  /** Ends the thread. What it was merging is left. */
  def shutdown(): Unit =
    isEnding = true
    executor.shutdown()

  /** Waits for its end, at most this long. */
  def awaitEnd(nanos: Long): Unit = executor.awaitTermination(nanos, TimeUnit.NANOSECONDS): Unit

private object Merger:
  private inline val IdleSeconds = 1L
