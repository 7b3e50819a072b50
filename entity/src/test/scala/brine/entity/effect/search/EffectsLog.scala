package brine.entity.effect.search

import brine.entity.WrappedLog
import brine.journal.*

/** A log that fails at random: appends are refused, or nobody knows whether they happened; reading fails for a moment.
  * What a test appends itself goes to the log behind it.
  *
  * @param strikes
  *   whether the next call fails
  */
private[search] final class EffectsLog(log: EventLog, strikes: () => Boolean) extends WrappedLog(log):
  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    if !strikes() then log.appendEncoded(append, listener, context, waits)
    else if strikes() then listener.rejected(context, AppendError.ReadOnly("the test says so"))
    else if strikes() then log.appendEncoded(append, EffectsLog.Silent(listener), context, waits)
    else
      val unknown = AppendError.OutcomeUnknown(Offset(1), Offset(1))
      Thread.ofVirtual.start(() => listener.rejected(context, unknown)): Unit

  override def version(stream: String): Either[ReadError, Long] =
    if strikes() then Left(unavailable) else log.version(stream)

  override protected def beforeRead(stream: String): Unit = if strikes() then throw JournalException(unavailable)
  override protected def beforeQuery(): Unit              = if strikes() then throw JournalException(unavailable)

  private def unavailable = ReadError.Unavailable(name, Exception("the test says so"))

private object EffectsLog:
  /** Does not say that an append has completed. */
  private final class Silent(listener: AppendListener) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      listener.rejected(context, AppendError.OutcomeUnknown(first, last))
    def rejected(context: Long, error: AppendError): Unit = listener.rejected(context, error)
