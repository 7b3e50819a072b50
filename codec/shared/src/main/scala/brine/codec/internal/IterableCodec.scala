package brine.codec.internal

import brine.codec.internal.evolution.{Resolver, Target}
import brine.codec.{Codec, DecodeError, EncodeError, In, Out, Schema}

import scala.collection.{mutable, Factory, SortedMap, SortedSet}

/** What a collection requires of its elements, and how expensive hostile elements can make building it. */
private[codec] enum Demand:
  /** No requirement. */
  case Any

  /** No equal elements. */
  case Distinct

  /** No equal elements; looked up by hash code in a trie. */
  case Hashed

  /** No equal elements; looked up by hash code in a table with chains. */
  case Chained

  /** No equal elements; looked up by comparing with all others. */
  case Searched

private[codec] object Demand:
  /** The requirement of a collection known only by its factory. */
  def of(empty: Any): Demand = empty match
    case _: SortedSet[?] | _: SortedMap[?, ?]                       => Distinct
    case _: scala.collection.Set[?] | _: scala.collection.Map[?, ?] => Chained
    case _                                                          => Any

/** Codec of any collection that a factory can build.
  *
  * @param storage
  *   bytes of memory charged per element
  */
private[codec] final class IterableCodec[A, C <: scala.collection.Iterable[A]](
    val element: Codec[A],
    factory: Factory[A, C],
    storage: Int,
    demand: Demand
) extends Codec[C]:
  private val packed = Packed.of(element)

  def schema: Schema = sequenceSchema(element)
  def minSize: Int   = 1

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.sequence(written, Target.Whole(element), "a collection") { elements =>
      IterableCodec(elements.asInstanceOf[Codec[A]], factory, storage, demand)
    }

  def write(out: Out, value: C): Unit =
    if value == null then Out.refuseNull("collection")
    val size = value.size
    if demand == Demand.Searched && size > Collisions.Harmless then
      throw new EncodeError(
        s"a collection searched one by one of $size elements; the most is ${Collisions.Harmless}",
        ""
      )
    if packed != null then packed.write(out, value.iterator, size)
    else if ColumnSequences.arePacked(element, size) then ColumnSequences.write(out, value.iterator, size, element)
    else
      out.writeSize(size, element.minSize)
      val elements = value.iterator
      var i        = 0
      while i < size && elements.hasNext do
        element.write(out, elements.next())
        i += 1
      Out.checkSize(size, i, elements.hasNext)

  def read(in: In): C =
    val at     = in.position
    val header = if packed != null then packed.readSize(in) else ColumnSequences.readLayout(in, element)
    val size   = header >>> 1
    if packed == null && (header & 1) == 0 then in.charge(storage.toLong * size)
    if demand == Demand.Searched && size > Collisions.Harmless then
      in.failAt(at, s"a collection searched one by one of $size elements; the most is ${Collisions.Harmless}")
    val result =
      if size > Collisions.Harmless && (demand == Demand.Hashed || demand == Demand.Chained) then
        val elements = new Gathered[A](size)
        readInto(in, header, elements)
        Collisions.check(in, at, elements.array, size, demand == Demand.Chained)
        factory.fromSpecific(elements.iterator)
      else
        val builder = factory.newBuilder
        readInto(in, header, builder)
        builder.result()
    if demand != Demand.Any && result.size != size then
      in.failAt(at, s"only ${result.size} of the $size elements of a set are different")
    result

  private def readInto(in: In, header: Int, target: mutable.Growable[A]): Unit =
    if packed != null then packed.read(in, header, target)
    else if (header & 1) != 0 then ColumnSequences.read(in, header, element, target)
    else
      val size = header >>> 1
      var i    = 0
      try
        while i < size do
          target.addOne(element.read(in))
          i += 1
      catch case error: DecodeError => throw error.inElement(i)

/** Elements in an array, to be checked before they are passed on. */
private[codec] final class Gathered[A](size: Int) extends mutable.Growable[A]:
  val array: Array[AnyRef] = new Array[AnyRef](size)
  private var count        = 0

  def addOne(element: A): this.type =
    array(count) = element.asInstanceOf[AnyRef]
    count += 1
    this

  def clear(): Unit = count = 0

  def iterator: Iterator[A] = array.iterator.take(count).asInstanceOf[Iterator[A]]
