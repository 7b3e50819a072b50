package brine.codec.golden

import brine.codec.golden.GoldenCase.Content
import brine.codec.{Codec, DecodeError, MessageOptions, Schema, SegmentReader, SegmentWriter}

/** A value whose bytes are kept in `golden/codec`.
  *
  * @param name
  *   what the line of the file starts with; once given, never changed
  * @param content
  *   what the bytes are, for readers that know no Scala
  */
final class GoldenCase[A](
    val name: String,
    val value: A,
    encoded: A => Array[Byte],
    decoded: Array[Byte] => Either[DecodeError, A],
    val content: GoldenCase.Content
):
  def encode: Array[Byte]                                = encoded(value)
  def decode(bytes: Array[Byte]): Either[DecodeError, A] = decoded(bytes)

object GoldenCase:
  /** What the bytes of a case are: a message, a segment with messages of these types, or a schema or fingerprint. */
  enum Content:
    case Message(schema: Schema, dictionary: Boolean)
    case Segment(messages: List[(Schema, Any)])
    case Description

/** Some golden cases that belong together. */
trait GoldenCases:
  private val collected = collection.mutable.ListBuffer.empty[GoldenCase[?]]

  final def all: List[GoldenCase[?]] = collected.toList

  protected final def bare[A](name: String)(values: (String, A)*)(using Codec[A]): Unit =
    values.foreach((of, value) =>
      collected += GoldenCase[A](s"$name/$of", value, Codec.encodeBare(_), Codec.decodeBare(_), message())
    )

  protected final def standalone[A](name: String)(values: (String, A)*)(using Codec[A]): Unit =
    values.foreach((of, value) =>
      collected += GoldenCase[A](s"standalone/$name/$of", value, Codec.encode(_), Codec.decode(_), message())
    )

  /** Written with a dictionary. */
  protected final def dictionary[A](name: String)(values: (String, A)*)(using Codec[A]): Unit =
    val options = MessageOptions.withDictionary
    values.foreach((of, value) =>
      collected += GoldenCase[A](
        s"dictionary/$name/$of",
        value,
        Codec.encodeBare(_, options),
        Codec.decodeBare(_, options),
        message(dictionary = true)
      )
    )

  private def message[A](dictionary: Boolean = false)(using codec: Codec[A]): Content =
    Content.Message(codec.schema, dictionary)

  /** All messages of a segment with blocks of about this size. */
  protected final def segment[A](name: String, blockSize: Int)(values: (String, List[A])*)(using Codec[A]): Unit =
    values.foreach((of, value) =>
      collected += GoldenCase[List[A]](
        s"segment/$name/$of",
        value,
        messages =>
          val segment = SegmentWriter(blockSize)
          messages.foreach(segment.add(_))
          segment.toArray
        ,
        bytes =>
          val segment = SegmentReader(bytes)
          Iterator
            .continually(segment)
            .takeWhile(_.hasNext)
            .map(_.next[A]())
            .foldRight(Right(Nil): Either[DecodeError, List[A]])((one, rest) => rest.flatMap(all => one.map(_ :: all)))
        ,
        Content.Segment(value.map(Codec[A].schema -> _))
      )
    )

  /** A segment with messages of several types. */
  protected final def mixed(name: String, blockSize: Int)(values: (String, List[Message[?]])*): Unit =
    values.foreach((of, messages) =>
      collected += GoldenCase[List[Any]](
        s"segment/$name/$of",
        messages.map(_.value),
        _ =>
          val segment = SegmentWriter(blockSize)
          messages.foreach(_.addTo(segment))
          segment.toArray
        ,
        bytes =>
          val segment = SegmentReader(bytes)
          messages.foldLeft(Right(Nil): Either[DecodeError, List[Any]])((all, message) =>
            all.flatMap(done => message.readFrom(segment).map(done :+ _))
          )
        ,
        Content.Segment(messages.map(message => message.codec.schema -> message.value))
      )
    )

  protected final class Message[A](val value: A)(using val codec: Codec[A]):
    def addTo(segment: SegmentWriter): Unit                      = segment.add(value)
    def readFrom(segment: SegmentReader): Either[DecodeError, A] = segment.next[A]()

  /** The canonical form of a type's schema. */
  protected final def schema[A](name: String)(using codec: Codec[A]): Unit =
    collected += GoldenCase[Schema](
      s"schema/$name",
      codec.schema,
      _.canonical,
      Schema.fromCanonical,
      Content.Description
    )

  /** The fingerprint that a codec has without looking at its schema. */
  protected final def fingerprint[A](name: String)(using codec: Codec[A]): Unit =
    collected += GoldenCase[Long](
      s"fingerprint/$name",
      codec.fingerprint,
      GoldenCases.bigEndian,
      bytes => Right(GoldenCases.number(bytes)),
      Content.Description
    )

object GoldenCases:
  private def bigEndian(value: Long): Array[Byte] = Array.tabulate(8)(i => (value >>> (56 - 8 * i)).toByte)
  private def number(bytes: Array[Byte]): Long    = bytes.foldLeft(0L)((sum, byte) => sum << 8 | byte & 0xff)

  def all: List[GoldenCase[?]] =
    List(
      GoldenNumbers,
      GoldenText,
      GoldenTime,
      GoldenCollections,
      GoldenColumns,
      GoldenReferences,
      GoldenRecords,
      GoldenSums,
      GoldenEnvelopes,
      GoldenDictionary,
      GoldenOthers
    ).flatMap(
      _.all
    )
