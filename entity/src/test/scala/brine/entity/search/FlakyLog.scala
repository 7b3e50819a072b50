package brine.entity.search

import brine.entity.WrappedLog
import brine.journal.*
import java.util.SplittableRandom
import java.util.concurrent.{ExecutorService, Executors}

/** A log that fails at random: it refuses appends at once or later, does not know whether it has appended, cannot be
  * read for a moment, and another writer is first.
  *
  * @param log
  *   the log that it stands before
  * @param every
  *   one of this number of appends and of reads is struck; 0 for none
  */
class FlakyLog(log: EventLog, seed: Long, every: Int) extends WrappedLog(log):
  private val random = SplittableRandom(seed)
  // Another thread, as a store has one. What it tells is in order.
  private val later: ExecutorService = Executors.newSingleThreadExecutor()
  private var foreign                = 0L

  protected final def next(bound: Int): Int = random.synchronized(random.nextInt(bound))
  private def strikes: Boolean              = every > 0 && next(every) == 0

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    if !strikes then log.appendEncoded(append, listener, context, waits)
    else
      next(6) match
        case 0 => listener.rejected(context, AppendError.Full)
        case 1 => listener.rejected(context, AppendError.ReadOnly("the test says so"))
        case 2 => later.execute(() => listener.rejected(context, AppendError.ReadOnly("the test says so, later")))
        case 3 => later.execute(() => listener.rejected(context, AppendError.OutcomeUnknown(Offset(1), Offset(1))))
        case 4 => log.appendEncoded(append, FlakyLog.Silent(listener), context, waits)
        case _ =>
          anotherWriter(append)
          log.appendEncoded(append, listener, context, waits)

  /** Appends something before this append. */
  protected def anotherWriter(append: EncodedAppend): Unit =
    val stream = append.parts.last.stream
    if stream.startsWith("ledger-") then
      for _ <- 0 to next(2) do
        val id = synchronized:
          foreign += 1
          -foreign
        val event: LedgerEvent = LedgerEvent.Added(id)
        log.tryAppend(stream, ExpectedVersion.Any, Seq(event)): Unit

  override protected def beforeRead(stream: String): Unit = failAtRandom()
  override protected def beforeQuery(): Unit              = failAtRandom()

  private def failAtRandom(): Unit =
    if strikes then throw JournalException(ReadError.Unavailable(name, Exception("the test says so")))

  /** Ends its thread. The log behind it stays open. */
  override def close(): Unit = later.shutdown()

private object FlakyLog:
  /** Does not say that an append has completed. */
  final class Silent(listener: AppendListener) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      listener.rejected(context, AppendError.OutcomeUnknown(first, last))
    def rejected(context: Long, error: AppendError): Unit = listener.rejected(context, error)
