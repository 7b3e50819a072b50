package brine.lab.peers.kryo5

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}

/** A field that is an `Option`: one byte says whether there is a value, as Kryo writes a field that may be null.
  *
  * @param valueClass
  *   the concrete class of the value, if it is known; otherwise the value is written with its class
  */
private final class OptionSerializer(valueClass: Option[Class[? <: AnyRef]])
    extends Serializer[Option[AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, option: Option[AnyRef]): Unit = valueClass match
    case Some(known) => kryo.writeObjectOrNull(output, option.orNull, known)
    case None        => kryo.writeClassAndObject(output, option.orNull)

  def read(kryo: Kryo, input: Input, optionClass: Class[? <: Option[AnyRef]]): Option[AnyRef] = valueClass match
    case Some(known) => Option(kryo.readObjectOrNull(input, known))
    case None        => Option(kryo.readClassAndObject(input))

private object SomeSerializer extends Serializer[Some[AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, some: Some[AnyRef]): Unit = kryo.writeClassAndObject(output, some.value)
  def read(kryo: Kryo, input: Input, someClass: Class[? <: Some[AnyRef]]): Some[AnyRef] =
    Some(kryo.readClassAndObject(input))

/** An object whose class says all, such as the empty list. */
private final class ConstantSerializer[A](value: A) extends Serializer[A](false, true):
  def write(kryo: Kryo, output: Output, value: A): Unit            = ()
  def read(kryo: Kryo, input: Input, valueClass: Class[? <: A]): A = value
