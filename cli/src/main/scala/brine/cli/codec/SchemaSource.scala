package brine.cli.codec

import brine.codec.inspect.Inspect
import brine.codec.Schema

import scala.collection.immutable.VectorMap

/** Reads schemas from files. Only this class knows which kinds of files contain schemas. */
private[codec] final class SchemaSource(input: Input):

  /** The schemas in a file by fingerprint, in the order of the file; at least one. The file may contain the canonical
    * bytes of a schema, the same in hexadecimal, a container, or a lock file.
    */
  def read(name: String): Either[String, VectorMap[Long, Schema]] =
    input.read(name, hex = false).flatMap(bytes => SchemaSource.of(bytes).left.map(why => s"$name: $why"))

private[codec] object SchemaSource:
  /** The schemas in the bytes of a file. */
  def of(bytes: Array[Byte]): Either[String, VectorMap[Long, Schema]] =
    if Framings.isContainer(bytes) then
      Inspect
        .schemas(bytes, Framings.container)
        .left
        .map(error => s"the container cannot be read: ${error.getMessage}")
        .flatMap(schemas =>
          if schemas.isEmpty then Left("a container without messages has no schema") else Right(byFingerprint(schemas))
        )
    else if SchemasFile.isLock(bytes) then
      SchemasFile.of(bytes).map(lock => byFingerprint(lock.types.flatMap(_.versions.map(_.schema))))
    else if Input.isHex(bytes) then Input.fromHex(String(bytes, "ISO-8859-1")).flatMap(canonical)
    else canonical(bytes)

  private def canonical(bytes: Array[Byte]): Either[String, VectorMap[Long, Schema]] =
    Schema.fromCanonical(bytes) match
      case Right(schema) => Right(byFingerprint(Vector(schema)))
      case Left(error)   =>
        Left(
          "neither a container nor a lock file nor the canonical bytes of a schema (Codec[A].schema.canonical): " +
            error.getMessage
        )

  private def byFingerprint(schemas: Vector[Schema]): VectorMap[Long, Schema] =
    VectorMap.from(schemas.map(schema => schema.fingerprint -> schema))
