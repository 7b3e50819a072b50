package brine.codec.internal.collections

import brine.codec.internal.columns.{Column, Columns}
import brine.codec.internal.evolution.{Converted, Resolver, Target}
import brine.codec.{Codec, EncodeError, In, Out, PrimitiveCodecs, Schema}

import scala.collection.immutable.{ArraySeq, ListMap}
import scala.collection.{mutable, Factory}

/** An immutable array sequence, written as the array it wraps. */
private[codec] final class ArraySeqCodec[A](
    element: Codec[A],
    array: Codec[Array[A]],
    tag: scala.reflect.ClassTag[A]
) extends Codec[ArraySeq[A]],
      Joining[A, ArraySeq[A]](element):
  def schema: Schema = array.schema
  def minSize: Int   = 1

  private[codec] override def formerNames: Vector[(String, String)] = array.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    Converted(
      resolver.resolve(written, Target.Whole(array)),
      elements => ArraySeq.unsafeWrapArray(elements.asInstanceOf[Array[A]])
    )

  def write(out: Out, value: ArraySeq[A]): Unit =
    if value == null then Out.refuseNull("ArraySeq")
    // The wrapped array may be an array of objects even if the elements are primitive.
    array.write(out, value.toArray(using tag))

  def read(in: In): ArraySeq[A] = ArraySeq.unsafeWrapArray(array.read(in))

  private[codec] def sizeOf(sequence: ArraySeq[A]): Int                                           = sequence.length
  private[codec] def elementsOf(sequence: ArraySeq[A]): Iterator[A]                               = sequence.iterator
  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): ArraySeq[A] =
    val array = tag.newArray(size)
    var i     = 0
    while i < size do
      array(i) = elements(first + i).asInstanceOf[A]
      i += 1
    ArraySeq.unsafeWrapArray(array)

/** A bit set, written as the numbers it contains. */
private[codec] final class BitSetCodec[C <: scala.collection.BitSet](
    factory: Factory[Int, C],
    number: Codec[Int] = PrimitiveCodecs.IntCodec
) extends Codec[C],
      Joining[Int, C](number):
  private val asValue                                 = Columns.one(Column.values(this))
  private[codec] override def columns: Columns | Null = asValue

  private[codec] def sizeOf(set: C): Int                                                = set.size
  private[codec] def elementsOf(set: C): Iterator[Int]                                  = set.iterator
  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): C =
    checked(in, in.position, mutable.ArrayBuffer.tabulate(size)(i => elements(first + i).asInstanceOf[Int]))

  private val numbers =
    IterableCodec[Int, mutable.ArrayBuffer[Int]](number, mutable.ArrayBuffer.iterableFactory[Int], 8, Demand.Any)

  def schema: Schema = setSchema(number)
  def minSize: Int   = 1

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.sequence(written, Target.Whole(number), "a bit set", areDistinct = true) { numbers =>
      BitSetCodec(factory, numbers.asInstanceOf[Codec[Int]])
    }

  def write(out: Out, value: C): Unit =
    if value == null then Out.refuseNull("BitSet")
    val start = out.size
    numbers.write(out, mutable.ArrayBuffer.from(value))
    val bytes   = if value.isEmpty then 0L else value.last / 8L + 8
    val allowed = (out.size - start).toLong * out.limits.allocationFactor
    if bytes > allowed + out.limits.allocationBase then
      throw new EncodeError(s"a bit set of $bytes bytes for ${value.size} numbers; a Set[Int] suits them better", "")
    // The reader has its numbers in memory first.
    if !out.takeBeyond(bytes + 8L * value.size - allowed) then
      throw new EncodeError(
        s"a bit set of $bytes bytes, with which the bit sets of the message take more memory than a reader allows " +
          "(Limits.allocationBase); split the message",
        ""
      )

  def read(in: In): C =
    val at = in.position
    checked(in, at, numbers.read(in))

  private def checked(in: In, at: Int, values: mutable.ArrayBuffer[Int]): C =
    var most = -1
    values.foreach: number =>
      if number < 0 then in.failAt(at, s"a bit set with the number $number; they are 0 or more")
      if number > most then most = number
    // Its memory depends on the largest number, not on the count.
    in.charge(most / 8L + 8)
    val result = factory.fromSpecific(values)
    if result.size != values.size then
      in.failAt(at, s"only ${result.size} of the ${values.size} numbers of a bit set are different")
    result

/** Adding keys to a list map one by one is slow; building it through a linked hash map is not. */
private[codec] object ListMaps:
  def factory[K, V]: Factory[(K, V), ListMap[K, V]] = new Factory[(K, V), ListMap[K, V]]:
    def fromSpecific(entries: IterableOnce[(K, V)]): ListMap[K, V] = ListMap.from(mutable.LinkedHashMap.from(entries))
    def newBuilder: mutable.Builder[(K, V), ListMap[K, V]]         =
      mutable.LinkedHashMap.newBuilder[K, V].mapResult(ListMap.from)
