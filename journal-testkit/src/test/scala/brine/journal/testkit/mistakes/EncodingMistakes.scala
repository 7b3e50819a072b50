package brine.journal.testkit.mistakes

import brine.codec.{Codec, Out}
import brine.journal.*
import java.util.UUID

/** Mistakes of a store that replaces the methods that encode. */
object EncodingMistakes:
  /** A log that replaces the append to one stream. */
  private abstract class Replacing(log: EventLog) extends Forwarding(log):
    def appends[A](one: StreamAppend[A], key: Option[UUID], level: Level)(using Codec[A]): Completion

    override def append[A](
        stream: String,
        expected: ExpectedVersion,
        events: Seq[A],
        key: Option[UUID],
        tags: Set[String],
        level: Level
    )(using Codec[A]): Completion = appends(StreamAppend(stream, expected, events, tags), key, level)

  private def through[A](log: EventLog, one: StreamAppend[A], key: Option[UUID], level: Level)(using Codec[A]) =
    log.append(one.stream, one.expected, one.events, key, one.tags, level)

  private val hidesFailures = Mistake("makes a refusal of what the caller throws", "hostile: a sequence that throws"):
    log =>
      new Replacing(log):
        def appends[A](one: StreamAppend[A], key: Option[UUID], level: Level)(using Codec[A]): Completion =
          try through(log, one, key, level)
          catch
            case error: IllegalStateException =>
              val completion = Completion(level)
              completion.rejected(0, AppendError.Closed(error.getMessage))
              completion

  val all: Vector[Mistake] = Vector(
    hidesFailures,
    hidesFailures.alsoBreaks("hostile: a codec that throws"),
    Mistake("encodes the events of an append as one message", "read: the events of one append"): log =>
      new Replacing(log):
        def appends[A](one: StreamAppend[A], key: Option[UUID], level: Level)(using codec: Codec[A]): Completion =
          val out  = Out()
          val ends = one.events.map: event =>
            codec.write(out, event)
            out.size
          val bytes      = out.toArray
          val payloads   = (0 +: ends).zip(ends).map(bytes.slice(_, _))
          val completion = Completion(level)
          val events     = EncodedEvents(one.stream, one.expected, codec.schema, payloads, one.tags)
          log.appendEncoded(EncodedAppend.of(Vector(events), key, level), completion, 0)
          completion
    ,
    Mistake("takes what a sequence has, whatever it says", "hostile: a sequence with fewer or more"): log =>
      new Replacing(log):
        def appends[A](one: StreamAppend[A], key: Option[UUID], level: Level)(using Codec[A]): Completion =
          val events = Vector.from(one.events.iterator)
          through(log, StreamAppend(one.stream, one.expected, events, one.tags), key, level)
    ,
    Mistake("has nothing to do for no events", "hostile: no events, too many"): log =>
      new Replacing(log):
        def appends[A](one: StreamAppend[A], key: Option[UUID], level: Level)(using Codec[A]): Completion =
          if one.events.nonEmpty then through(log, one, key, level)
          else
            val completion = Completion(level)
            completion.appended(0, log.durable, log.durable, 0, 0)
            completion
    ,
    Mistake("makes a name where there is none", "hostile: names that are empty"): log =>
      new Forwarding(log):
        override def append[A](stream: String, event: A)(using Codec[A]): Completion =
          log.append(if stream.isEmpty then "none" else stream, event)
    ,
    Mistake("loses the completion of a short append", "append: a completion tells all"): log =>
      new Forwarding(log):
        override def append[A](stream: String, event: A)(using Codec[A]): Completion =
          log.append(stream, event): Unit
          Completion(Level.Disk)
  )
