package brine.journal.state

import brine.journal.flight.KeeperFailureEvent
import brine.journal.{Filter, JournalException, Offset}
import java.util.concurrent.{LinkedBlockingQueue, RejectedExecutionException, ThreadPoolExecutor, TimeUnit}
import scala.collection.mutable
import scala.util.control.NonFatal

/** Gives back the space of states that were replaced or deleted. Once the files are twice as long as after the last
  * time, it empties all segments that have ended, the oldest first: a state that is still the last one of its key is
  * appended again, and the segment is deleted once everything that was written until then is durable. So the files
  * hold at most about twice what the states take, each byte is written about twice, and no key needs memory.
  *
  * @param least
  *   files that are shorter than this many bytes are left
  * @param before
  *   how many bytes the states took the last time
  * @param onEmptied
  *   receives how many bytes the states take now
  */
private[state] final class StateCleaner(log: StateLog, least: Long, before: Long, onEmptied: Long => Unit):
  private val executor =
    ThreadPoolExecutor(
      0,
      1,
      1,
      TimeUnit.SECONDS,
      LinkedBlockingQueue[Runnable](),
      task =>
        val thread = Thread(null, task, s"brine-states-${log.folder}")
        thread.setDaemon(true)
        thread
    )
  @volatile private var isClosing = false

  /** How many bytes of the files the states took when segments were last emptied. */
  @volatile var live: Long = before

  // Number of the current segment when [[look]] has looked last; a thread that reads an older one looks once more.
  @volatile private var looked = 0L

  /** Starts to empty segments if there is enough to give back. Called after each save: it looks only after a segment
    * has ended.
    */
  def look(): Unit =
    val current = log.current
    if current != looked then
      looked = current
      if isDue then
        try executor.execute(() => quietly(clean()))
        catch
          // It is closed, or there is no thread to be had: a later segment tries again.
          case _: (RejectedExecutionException | OutOfMemoryError) => ()

  private def bytes: Long    = log.ended.iterator.map(_.bytes).sum
  private def isDue: Boolean = bytes >= 2 * live + least

  /** Empties segments as long as there is enough to give back, on the current thread, which is none of a store. */
  def clean(): Unit = synchronized:
    while !isClosing && isDue && emptyEnded() do ()

  /** Empties all segments that have ended, however much there is to give back.
    *
    * @return
    *   false if something is in the way; then a later segment tries again
    */
  def emptyEnded(): Boolean = synchronized:
    val segments = log.ended
    val cursor   = log.source.events(Filter.All, Offset.Begin)
    val moves    = StateMoves(log)
    val emptied  = mutable.Queue.empty[StateCleaner.Emptied]
    var at       = 0
    try
      while at < segments.size && canContinue(moves) do
        val isThere = cursor.next()
        while at < segments.size && (!isThere || cursor.offset.sequence > segments(at).last) do
          moves.await()
          if !moves.hasFailed then emptied += StateCleaner.Emptied(segments(at).last, log.written)
          at += 1
        discard(emptied)
        if isThere && at < segments.size then moves.move(cursor)
      moves.await()
      // What replaces the states may not be durable yet: that takes as long as the settings allow.
      while emptied.nonEmpty && canContinue(moves) do
        log.source.awaitBeyond(Offset(emptied.head.written - 1), StateCleaner.LookEveryNanos): Unit
        discard(emptied)
    finally cursor.close()
    val isDone = !moves.hasFailed && at == segments.size && emptied.isEmpty
    if isDone then
      live = moves.share(segments.iterator.map(_.bytes).sum)
      onEmptied(live)
    isDone

  private def canContinue(moves: StateMoves) = !isClosing && !moves.hasFailed && log.state.acceptsAppends

  private def discard(emptied: mutable.Queue[StateCleaner.Emptied]): Unit =
    val durable = log.durable.sequence
    var upTo    = 0L
    while emptied.nonEmpty && emptied.head.written <= durable do upTo = emptied.dequeue().last
    if upTo > 0 then log.discard(Offset(upTo)).left.foreach(error => throw JournalException(error))

  private def quietly(body: => Unit): Unit =
    try body
    catch
      case NonFatal(error) => // a later segment tries again
        val event = KeeperFailureEvent()
        if event.isEnabled then
          event.journal = log.name
          event.problem = error.toString
          event.commit()

  /** Ends what is under way, and waits for that. No interrupt ends the wait. */
  def close(): Unit =
    isClosing = true
    executor.shutdown()
    var wasInterrupted = false
    while !executor.isTerminated do
      try executor.awaitTermination(1, TimeUnit.SECONDS): Unit
      catch case _: InterruptedException => wasInterrupted = true
    if wasInterrupted then Thread.currentThread.interrupt()

private object StateCleaner:
  // How long a wait takes no notice of closing.
  private final val LookEveryNanos = 20_000_000L

  /** A segment without states that are needed, once everything up to a sequence is durable. */
  private final case class Emptied(last: Long, written: Long)
