package brine.lab.peers.kryo5

import java.lang.reflect.{Modifier, ParameterizedType}

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.SerializerFactory.FieldSerializerFactory
import com.esotericsoftware.kryo.serializers.FieldSerializer

/** Kryo's `FieldSerializer` with what a case class says of its fields: none is null, and the class of a collection and
  * of its elements is known where the type names it. Kryo documents this as `fieldsCanBeNull`, `valueClass` and
  * `elementClass`; Java programs say it with annotations at each field.
  */
private final class KnownFields extends FieldSerializerFactory:
  getConfig.setFieldsCanBeNull(false)

  override def newSerializer(kryo: Kryo, of: Class[?]): FieldSerializer[?] =
    val serializer = super.newSerializer(kryo, of)
    serializer.getFields.foreach(say)
    serializer

  private def say(field: FieldSerializer.CachedField): Unit =
    val declared = field.getField.getType
    val known    = arguments(field)
    if declared == classOf[Seq[?]] || declared == classOf[List[?]] then
      field.setValueClass(declared, SeqSerializer(() => List.newBuilder, known(0)))
    else if declared == classOf[Vector[?]] then
      field.setValueClass(declared, SeqSerializer(() => Vector.newBuilder, known(0)))
    else if declared == classOf[Map[?, ?]] then field.setValueClass(declared, MapSerializer(known(0), known(1)))
    else if declared == classOf[Option[?]] then field.setValueClass(declared, OptionSerializer(known(0)))

  /** The classes of the type arguments; only a final class is that of every element. Scala's numbers are `Object` here.
    */
  private def arguments(field: FieldSerializer.CachedField): Vector[Option[Class[? <: AnyRef]]] =
    field.getField.getGenericType match
      case applied: ParameterizedType =>
        applied.getActualTypeArguments.toVector.map:
          case of: Class[?] if Modifier.isFinal(of.getModifiers) => Some(of.asInstanceOf[Class[? <: AnyRef]])
          case _                                                 => None
      case _ => Vector(None, None)
