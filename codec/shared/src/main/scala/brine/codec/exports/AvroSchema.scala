package brine.codec.exports

import brine.codec.Schema
import brine.codec.exports.internal.{AvroExport, UniqueNames}

/** Exports schemas as [[https://avro.apache.org Avro]] schemas.
  *
  * {{{
  * AvroSchema.of(Codec[Reading].schema, "com.example")
  * // Right("""{ "type": "record", "name": "com.example.Reading", …""")
  * }}}
  *
  * The schema describes values, so that a program can pass them to Avro; Brine's bytes are not Avro's.
  * `docs/schema-exports.md` lists what each type becomes. Equal schemas give equal text.
  */
object AvroSchema:

  /** Exports a schema as an Avro schema in JSON.
    *
    * @param schema
    *   schema to export
    * @param namespace
    *   namespace of all names: identifiers separated by dots
    * @return
    *   the JSON text, or the part that Avro cannot express: a `Shared` value, or a sum without cases
    * @throws IllegalArgumentException
    *   if `namespace` is not a valid namespace
    */
  def of(schema: Schema, namespace: String): Either[Inexpressible, String] =
    require(UniqueNames.isDotted(namespace), s"'$namespace' is not a namespace: use identifiers separated by dots")
    try Right(AvroExport(schema, namespace).json.render)
    catch case error: Inexpressible => Left(error)
