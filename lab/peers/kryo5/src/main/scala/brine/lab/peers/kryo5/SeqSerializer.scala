package brine.lab.peers.kryo5

import scala.collection.mutable.Builder
import scala.compiletime.uninitialized

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}

/** A Scala sequence by the rules of Kryo's `CollectionSerializer` with `elementsCanBeNull = false`. Elements of a known
  * class are written without it. If all have the same class, it is written once; otherwise each element has its own.
  *
  * @param elementClass
  *   the concrete class of every element, if it is known, as for `CollectionSerializer.setElementClass`
  */
private final class SeqSerializer[A <: Seq[AnyRef]](
    newBuilder: () => Builder[AnyRef, A],
    elementClass: Option[Class[? <: AnyRef]] = None
) extends Serializer[A](false, true):
  // Found at the first use: a record may contain records of its own class, which has no serializer yet.
  private var elements: Serializer[AnyRef] = uninitialized

  private def elementsOf(kryo: Kryo, known: Class[? <: AnyRef]): Serializer[AnyRef] =
    if elements == null then elements = kryo.getSerializer(known).asInstanceOf[Serializer[AnyRef]]
    elements

  def write(kryo: Kryo, output: Output, seq: A): Unit = elementClass match
    case Some(known) =>
      output.writeVarInt(seq.size, true)
      val serializer = elementsOf(kryo, known)
      seq.foreach(element => kryo.writeObject(output, element, serializer))
    case None if seq.isEmpty => output.writeByte(0)
    case None                =>
      val first  = seq.head.getClass
      val isSame = seq.forall(_.getClass eq first)
      output.writeVarIntFlag(isSame, seq.size, true)
      if isSame then
        val serializer = kryo.writeClass(output, first).getSerializer.asInstanceOf[Serializer[AnyRef]]
        seq.foreach(element => kryo.writeObject(output, element, serializer))
      else seq.foreach(kryo.writeClassAndObject(output, _))

  def read(kryo: Kryo, input: Input, seqClass: Class[? <: A]): A = elementClass match
    case Some(known) =>
      val serializer = elementsOf(kryo, known)
      val of         = known.asInstanceOf[Class[AnyRef]]
      repeated(input.readVarInt(true))(kryo.readObject(input, of, serializer))
    case None =>
      val isSame = input.readVarIntFlag()
      val size   = input.readVarIntFlag(true)
      if isSame then
        val found      = kryo.readClass(input)
        val serializer = found.getSerializer.asInstanceOf[Serializer[AnyRef]]
        val of         = found.getType.asInstanceOf[Class[AnyRef]]
        repeated(size)(kryo.readObject(input, of, serializer))
      else repeated(size)(kryo.readClassAndObject(input))

  private inline def repeated(size: Int)(inline element: AnyRef): A =
    val builder = newBuilder()
    builder.sizeHint(size)
    var index = 0
    while index < size do
      builder += element
      index += 1
    builder.result()
