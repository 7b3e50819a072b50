package brine.pekko.serialization

import brine.codec.{Schema, SchemaIds, Schemas}
import brine.pekko.MessageType
import java.nio.ByteBuffer
import java.util.concurrent.ConcurrentHashMap

/** How values of one type are written, and read from any version of it. Safe for use by threads. */
private[pekko] final class RegisteredType[A](of: MessageType[A]):
  private val codec = of.codec
  // The tagged form: the byte 1, then the bare bytes of the value.
  private val ids = SchemaIds(Payload.Tagged -> codec)

  val name: String           = of.name
  val names: Vector[String]  = of.name +: of.formerNames
  val messageClass: Class[A] = of.messageClass
  val schema: Schema         = codec.schema
  val fingerprint: Long      = codec.fingerprint
  val manifest: String       = Manifest(name, fingerprint).text
  private val described      = Payload.description(schema.canonical)

  if schema.canonical.length > Payload.MostSchemaBytes then
    throw IllegalArgumentException(
      s"the schema of ${of.name} has ${schema.canonical.length} bytes, more than ${Payload.MostSchemaBytes}: divide it"
    )

  /** Readers of other versions, or why there is none. Bounded, because schemas may be hostile. */
  private val readers = new ConcurrentHashMap[Long, Either[String, SchemaIds]]

  def write(value: A): Array[Byte] = ids.encode(value)(using codec)

  /** Writes a value with its schema before it. */
  def writeDescribed(value: A): Array[Byte] =
    val bytes = write(value)
    val all   = java.util.Arrays.copyOf(described, described.length + bytes.length)
    System.arraycopy(bytes, 0, all, described.length, bytes.length)
    all

  /** Reads a value of this version.
    *
    * @param from
    *   where its tagged message begins
    */
  def read(bytes: Array[Byte], from: Int): Either[Throwable, Any] = read(ids, bytes, from)

  /** Reads a value that was written with another schema. */
  def read(bytes: Array[Byte], from: Int, written: Schema): Either[Throwable, Any] =
    readerOf(written).fold(problem => Left(IllegalArgumentException(problem)), read(_, bytes, from))

  private def read(ids: SchemaIds, bytes: Array[Byte], from: Int): Either[Throwable, Any] =
    if from == 0 then ids.decodeAny(bytes) else ids.decodeAny(ByteBuffer.wrap(bytes, from, bytes.length - from))

  private def readerOf(written: Schema): Either[String, SchemaIds] =
    val known = readers.get(written.fingerprint)
    if known != null then known
    else
      val made = plan(written)
      if readers.size >= RegisteredType.MostVersions then readers.clear()
      readers.put(written.fingerprint, made): Unit
      made

  private def plan(written: Schema): Either[String, SchemaIds] =
    // That both have the name in their manifests makes them versions of one type, whatever their classes are called.
    given Schemas = Schemas.none.add(name, written).add(name, schema)
    try ids.writtenWith(Payload.table(written.canonical)).left.map(_.problem)
    catch case _: StackOverflowError => Left("the schema is nested too deep")

private[pekko] object RegisteredType:
  /** Most versions of a type whose readers are kept. */
  private final val MostVersions = 64
