package brine.lab.peers.kryo5

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}

/** A Scala map by the rules of Kryo's `MapSerializer` without nulls: keys and values of a known class are written
  * without it, others with it.
  *
  * @param keyClass
  *   the concrete class of every key, if it is known, as for `MapSerializer.setKeyClass`
  * @param valueClass
  *   the concrete class of every value, if it is known, as for `MapSerializer.setValueClass`
  */
private final class MapSerializer(
    keyClass: Option[Class[? <: AnyRef]] = None,
    valueClass: Option[Class[? <: AnyRef]] = None
) extends Serializer[Map[AnyRef, AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, map: Map[AnyRef, AnyRef]): Unit =
    val keys   = serializer(kryo, keyClass)
    val values = serializer(kryo, valueClass)
    output.writeVarInt(map.size, true)
    map.foreachEntry: (key, value) =>
      writePart(kryo, output, key, keys)
      writePart(kryo, output, value, values)

  def read(kryo: Kryo, input: Input, mapClass: Class[? <: Map[AnyRef, AnyRef]]): Map[AnyRef, AnyRef] =
    val keys    = serializer(kryo, keyClass)
    val values  = serializer(kryo, valueClass)
    val size    = input.readVarInt(true)
    val builder = Map.newBuilder[AnyRef, AnyRef]
    builder.sizeHint(size)
    var index = 0
    while index < size do
      builder += readPart(kryo, input, keyClass, keys) -> readPart(kryo, input, valueClass, values)
      index += 1
    builder.result()

  private def serializer(kryo: Kryo, known: Option[Class[? <: AnyRef]]): Option[Serializer[AnyRef]] =
    known.map(of => kryo.getSerializer(of).asInstanceOf[Serializer[AnyRef]])

  private def writePart(kryo: Kryo, output: Output, part: AnyRef, known: Option[Serializer[AnyRef]]): Unit =
    known match
      case Some(serializer) => kryo.writeObject(output, part, serializer)
      case None             => kryo.writeClassAndObject(output, part)

  private def readPart(
      kryo: Kryo,
      input: Input,
      of: Option[Class[? <: AnyRef]],
      known: Option[Serializer[AnyRef]]
  ): AnyRef = known match
    case Some(serializer) => kryo.readObject(input, of.get.asInstanceOf[Class[AnyRef]], serializer)
    case None             => kryo.readClassAndObject(input)
