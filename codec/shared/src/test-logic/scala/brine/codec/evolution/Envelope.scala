package brine.codec.evolution

import brine.codec.*

/** A way in which values go from the writer to the reader, which both have the writer's schema. */
enum Envelope:
  case Standalone, StandaloneDictionary, Bare, BareDictionary, Container, MixedContainer

  /** Writes values by one codec and reads each by another. */
  def send[A, B](values: List[A])(using writer: Codec[A], reader: Codec[B]): List[Either[DecodeError, B]] = this match
    case Standalone           => values.map(standalone(_, MessageOptions.defaults))
    case StandaloneDictionary => values.map(standalone(_, MessageOptions.withDictionary))
    case Bare                 => values.map(bare(_, MessageOptions.defaults))
    case BareDictionary       => values.map(bare(_, MessageOptions.withDictionary))
    case Container            =>
      val container = ContainerWriter()
      values.foreach(container.add(_))
      val messages  = ContainerReader(container.toArray)
      given Schemas = Envelope.history(writer, reader)
      values.map(_ => messages.next[B]())
    case MixedContainer =>
      val container = ContainerWriter()
      values.foreach { value =>
        container.add(Envelope.Other(value.toString))
        container.add(value)
      }
      val messages  = ContainerReader(container.toArray)
      given Schemas = Envelope.history(writer, reader)
      values.map { _ =>
        messages.next[Envelope.Other]().flatMap(_ => messages.next[B]())
      }

  private def standalone[A, B](value: A, options: MessageOptions)(using
      writer: Codec[A],
      reader: Codec[B]
  ): Either[DecodeError, B] =
    given Schemas = Envelope.history(writer, reader)
    Codec.decode[B](Codec.encode(value, options))

  private def bare[A, B](value: A, options: MessageOptions)(using
      writer: Codec[A],
      reader: Codec[B]
  ): Either[DecodeError, B] =
    Codec.decodeBare[B](Codec.encodeBare(value, options), writer.schema, options)

object Envelope:
  /** Both are versions of one type, whatever their names. */
  def history(writer: Codec[?], reader: Codec[?]): Schemas =
    Schemas.none.add("changed", writer.schema).add("changed", reader.schema)

  /** What stands between the messages of a mixed container, with texts that they may refer to. */
  final case class Other(@dict text: String) derives Codec
