package brine.journal.replication

import brine.journal.Micros
import java.io.InputStream
import java.time.Instant

/** A stream of records as the source of a follower. For one thread, beside the one that reads the stream. */
private[replication] final class StreamSource(in: InputStream) extends FeedSource:
  private val chunks                          = StreamChunks(in)
  private val received                        = StreamFeed(chunks)
  private var first: Option[StreamPart.Begin] = None

  def prepare(isStopped: () => Boolean): Option[FollowError] =
    chunks.start()
    var problem: Option[FollowError] = None
    while first.isEmpty && problem.isEmpty && !isStopped() do
      received.begin(StreamSource.WaitNanos) match
        case Left(error)  => problem = Some(error)
        case Right(begin) => first = begin
    problem

  def name: String                                              = first.fold("a stream")(_.log)
  def begins: Option[Option[Instant]]                           = Some(first.flatMap(_.from).map(Micros.instant))
  def canRestart: Boolean                                       = false
  def visible: Long                                             = 0
  def isReadable: Boolean                                       = true
  def close(): Unit                                             = chunks.close()
  def feed(at: Option[Instant]): Either[Feed.Next.Failed, Feed] = Right(received)

private object StreamSource:
  private final val WaitNanos = 50_000_000L
