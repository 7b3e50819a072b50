package brine.pekko.persistence

import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.time.Instant
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

/** A log that does what another one does, and appends as the next fault says.
  *
  * @param faults
  *   what happens to the n-th append, from 0
  */
final class FaultyLog(log: EventLog)(faults: Int => FaultyLog.Fault) extends EventLog:
  import FaultyLog.Fault.*

  private val count = AtomicInteger()

  /** Number of appends that were tried. */
  def appends: Int = count.get

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    faults(count.getAndIncrement()) match
      case None          => log.appendEncoded(append, listener, context, waits)
      case Full if waits => log.appendEncoded(append, listener, context, waits)
      case Full          => listener.rejected(context, AppendError.Full)
      case Refused       =>
        val unavailable = ReadError.Unavailable(name, java.io.IOException("on purpose"))
        listener.rejected(context, AppendError.Unreadable(unavailable))
      case Held(until) =>
        Thread.ofVirtual.start: () =>
          until.await()
          log.appendEncoded(append, listener, context, waits)
        : Unit
      case Lost   => listener.rejected(context, AppendError.OutcomeUnknown(Offset(1), Offset(1)))
      case Stored =>
        val unknown = new AppendListener:
          def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
            listener.rejected(context, AppendError.OutcomeUnknown(first, last))
          def rejected(context: Long, error: AppendError): Unit = listener.rejected(context, error)
        log.appendEncoded(append, unknown, context, waits)

  def name: String                                       = log.name
  def durable: Offset                                    = log.durable
  def version(stream: String): Either[ReadError, Long]   = log.version(stream)
  def offsetAt(time: Instant): Either[ReadError, Offset] = log.offsetAt(time)
  def snapshots: SnapshotStore                           = log.snapshots
  def states: StateRecords                               = log.states
  def source: EventSource                                = log.source
  def close(): Unit                                      = log.close()

object FaultyLog:
  enum Fault:
    /** It is done. */
    case None

    /** There is no room without waiting. */
    case Full

    /** The store cannot be reached, and says so. */
    case Refused

    /** It is done later. */
    case Held(until: CountDownLatch)

    /** The store did not answer, and has not done it. */
    case Lost

    /** The store did not answer, and has done it. */
    case Stored
