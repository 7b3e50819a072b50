package brine.codec.internal

import brine.codec.{Codec, DecodeError, In, Out, Schema}

import scala.collection.Factory

/** The number of entries, then key and value in turn. */
private[codec] final class MapCodec[K, V, M <: scala.collection.Map[K, V]](
    val key: Codec[K],
    val value: Codec[V],
    factory: Factory[(K, V), M],
    demand: Demand
) extends Codec[M]:
  def schema: Schema =
    Schema.combine(key.schema, value.schema)(parts => Schema.Type.Map(parts(0), parts(1)))

  def minSize: Int = 1

  def write(out: Out, map: M): Unit =
    if map == null then Out.refuseNull("Map")
    val size = map.size
    out.writeSize(size, key.minSize + value.minSize)
    val entries = map.iterator
    var i       = 0
    while i < size && entries.hasNext do
      val entry = entries.next()
      key.write(out, entry._1)
      value.write(out, entry._2)
      i += 1
    Out.checkSize(size, i, entries.hasNext)

  def read(in: In): M =
    val at   = in.position
    val size = in.readSize(key.minSize + value.minSize)
    in.charge(56L * size)
    val result =
      if size > Collisions.Harmless && (demand == Demand.Hashed || demand == Demand.Chained) then readMany(in, at, size)
      else readFew(in, size)
    if result.size != size then in.failAt(at, s"only ${result.size} of the $size keys of a map are different")
    result

  private def readFew(in: In, size: Int): M =
    val builder = factory.newBuilder
    var i       = 0
    try
      while i < size do
        val k = key.read(in)
        builder.addOne((k, value.read(in)))
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    builder.result()

  private def readMany(in: In, at: Int, size: Int): M =
    val keys    = new Array[AnyRef](size)
    val entries = new Gathered[(K, V)](size)
    var i       = 0
    try
      while i < size do
        val k = key.read(in)
        keys(i) = k.asInstanceOf[AnyRef]
        entries.addOne((k, value.read(in)))
        i += 1
    catch case error: DecodeError => throw error.inElement(i)
    Collisions.check(in, at, keys, size, demand == Demand.Chained)
    factory.fromSpecific(entries.iterator)
