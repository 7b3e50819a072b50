package brine.codec.internal.collections

import brine.codec.internal.columns.{Column, ColumnSequences, Columns}
import brine.codec.internal.concurrent.Once
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
) extends Codec[C],
      Joining[A, C](element):
  private val packed = Packed.of(element)

  // Whether some elements in columns may be references or decimals.
  private val hasValues = Once(element.columns match
    case null    => false
    case columns => columns.nn.haveValues)

  // A set is a value of its own: its elements are checked one set at a time.
  private val asValue                                 = Columns.one(Column.values(this))
  private[codec] override def columns: Columns | Null = if demand == Demand.Any then joinedColumns else asValue

  private[codec] def sizeOf(collection: C): Int             = collection.size
  private[codec] def elementsOf(collection: C): Iterator[A] = collection.iterator

  private[codec] def collect(in: In, elements: Array[AnyRef], first: Int, size: Int): C =
    if size == 0 && none != null then none.asInstanceOf[C]
    else
      val builder = factory.newBuilder
      var i       = first
      while i < first + size do
        builder.addOne(elements(i).asInstanceOf[A])
        i += 1
      val result = builder.result()
      if demand != Demand.Any && result.size != size then
        in.fail(s"only ${result.size} of the $size elements of a set are different")
      result

  // The collection without elements if there is only one. Most nested sequences may be empty.
  private val none: AnyRef | Null =
    if demand != Demand.Any then null
    else
      val one: AnyRef = factory.newBuilder.result()
      if one eq factory.newBuilder.result() then one else null

  private[codec] override def times: Int = if demand == Demand.Any then 0 else Columns.Fewest

  def schema: Schema = if demand == Demand.Any then sequenceSchema(element) else setSchema(element)
  def minSize: Int   = 1

  private[codec] override def formerNames: Vector[(String, String)] = element.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.sequence(written, Target.Whole(element), "a collection", demand != Demand.Any) { elements =>
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
    if !Keys.mayCollide(size, demand, element) then writeAll(out, value, size)
    else
      val start   = out.size
      val sampled = Sampled[A](value, size, identity)
      writeAll(out, sampled, size)
      sampled.requireReadable(out, start, demand == Demand.Chained)

  private def writeAll(out: Out, value: scala.collection.Iterable[A], size: Int): Unit =
    if packed != null then packed.write(out, value.iterator, size)
    else if !ColumnSequences.write(out, value, size, element) then
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
      if Keys.areMany(in, size, demand) then
        val elements = new Gathered[A](size)
        val before   = in.keyWork
        if packed == null && (header & 1) == 0 then gather(in, elements, 0, size): Unit
        else readInto(in, header, Keys.Charged(in, elements, 1))
        checked(in, at, elements, size, in.keyWork - before)
      else if demand == Demand.Any || packed != null then
        val builder = factory.newBuilder
        readInto(in, header, builder)
        builder.result()
      else if (header & 1) != 0 then
        val builder = factory.newBuilder
        readInto(in, header, if hasValues() then Keys.Charged(in, builder, Keys.times(demand, size)) else builder)
        builder.result()
      else readFew(in, at, size)
    if demand != Demand.Any && result.size != size then
      in.failAt(at, s"only ${result.size} of the $size elements of a set are different")
    result

  /** Adds elements as they are read, as long as they are light. */
  private def readFew(in: In, at: Int, size: Int): C =
    val builder = factory.newBuilder
    val times   = Keys.times(demand, size)
    val most    = if Keys.mayBeHeavy(size, demand) then Keys.Heavy.toLong else Long.MaxValue
    var work    = 0L
    var i       = 0
    try
      while i < size && work <= most do
        val before = in.keyWork
        val next   = element.read(in)
        if in.keyWork != before then
          in.chargeWork((in.keyWork - before) * times)
          work += in.keyWork - before
        builder.addOne(next)
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    if i == size then builder.result() else readRest(in, at, size, builder.result(), i, work)

  // Elements turned out to be heavy: the others are gathered and checked, together with those that were read.
  private def readRest(in: In, at: Int, size: Int, read: C, count: Int, work: Long): C =
    if read.size != count then in.failAt(at, s"only ${read.size} of the first $count elements of a set are different")
    val elements = new Gathered[A](size)
    elements.addAll(read)
    checked(in, at, elements, size, work + gather(in, elements, count, size))

  /** Reads the elements from `from` on, and returns how much work they are. */
  private def gather(in: In, elements: Gathered[A], from: Int, size: Int): Long =
    val start = in.keyWork
    var i     = from
    try
      while i < size do
        val before = in.keyWork
        elements.addOne(element.read(in)): Unit
        if in.keyWork != before then in.chargeWork(in.keyWork - before)
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    in.keyWork - start

  private def checked(in: In, at: Int, elements: Gathered[A], size: Int, work: Long): C =
    Collisions.check(in, at, elements.array, size, demand == Demand.Chained, work)
    factory.fromSpecific(elements.iterator)

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
