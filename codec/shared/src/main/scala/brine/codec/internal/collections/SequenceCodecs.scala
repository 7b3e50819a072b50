package brine.codec.internal.collections

import brine.codec.internal.columns.{Collect, ColumnSequences}
import brine.codec.internal.evolution.{Resolver, Target}
import brine.codec.internal.schema.SchemaLinker
import brine.codec.{Codec, DecodeError, In, Out, Schema}

import scala.collection.immutable.{ArraySeq, VectorBuilder}
import scala.collection.mutable

/** Writes the number of elements, then the elements: primitives packed if that is smaller, large numbers of flat values
  * in columns.
  */
private[codec] final class ListCodec[A](val element: Codec[A]) extends Codec[List[A]], Joining[A, List[A]](element):
  private val packed = Packed.of(element)

  private[codec] def sizeOf(list: List[A]): Int                                               = list.length
  private[codec] def elementsOf(list: List[A]): Iterator[A]                                   = list.iterator
  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): List[A] =
    var list: List[A] = Nil
    var i             = first + size - 1
    while i >= first do
      list = elements(i).asInstanceOf[A] :: list
      i -= 1
    list

  def schema: Schema = sequenceSchema(element)
  def minSize: Int   = 1

  private[codec] override def isSameAs(other: Codec[?]): Boolean = other match
    case list: ListCodec[?] => element.isSameAs(list.element)
    case _                  => false

  private[codec] override def formerNames: Vector[(String, String)] = element.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.sequence(written, Target.Whole(element), "a List")(ListCodec(_))

  def write(out: Out, value: List[A]): Unit =
    if value == null then Out.refuseNull("List")
    if packed != null then packed.write(out, value.iterator, value.length)
    else
      val size = value.length
      if !ColumnSequences.write(out, value, size, element) then writeEach(out, value, size)

  private def writeEach(out: Out, value: List[A], size: Int): Unit =
    out.writeSize(size, element.minSize)
    var rest = value
    while rest.nonEmpty do
      element.write(out, rest.head)
      rest = rest.tail

  def read(in: In): List[A] =
    if packed != null then
      val buffer = new mutable.ListBuffer[A]
      packed.read(in, packed.readSize(in), buffer)
      buffer.toList
    else
      val header = ColumnSequences.readLayout(in, element)
      if (header & 1) != 0 then ColumnSequences.list(in, header, element)
      else if header == 0 then Nil
      else readSome(in, header >>> 1)

  private def readSome(in: In, size: Int): List[A] =
    in.charge(24L * size)
    val first = Collect.start(in, size)
    var i     = 0
    try
      while i < size do
        Collect.put(in, first + i, element.read(in))
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    Collect.list(in, first, size)

private[codec] final class VectorCodec[A](val element: Codec[A])
    extends Codec[Vector[A]],
      Joining[A, Vector[A]](element):
  private val packed = Packed.of(element)

  private[codec] def sizeOf(vector: Vector[A]): Int                                             = vector.length
  private[codec] def elementsOf(vector: Vector[A]): Iterator[A]                                 = vector.iterator
  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): Vector[A] =
    if size == 0 then Vector.empty
    else Collect.vector[A](java.util.Arrays.copyOfRange(elements, first, first + size))

  def schema: Schema = sequenceSchema(element)
  def minSize: Int   = 1

  private[codec] override def isSameAs(other: Codec[?]): Boolean = other match
    case vector: VectorCodec[?] => element.isSameAs(vector.element)
    case _                      => false

  private[codec] override def formerNames: Vector[(String, String)] = element.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.sequence(written, Target.Whole(element), "a Vector")(VectorCodec(_))

  def write(out: Out, value: Vector[A]): Unit =
    if value == null then Out.refuseNull("Vector")
    if packed != null then packed.write(out, value.iterator, value.length)
    else if !ColumnSequences.write(out, value, value.length, element) then
      out.writeSize(value.length, element.minSize)
      val elements = value.iterator
      while elements.hasNext do element.write(out, elements.next())

  def read(in: In): Vector[A] =
    if packed != null then
      val builder = new VectorBuilder[A]
      packed.read(in, packed.readSize(in), builder)
      builder.result()
    else
      val header = ColumnSequences.readLayout(in, element)
      val size   = header >>> 1
      if (header & 1) == 0 then in.charge(4L * size)
      if (header & 1) != 0 then ColumnSequences.vector(in, header, element)
      else if size == 0 then Vector.empty
      else if size <= VectorCodec.OneArray then readSmall(in, size)
      else readLarge(in, size)

  private def readSmall(in: In, size: Int): Vector[A] =
    val elements = new Array[AnyRef](size)
    var i        = 0
    try
      while i < size do
        elements(i) = element.read(in).asInstanceOf[AnyRef]
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
      // Uses the array itself.
    Vector.from(ArraySeq.unsafeWrapArray(elements)).asInstanceOf[Vector[A]]

  private def readLarge(in: In, size: Int): Vector[A] =
    val builder = new VectorBuilder[A]
    var i       = 0
    try
      while i < size do
        builder.addOne(element.read(in))
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    builder.result()

private[codec] object VectorCodec:
  /** A vector of up to this size is a single array. */
  private inline val OneArray = 32

/** All sequences of the same elements have the same schema. */
private[codec] def sequenceSchema(element: Codec[?]): Schema = collectionSchema(element)(Schema.Type.Sequence(_))

/** All sets of the same elements have the same schema. */
private[codec] def setSchema(element: Codec[?]): Schema = collectionSchema(element)(Schema.Type.Set(_))

private def collectionSchema(element: Codec[?])(make: Schema.Type => Schema.Type): Schema =
  Schema.combine(element.schema)(parts =>
    make(if Packed.of(element) == null then SchemaLinker.alone(parts.head) else parts.head)
  )
