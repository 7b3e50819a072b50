package brine.pekko.serialization

import brine.codec.{DecodeError, Schema}
import java.io.NotSerializableException
import org.apache.pekko.serialization.SerializerWithStringManifest

/** Pekko's view of all message types. Safe for use by threads, and never waits.
  *
  * @param known
  *   grows by what messages and other nodes tell
  */
private[pekko] final class BrineSerializer(
    types: RegisteredTypes,
    val known: KnownSchemas,
    val identifier: Int
) extends SerializerWithStringManifest:

  /** Whether messages are written with their schema: while some node may not know it yet. Set by the exchange of
    * schemas.
    */
  @volatile var describes: Boolean = false

  /** Called with the fingerprint of a schema that is not known. */
  @volatile var onUnknown: Long => Unit = _ => ()

  def manifest(value: AnyRef): String = types.of(value).manifest

  def toBinary(value: AnyRef): Array[Byte] =
    val one = types.of(value)
    try if describes || one.name == SchemaMessage.Name then one.writeDescribed(value) else one.write(value)
    // Pekko would take them for failures of the process, and might end that.
    catch
      case error: (StackOverflowError | LinkageError) =>
        refuse(
          s"the codec of ${one.name} failed with $error: the value is nested too deep, or a class is missing",
          error
        )

  def fromBinary(bytes: Array[Byte], manifest: String): AnyRef =
    if manifest == null then refuse("the message has no manifest, so it is not one of Brine's serializer")
    val current = types.current(manifest)
    try
      val from   = Payload.tagged(bytes)
      val result =
        if current != null then current.nn.read(bytes, from)
        else
          val found = parse(manifest)
          val one   = named(found.name)
          if found.fingerprint == one.fingerprint then one.read(bytes, from) // under a former name
          else one.read(bytes, from, schemaOf(found, bytes))
      result match
        case Right(value: AnyRef) => value
        case Right(other)         => refuse(s"$manifest: $other is no object")
        case Left(error)          => refuse(s"$manifest: ${error.getMessage}", error)
    catch
      case error: DecodeError                         => refuse(s"${shortened(manifest)}: ${error.getMessage}", error)
      case error: (StackOverflowError | LinkageError) =>
        refuse(s"${shortened(manifest)}: its codec failed with $error", error)

  private def parse(manifest: String): Manifest =
    Manifest.parse(manifest).getOrElse(refuse(s"\"${shortened(manifest)}\" is not a manifest of Brine"))

  private def named(name: String): RegisteredType[?] =
    val found = types.named(name)
    if found == null then
      refuse(s"no message type has the name $name: add it to BrineSerialization, which has ${types.names}")
    found.nn

  private def schemaOf(found: Manifest, bytes: Array[Byte]): Schema =
    known.find(found.fingerprint) match
      case Some(schema) => schema
      case None         =>
        val canonical = Payload.schema(bytes)
        if canonical == null then unknown(found)
        else
          val schema = Schema.fromCanonical(canonical.nn).fold(error => throw error, identity)
          if schema.fingerprint != found.fingerprint then
            refuse(
              s"${found.text}: the message has schema ${Manifest.hex(schema.fingerprint)}, not that of its manifest"
            )
          known.learn(schema): Unit
          schema

  private def unknown(found: Manifest): Nothing =
    onUnknown(found.fingerprint)
    refuse(
      s"${found.text}: another version wrote this, and its schema is not known here. Add it to the lock file of " +
        "BrineSerialization.withSchemas. Other nodes are asked for it. Between nodes that are no cluster, call " +
        "SchemaExchange(system).exchangeWith(address) before the first message"
    )

  private def shortened(text: String): String = if text.length <= 200 then text else s"${text.take(200)}..."

  private def refuse(problem: String, cause: Throwable | Null = null): Nothing =
    val error = NotSerializableException(problem)
    if cause != null then error.initCause(cause): Unit
    throw error
