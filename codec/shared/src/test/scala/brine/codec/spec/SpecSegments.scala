package brine.codec.spec

import brine.codec.Schema.{Kind, Type}
import brine.codec.{DecodeError, SegmentReader, SegmentWriter}

/** Segments of strings and integers, whose types the reader is told by the segment. */
object SpecSegments:
  def write(messages: List[String | Int]): Array[Byte] =
    val segment = SegmentWriter()
    messages.foreach:
      case text: String => segment.add(text)
      case number: Int  => segment.add(number)
    segment.toArray

  def read(bytes: Array[Byte]): Either[DecodeError, List[String | Int]] =
    val segment = SegmentReader(bytes)
    Iterator
      .continually(segment)
      .takeWhile(_.hasNext)
      .map(next)
      .foldRight(Right(Nil): Either[DecodeError, List[String | Int]])((one, rest) =>
        one.flatMap(message => rest.map(message :: _))
      )

  private def next(segment: SegmentReader): Either[DecodeError, String | Int] =
    segment.nextSchema.map(_.root) match
      case Right(Type.Primitive(Kind.Int)) => segment.next[Int]()
      case _                               => segment.next[String]()
