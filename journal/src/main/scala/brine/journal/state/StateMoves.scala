package brine.journal.state

import brine.codec.Schema
import brine.journal.*
import java.util.concurrent.Semaphore
import java.util.concurrent.atomic.AtomicLong

/** Appends states again that are still the last ones of their keys. Several are in flight at once. For one thread. */
private[state] final class StateMoves(log: StateLog):
  import StateMoves.MostInFlight

  private val room                = Semaphore(MostInFlight)
  private val movedBytes          = AtomicLong()
  private var readBytes           = 0L
  @volatile private var isBlocked = false

  // The last one since [[await]] whose key has a later state
  private var skipped: StateMoves.One | Null = null

  private val listener: AppendListener = new AppendListener:
    // The context is the number of bytes.
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      movedBytes.addAndGet(context): Unit
      room.release()
    def rejected(context: Long, error: AppendError): Unit =
      error match
        case _: AppendError.WrongVersion => () // the key has a later state
        case _                           => isBlocked = true
      room.release()

  /** Whether a state could not be appended: then nothing may be deleted. */
  def hasFailed: Boolean = isBlocked

  /** Appends the state at a cursor again, unless its key has a later one. A deletion is not needed once what is before
    * it is gone.
    */
  def move(cursor: EventCursor): Unit =
    val payload = cursor.payload
    val stream  = cursor.stream
    val bytes   = payload.length.toLong + stream.length + StateMoves.Overhead
    readBytes += bytes
    if !StateEvent.deletes(cursor) then
      val one = StateMoves.One(stream, cursor.version, cursor.schema, payload)
      // Asked first because most have a later one. The append asks again, together with its commit.
      if log.lastVersion(stream) == one.version then append(one, bytes) else skipped = one

  private def append(one: StateMoves.One, bytes: Long): Unit =
    val events = EncodedEvents(one.stream, ExpectedVersion(one.version), one.schema, Seq(one.payload))
    room.acquire()
    try log.appendEncoded(EncodedAppend.of(Seq(events), level = Level.OsCache), listener, bytes)
    catch
      case failed: Throwable =>
        isBlocked = true
        room.release()
        throw failed

  /** Waits until nothing is in flight. Then every state for which one was not appended has been written. */
  def await(): Unit =
    // The later state of a key may be one that the writer has accepted and not written yet. An append behind it is
    // refused, because the later state is there, and only once both were written.
    val last = skipped
    if last != null then append(last, 0)
    skipped = null
    room.acquire(MostInFlight)
    room.release(MostInFlight)

  /** The share of bytes of files that the states took which were appended again. */
  def share(bytes: Long): Long =
    if readBytes == 0 then 0 else math.ceil(bytes.toDouble * movedBytes.get / readBytes).toLong

private object StateMoves:
  private final val MostInFlight = 1024

  private final class One(val stream: String, val version: Long, val schema: Schema, val payload: Array[Byte])

  // About what a record takes besides its name and its bytes: sequence, time, index.
  private final val Overhead = 24
