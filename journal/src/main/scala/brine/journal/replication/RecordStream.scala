package brine.journal.replication

import brine.codec.ContainerWriter
import brine.journal.tools.ExportedRecord
import brine.journal.{EventLogReader, Micros}
import java.io.{BufferedOutputStream, DataOutputStream, OutputStream}
import java.time.Instant
import scala.collection.mutable

/** Writes the records of a log as a stream of bytes, from which [[LogFollower.ofStream]] makes a replica elsewhere. The
  * bytes are described in `docs/spec/record-stream.md`.
  */
object RecordStream:
  /** Writes the records of a log, and then each new one, until it is stopped or the stream cannot be written. If it is
    * stopped, the stream says so, and its reader ends with [[FollowError.Stopped]]. Blocks while the stream takes
    * nothing. Writes something every second, so that it notices when nobody reads.
    *
    * @param at
    *   time of the first records to write: what [[Promotion.resumesAt]] says of the replica; None for all
    * @param untilCaughtUp
    *   whether to end after the records that the log has
    * @param isStopped
    *   asked again and again whether to end
    * @return
    *   number of records that were written, or why the log cannot be read
    * @throws java.io.IOException
    *   if the stream cannot be written
    */
  def write(
      log: EventLogReader,
      at: Option[Instant],
      out: OutputStream,
      untilCaughtUp: Boolean,
      isStopped: () => Boolean
  ): Either[FollowError, Long] =
    LogFeed
      .source(log)
      .feed(at)
      .left
      .map(_.error)
      .flatMap: feed =>
        try Writing(log.name, feed, at, out).run(untilCaughtUp, isStopped)
        finally feed.close()

  private final class Writing(name: String, feed: Feed, at: Option[Instant], out: OutputStream):
    private val to                             = DataOutputStream(BufferedOutputStream(out, ChunkSize))
    private val schemas                        = mutable.HashMap.empty[Long, Int]
    private var number                         = 0L
    private var count                          = 0L
    private var writtenAt                      = System.nanoTime
    private var chunk: Option[ContainerWriter] = None

    def run(untilCaughtUp: Boolean, isStopped: () => Boolean): Either[FollowError, Long] =
      to.write(StreamPart.Magic)
      add(StreamPart.Begin(StreamPart.Version, name, at.map(Micros.of)))
      var result: Option[Either[FollowError, Long]] = None
      var hasNews                                   = true
      while result.isEmpty && !isStopped() do
        feed.next(WaitNanos) match
          case Feed.Next.One(record) =>
            add(record)
            hasNews = true
            if size >= ChunkSize then write()
          case Feed.Next.CaughtUp =>
            if hasNews || System.nanoTime - writtenAt >= BeatNanos then
              add(StreamPart.CaughtUp(feed.end))
              if !untilCaughtUp then write()
            hasNews = false
            if untilCaughtUp then result = Some(Right(count))
          case Feed.Next.Failed(error, _) =>
            // What was read is whole appends, or is completed by what the other side reads next time.
            write()
            result = Some(Left(error))
          case _ => ()
      if result.forall(_.isRight) then
        add(StreamPart.End(isStopped = result.isEmpty))
        write()
      result.getOrElse(Right(count))

    private def add(record: ExportedRecord): Unit =
      val schema = record.record.value.schema
      val known  = schemas.getOrElseUpdate(
        schema.fingerprint, {
          add(StreamPart.Schema(schema.canonical))
          schemas.size
        }
      )
      add(StreamPart.event(record, known))
      count += 1

    private def add(part: StreamPart): Unit =
      val container = chunk.getOrElse:
        val begun = ContainerWriter()
        chunk = Some(begun)
        if number > 0 then begun.add[StreamPart](StreamPart.Chunk(number, feed.end))
        begun
      container.add[StreamPart](part)

    private def size: Int = chunk.fold(0)(_.size)

    private def write(): Unit = chunk.foreach: container =>
      val bytes = container.toArray
      to.writeInt(bytes.length)
      to.write(bytes)
      to.flush()
      chunk = None
      number += 1
      writtenAt = System.nanoTime

  // Bytes of a chunk, if none of its records is larger.
  private final val ChunkSize = 1 << 16
  private final val WaitNanos = 50_000_000L
  private final val BeatNanos = 1_000_000_000L
