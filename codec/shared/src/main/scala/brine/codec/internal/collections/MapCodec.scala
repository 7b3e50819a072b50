package brine.codec.internal.collections

import brine.codec.internal.columns.{Column, Columns, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.{Resolver, Target}
import brine.codec.{Codec, DecodeError, In, Out, Schema}

import scala.collection.Factory

/** Writes the number of entries, then alternating keys and values; large maps of flat entries are stored in columns. */
private[codec] final class MapCodec[K, V, M <: scala.collection.Map[K, V]](
    val key: Codec[K],
    val value: Codec[V],
    factory: Factory[(K, V), M],
    demand: Demand
) extends Codec[M]:
  def schema: Schema =
    Schema.combine(key.schema, value.schema)(parts => Schema.Type.Map(parts(0), parts(1)))

  def minSize: Int = 1

  private[codec] override def formerNames: Vector[(String, String)] = key.formerNames ++ value.formerNames

  private[codec] override def readerOf(written: Schema.Type, resolver: Resolver): Codec[?] =
    resolver.map(written, Target.Whole(key), Target.Whole(value), "a Map") { (keys, values) =>
      MapCodec(keys.asInstanceOf[Codec[K]], values.asInstanceOf[Codec[V]], factory, demand)
    }

  // Computed on first use, because a codec may be part of its own map.
  private val ownColumns: Once[Columns | Null] = Once {
    val both = Columns.of(Array("key" -> key.columns, "value" -> value.columns))
    if both == null || !both.arePacked then null else both
  }
  private def entryColumns: Columns | Null = ownColumns()

  // Not by its schema, which the readers of old keys do not have.
  private val asValue                                 = Columns.one(Column.values(this))
  private[codec] override def columns: Columns | Null = asValue

  def write(out: Out, map: M): Unit =
    if map == null then Out.refuseNull("Map")
    val size = map.size
    if !Keys.mayCollide(size, demand, key) then writeAll(out, map, size)
    else
      val start   = out.size
      val sampled = Sampled[(K, V)](map, size, _._1)
      writeAll(out, sampled, size)
      sampled.requireReadable(out, start, demand == Demand.Chained)

  private def writeAll(out: Out, map: scala.collection.Iterable[(K, V)], size: Int): Unit =
    val columns = if size >= Columns.Fewest then entryColumns else null
    if columns == null || size < columns.nn.fewest || !writeColumns(out, map, size, columns.nn) then
      out.writeSize(size, key.minSize + value.minSize)
      val entries = map.iterator
      var i       = 0
      while i < size && entries.hasNext do
        val entry = entries.next()
        key.write(out, entry._1)
        value.write(out, entry._2)
        i += 1
      Out.checkSize(size, i, entries.hasNext)

  /** Writes a map in columns if that is worth it; otherwise writes nothing and returns false. */
  private def writeColumns(
      out: Out,
      map: scala.collection.Iterable[(K, V)],
      size: Int,
      columns: Columns
  ): Boolean =
    val most      = math.min(size, Columns.Rows)
    val registers = out.registers(columns, most)
    val entries   = map.iterator
    val values    = key.columns.nn.all.length
    try
      val looked = if columns.needDecimals then gatherDecimals(entries, columns, registers, values) else 0
      if looked < 0 then false
      else
        out.writeUnsignedInt(size << 1 | 1)
        var done = 0
        while done < size do
          val rows = math.min(size - done, Columns.Rows)
          var row  = if done == 0 then looked else 0
          while row < rows && entries.hasNext do
            gather(entries.next(), registers, row, values)
            row += 1
          if row < rows then Out.checkSize(size, done + row, false)
          columns.write(out, registers, rows)
          done += rows
        Out.checkSize(size, done, entries.hasNext)
        true
    finally out.giveBack(registers, columns, most)

  /** Splits the first entries into rows and returns their number; returns -1 if they do not let expect that a column is
    * of decimals, as for sequences.
    */
  private def gatherDecimals(entries: Iterator[(K, V)], columns: Columns, registers: Registers, values: Int): Int =
    var rows = 0
    while rows < Columns.Sample && entries.hasNext && (rows != 1 || columns.haveDecimals(registers, 1)) do
      gather(entries.next(), registers, rows, values)
      rows += 1
    if rows > 1 && columns.haveDecimals(registers, rows) then rows else -1

  private def gather(entry: (K, V), to: Registers, row: Int, values: Int): Unit =
    key.gather(entry._1, to, row, 0)
    value.gather(entry._2, to, row, values)

  def read(in: In): M =
    val at     = in.position
    val least  = key.minSize + value.minSize
    val header = if entryColumns == null then in.readSize(least) << 1 else in.readLayout(least)
    val size   = header >>> 1
    in.charge((if (header & 1) == 0 then 56L else 0L) * size)
    val isColumns = (header & 1) != 0
    val result    =
      if Keys.areMany(in, size, demand) then readMany(in, at, size, isColumns)
      else if isColumns then
        val builder = factory.newBuilder
        readColumns(in, size, entryColumns.nn)((k, v) => builder.addOne((k, v))): Unit
        builder.result()
      else readFew(in, at, size)
    if result.size != size then in.failAt(at, s"only ${result.size} of the $size keys of a map are different")
    result

  /** Adds entries as they are read, as long as their keys are light. */
  private def readFew(in: In, at: Int, size: Int): M =
    val builder = factory.newBuilder
    val times   = Keys.times(demand, size)
    val most    = if Keys.mayBeHeavy(size, demand) then Keys.Heavy.toLong else Long.MaxValue
    var work    = 0L
    var i       = 0
    try
      while i < size && work <= most do
        val before = in.keyWork
        val k      = key.read(in)
        if in.keyWork != before then
          in.chargeWork((in.keyWork - before) * times)
          work += in.keyWork - before
        builder.addOne((k, value.read(in)))
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    if i == size then builder.result() else readRest(in, at, size, builder.result(), i, work)

  // Keys turned out to be heavy: the others are gathered and checked, together with those that were read.
  private def readRest(in: In, at: Int, size: Int, read: M, count: Int, work: Long): M =
    if read.size != count then in.failAt(at, s"only ${read.size} of the first $count keys of a map are different")
    val keys   = new Array[AnyRef](size)
    val values = new Array[AnyRef](size)
    var i      = 0
    read.foreach: (k, v) =>
      keys(i) = k.asInstanceOf[AnyRef]
      values(i) = v.asInstanceOf[AnyRef]
      i += 1
    checked(in, at, keys, values, size, work + gather(in, keys, values, count, size))

  private def readMany(in: In, at: Int, size: Int, isColumns: Boolean): M =
    val keys   = new Array[AnyRef](size)
    val values = new Array[AnyRef](size)
    val work   =
      if !isColumns then gather(in, keys, values, 0, size)
      else
        var i = 0
        readColumns(in, size, entryColumns.nn): (k, v) =>
          keys(i) = k.asInstanceOf[AnyRef]
          values(i) = v.asInstanceOf[AnyRef]
          i += 1
    checked(in, at, keys, values, size, work)

  /** Reads the entries from `from` on, and returns how much work their keys are. */
  private def gather(in: In, keys: Array[AnyRef], values: Array[AnyRef], from: Int, size: Int): Long =
    var work = 0L
    var i    = from
    try
      while i < size do
        val before = in.keyWork
        keys(i) = key.read(in).asInstanceOf[AnyRef]
        if in.keyWork != before then
          in.chargeWork(in.keyWork - before)
          work += in.keyWork - before
        values(i) = value.read(in).asInstanceOf[AnyRef]
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    work

  private def checked(
      in: In,
      at: Int,
      keys: Array[AnyRef],
      values: Array[AnyRef],
      size: Int,
      work: Long
  ): M =
    Collisions.check(in, at, keys, size, demand == Demand.Chained, work)
    val builder = factory.newBuilder
    builder.sizeHint(size)
    var i = 0
    while i < size do
      builder.addOne((keys(i).asInstanceOf[K], values(i).asInstanceOf[V]))
      i += 1
    builder.result()

  private def readColumns(in: In, size: Int, columns: Columns)(put: (K, V) => Any): Long =
    val registers = in.registers(columns, math.min(size, Columns.Rows))
    val values    = key.columns.nn.all.length
    var done      = 0
    var work      = 0L
    try
      while done < size do
        val rows   = math.min(size - done, Columns.Rows)
        val ofKeys = columns.readEntries(in, registers, rows, done, values)
        if ofKeys > 0 then
          in.chargeWork(ofKeys * Keys.times(demand, size))
          work += ofKeys
        var row = 0
        while row < rows do
          put(key.build(registers, row, 0), value.build(registers, row, values)): Unit
          row += 1
        done += rows
      work
    finally in.giveBack(registers, columns, math.min(size, Columns.Rows))
