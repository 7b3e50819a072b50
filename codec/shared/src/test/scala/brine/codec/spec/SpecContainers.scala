package brine.codec.spec

import brine.codec.Schema.{Kind, Type}
import brine.codec.{ContainerReader, ContainerWriter, DecodeError}

/** Containers of strings and integers, whose types the reader is told by the container. */
object SpecContainers:
  def write(messages: List[String | Int]): Array[Byte] =
    val container = ContainerWriter()
    messages.foreach:
      case text: String => container.add(text)
      case number: Int  => container.add(number)
    container.toArray

  def read(bytes: Array[Byte]): Either[DecodeError, List[String | Int]] =
    val container = ContainerReader(bytes)
    Iterator
      .continually(container)
      .takeWhile(_.hasNext)
      .map(next)
      .foldRight(Right(Nil): Either[DecodeError, List[String | Int]])((one, rest) =>
        one.flatMap(message => rest.map(message :: _))
      )

  private def next(container: ContainerReader): Either[DecodeError, String | Int] =
    container.nextSchema.map(_.root) match
      case Right(Type.Primitive(Kind.Int)) => container.next[Int]()
      case _                               => container.next[String]()
