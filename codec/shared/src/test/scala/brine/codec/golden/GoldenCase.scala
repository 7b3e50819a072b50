package brine.codec.golden

import brine.codec.inspect.Framing
import brine.codec.{Codec, ContainerReader, ContainerWriter, DecodeError, MessageOptions, Schema}

/** A value whose bytes are kept in `golden/codec`.
  *
  * @param name
  *   what the line of the file starts with; once given, never changed
  * @param framing
  *   how the value is wrapped, if it is a message
  * @param messages
  *   what messages a container holds, each with its schema
  */
final class GoldenCase[A](
    val name: String,
    val value: A,
    encoded: A => Array[Byte],
    decoded: Array[Byte] => Either[DecodeError, A],
    val framing: Option[Framing] = None,
    val messages: List[(Schema, Any)] = Nil
):
  def encode: Array[Byte]                                = encoded(value)
  def encode(other: A): Array[Byte]                      = encoded(other)
  def decode(bytes: Array[Byte]): Either[DecodeError, A] = decoded(bytes)

/** Some golden cases that belong together. */
trait GoldenCases:
  private val collected = collection.mutable.ListBuffer.empty[GoldenCase[?]]

  final def all: List[GoldenCase[?]] = collected.toList

  protected final def bare[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    val framing = Some(Framing.Bare(codec.schema))
    values.foreach((of, value) =>
      collected += GoldenCase[A](s"$name/$of", value, Codec.encodeBare(_), Codec.decodeBare(_), framing)
    )

  protected final def standalone[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    val framing = Some(Framing.Standalone(List(codec.schema)))
    values.foreach((of, value) =>
      collected += GoldenCase[A](s"standalone/$name/$of", value, Codec.encode(_), Codec.decode(_), framing)
    )

  /** Written with a dictionary. */
  protected final def dictionary[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    val options = MessageOptions.withDictionary
    values.foreach((of, value) =>
      collected += GoldenCase[A](
        s"dictionary/$name/$of",
        value,
        Codec.encodeBare(_, options),
        Codec.decodeBare(_, options),
        Some(Framing.Bare(codec.schema, options))
      )
    )

  /** All messages of a container with blocks of about this size. */
  protected final def container[A](name: String, blockSize: Int)(values: (String, List[A])*)(using Codec[A]): Unit =
    values.foreach((of, value) =>
      collected += GoldenCase[List[A]](
        s"container/$name/$of",
        value,
        messages =>
          val container = ContainerWriter(blockSize)
          messages.foreach(container.add(_))
          container.toArray
        ,
        bytes =>
          val container = ContainerReader(bytes)
          Iterator
            .continually(container)
            .takeWhile(_.hasNext)
            .map(_.next[A]())
            .foldRight(Right(Nil): Either[DecodeError, List[A]])((one, rest) => rest.flatMap(all => one.map(_ :: all)))
        ,
        Some(Framing.Container()),
        value.map(Codec[A].schema -> _)
      )
    )

  /** A container with messages of several types. */
  protected final def mixed(name: String, blockSize: Int)(values: (String, List[Message[?]])*): Unit =
    values.foreach((of, messages) =>
      collected += GoldenCase[List[Any]](
        s"container/$name/$of",
        messages.map(_.value),
        _ =>
          val container = ContainerWriter(blockSize)
          messages.foreach(_.addTo(container))
          container.toArray
        ,
        bytes =>
          val container = ContainerReader(bytes)
          Iterator
            .continually(container)
            .takeWhile(_.hasNext)
            .map(readNext(_, messages))
            .foldRight(Right(Nil): Either[DecodeError, List[Any]])((one, rest) =>
              rest.flatMap(all => one.map(_ :: all))
            )
        ,
        Some(Framing.Container()),
        messages.map(message => message.codec.schema -> message.value)
      )
    )

  // By the codec of one of the messages, which know their types.
  private def readNext(container: ContainerReader, messages: List[Message[?]]): Either[DecodeError, Any] =
    val written = container.nextSchema.map(_.fingerprint)
    messages.find(message => written.contains(message.codec.fingerprint)).getOrElse(messages.head).readFrom(container)

  protected final class Message[A](val value: A)(using val codec: Codec[A]):
    def addTo(container: ContainerWriter): Unit                      = container.add(value)
    def readFrom(container: ContainerReader): Either[DecodeError, A] = container.next[A]()

  /** The canonical form of a type's schema. */
  protected final def schema[A](name: String)(using codec: Codec[A]): Unit =
    collected += GoldenCase[Schema](s"schema/$name", codec.schema, _.canonical, Schema.fromCanonical)

  /** The fingerprint that a codec has without looking at its schema. */
  protected final def fingerprint[A](name: String)(using codec: Codec[A]): Unit =
    collected += GoldenCase[Long](
      s"fingerprint/$name",
      codec.fingerprint,
      GoldenCases.bigEndian,
      bytes => Right(GoldenCases.number(bytes))
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
      GoldenOthers,
      GoldenEverything
    ).flatMap(
      _.all
    )
