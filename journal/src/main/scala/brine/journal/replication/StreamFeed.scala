package brine.journal.replication

import brine.codec.{ContainerReader, Schema}
import brine.journal.tools.ExportedRecord
import scala.collection.mutable

/** Records of a stream. For one thread. */
private[replication] final class StreamFeed(chunks: StreamChunks) extends Feed:
  import Feed.Next
  import StreamChunks.Item

  private val parts   = mutable.Queue.empty[StreamPart]
  private val schemas = mutable.ArrayBuffer.empty[Schema]
  private var number  = 0L
  private var known   = 0L
  private var isOver  = false

  def end: Long = known

  /** The first message, if it has come. */
  def begin(nanos: Long): Either[FollowError, Option[StreamPart.Begin]] =
    if parts.isEmpty then
      receive(nanos) match
        case Some(Next.Failed(error, _)) => Left(error)
        case Some(_)                     => Left(FollowError.Cut("is empty"))
        case None                        => begun()
    else begun()

  private def begun(): Either[FollowError, Option[StreamPart.Begin]] =
    if parts.isEmpty then Right(None)
    else
      parts.dequeue() match
        case begin: StreamPart.Begin if begin.version == StreamPart.Version => Right(Some(begin))
        case begin: StreamPart.Begin                                        =>
          Left(
            FollowError.Refused(
              s"the stream has version ${begin.version}, and this release reads " +
                s"${StreamPart.Version}: use the same release on both sides"
            )
          )
        case _ => Left(FollowError.Cut("does not say what it is"))

  def next(nanos: Long): Next =
    if parts.isEmpty && !isOver then receive(nanos).getOrElse(if parts.isEmpty then Next.Nothing else first())
    else first()

  private def first(): Next =
    if parts.isEmpty then Next.Over
    else
      parts.dequeue() match
        case event: StreamPart.Event if event.schema < 0 || event.schema >= schemas.size =>
          broken(s"is damaged: a record with schema ${event.schema} of ${schemas.size}")
        case event: StreamPart.Event =>
          known = math.max(known, event.offset)
          Next.One(StreamPart.record(event, schemas(event.schema)))
        case StreamPart.Schema(canonical) =>
          Schema.fromCanonical(canonical) match
            case Right(schema) =>
              schemas += schema
              // No call of next, which calls this one: a stream may have many in a row.
              if parts.isEmpty then Next.Nothing else first()
            case Left(error) => broken(s"is damaged: ${error.getMessage}")
        case StreamPart.CaughtUp(end) =>
          known = math.max(known, end)
          Next.CaughtUp
        case StreamPart.End(false) =>
          isOver = true
          Next.Over
        case StreamPart.End(true) =>
          isOver = true
          Next.Stopped
        case _ => broken("is damaged: a message that cannot be here")

  /** Receives the next chunk; returns how the stream has ended, if it has. */
  private def receive(nanos: Long): Option[Next] =
    chunks.poll(nanos) match
      case None                       => None
      case Some(Item.Ended)           => Some(broken("has ended without its last message"))
      case Some(Item.Broken(problem)) => Some(broken(problem))
      case Some(Item.Chunk(bytes))    => decode(bytes)

  private def decode(bytes: Array[Byte]): Option[Next] =
    val container               = ContainerReader(bytes)
    var problem: Option[String] = None
    while problem.isEmpty && container.hasNext do
      container.next[StreamPart]() match
        case Left(error) => problem = Some(s"is damaged in chunk $number: ${error.getMessage}")
        case Right(part) => parts += part
    if problem.isEmpty && number > 0 then
      parts.dequeue() match
        case StreamPart.Chunk(of, end) if of == number => known = math.max(known, end)
        case _                                         => problem = Some(s"is damaged: chunk $number is missing")
    number += 1
    problem.map: problem =>
      parts.clear()
      broken(problem)

  private def broken(problem: String): Next =
    isOver = true
    Next.Failed(FollowError.Cut(problem), mayPass = false)

  def recheck(last: ExportedRecord, replica: String): Next = Next.Nothing
  def close(): Unit                                        = ()
