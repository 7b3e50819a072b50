package brine.entity.boundary.internal

import brine.codec.{DecodeError, Schema}
import brine.entity.boundary.{BoundaryError, BoundaryEvents, BoundaryException, BoundarySettings}
import brine.entity.internal.LogFailure
import brine.journal.{EventLog, ReadAs, ReadError, Stored}
import scala.util.control.NonFatal

/** What the decisions of one boundary share. Thread-safe. */
private[boundary] final class BoundaryRuntime[E](
    val log: EventLog,
    val events: BoundaryEvents[E],
    val settings: BoundarySettings
):
  @volatile private var closed = false

  val described: String                           = events.toString
  private[internal] val turns: Turns              = Turns(log.name)
  private[internal] val batches: DecisionBatch[E] = DecisionBatch(events, described)
  private[internal] val reads: ReadAs[E]          = ReadAs.decoded[E](using events.codec)(using events.schemas)

  def isClosed: Boolean = closed
  def close(): Unit     = closed = true

  def requireOpen(): Unit = if closed then throw failed(BoundaryError.Closed(described))

  def failed(error: BoundaryError): BoundaryException = BoundaryException(error)

  def unavailable(error: ReadError): BoundaryException = failed(BoundaryError.Unavailable(described, error))

  /** Reads the log; what it throws is an error. Not inline: Scala 3.3 would then look for a package as an object. */
  private[internal] def reading[A](read: => A): A =
    try read
    catch
      case own: BoundaryException => throw own
      case NonFatal(thrown)       => throw unavailable(LogFailure.of(log, thrown))

private[boundary] object BoundaryRuntime:
  /** Reads events as they are stored, and passes deletions. */
  private[internal] object EventBytes extends ReadAs[Stored]:
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, Stored] = Right(Stored(schema, bytes))
