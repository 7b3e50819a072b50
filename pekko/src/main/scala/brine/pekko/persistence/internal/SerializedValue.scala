package brine.pekko.persistence.internal

import brine.codec.Codec
import org.apache.pekko.serialization.{Serialization, Serializers}

/** A value as a serializer of Pekko has written it.
  *
  * @param serializer
  *   identifier of the serializer
  * @param manifest
  *   what the serializer needs to read it; empty if nothing
  */
private[persistence] final case class SerializedValue(serializer: Int, manifest: String, bytes: Array[Byte]):
  /** Reads the value.
    *
    * @throws Exception
    *   of the serializer, or because there is none with this identifier
    */
  def read(serialization: Serialization): AnyRef = serialization.deserialize(bytes, serializer, manifest).get

private[persistence] object SerializedValue:
  implicit val codec: Codec[SerializedValue] = Codec.derived

  /** Writes a value by the serializer that the system's configuration binds to its class.
    *
    * @throws Exception
    *   of the serializer, or because there is none for the class
    */
  def of(serialization: Serialization, value: Any): SerializedValue =
    val reference  = value.asInstanceOf[AnyRef]
    val serializer = serialization.findSerializerFor(reference)
    val bytes      = serialization.serialize(reference).get
    SerializedValue(serializer.identifier, Serializers.manifestFor(serializer, reference), bytes)
