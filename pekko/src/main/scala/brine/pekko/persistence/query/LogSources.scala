package brine.pekko.persistence.query

import brine.codec.{DecodeError, Schema}
import brine.journal.{EventLog, JournalException, ReadAs, ReadError, Record, Records, Stored}
import brine.pekko.persistence.internal.{Blocking, LogHandle}
import java.time.Duration
import org.apache.pekko.stream.scaladsl.Source
import org.apache.pekko.{Done, NotUsed}
import scala.collection.mutable
import scala.concurrent.ExecutionContext

/** Streams of the records of a log. What waits for the log does so on virtual threads.
  *
  * @param most
  *   the most records read at once
  */
private[query] final class LogSources(handle: LogHandle, most: Int):
  import LogSources.*

  /** Records, and if it is live, those to come.
    *
    * @param opens
    *   opens the records; may block
    */
  def records(isLive: Boolean)(opens: EventLog => Records[Stored]): Source[Record[Stored], NotUsed] =
    followed(isLive)((log, _) => opens(log)).mapConcat(identity)

  /** Records of a stream, up to a version, and if it is live, those to come. It ends once none can come.
    *
    * @param first
    *   the version to begin with; may block
    */
  def stream(name: String, isLive: Boolean, last: Long)(first: EventLog => Long): Source[Record[Stored], NotUsed] =
    followed(isLive, first, last)((log, from) => log.read[Stored](name, from)).mapConcat(identity)

  /** The name of each stream once. */
  def streams(isLive: Boolean): Source[String, NotUsed] =
    followed(isLive)((log, _) => log.readAll[Unread]()).statefulMapConcat: () =>
      val known = mutable.HashSet[String]()
      _.map(_.stream).filter(known.add)

  /** The event of a stream with this version; None if its stream was deleted since. Blocks. */
  def one(stream: String, version: Long): Option[Record[Stored]] =
    val records = handle.log.read[Stored](stream, version)
    try
      records.next() match
        case Left(_: ReadError.Deleted) => None
        case result                     => ok(result).filter(_.version == version)
    finally records.close()

  private def followed[A](isLive: Boolean, first: EventLog => Long = _ => 0, lastVersion: Long = Long.MaxValue)(
      opens: (EventLog, Long) => Records[A]
  ): Source[Vector[Record[A]], NotUsed] =
    Source.unfoldResourceAsync[Vector[Record[A]], Followed[A]](
      () =>
        Blocking.run:
          val log   = handle.log
          val until = if isLive then Long.MaxValue else log.durable.sequence
          val from  = first(log)
          new Followed(opens(log, from), isLive, until, from, lastVersion)
      ,
      followed => Blocking.run(followed.next()),
      followed => Blocking.run(followed.close()).map(_ => Done)(using ExecutionContext.parasitic)
    )

  private def ok[A](result: Either[ReadError, A]): A = result match
    case Right(value) => value
    case Left(error)  =>
      handle.check()
      throw JournalException(error)

  /** @param until
    *   offset of the last record to read
    */
  private final class Followed[A](
      records: Records[A],
      isLive: Boolean,
      until: Long,
      firstVersion: Long,
      lastVersion: Long
  ):
    @volatile private var isClosed = false
    private var isOver             = firstVersion > lastVersion

    def next(): Option[Vector[Record[A]]] =
      if isOver then None
      else
        val batch = if isLive then await() else ok(records.nextBatch(most))
        val taken = batch.takeWhile(record => record.offset.sequence <= until && record.version <= lastVersion)
        isOver = taken.size < batch.size || taken.exists(_.version == lastVersion)
        Option.when(taken.nonEmpty)(taken)

    private def await(): Vector[Record[A]] =
      var batch = Vector.empty[Record[A]]
      while batch.isEmpty && !isClosed do
        records.awaitBatch(LongestWait, most) match
          case Left(ReadError.Closed) if isClosed => ()
          case result                             => batch = ok(result)
      batch

    def close(): Unit =
      isClosed = true
      records.close()

private[query] object LogSources:
  private final val LongestWait = Duration.ofMinutes(1)

  /** A record of which nothing but its place matters. */
  final class Unread

  // No given: Scala 3.3 makes a lazy val of a given without parameters.
  implicit val readsNothing: ReadAs[Unread] = new ReadAs[Unread]:
    private val none                                                          = Unread()
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, Unread] = Right(none)
