package brine.codec.exports

import brine.codec.Schema
import brine.codec.internal.{AvroExport, UniqueNames}

/** Schemas as [[https://avro.apache.org Avro]] schemas.
  *
  * {{{
  * AvroSchema.of(Codec[Reading].schema, "com.example") // Right("""{ "type": "record", "name": "com.example.Reading", …""")
  * }}}
  *
  * The schema describes values, so that a program can hand them to Avro; Brine's bytes are not Avro's. What becomes what is
  * in `docs/schema-exports.md`. Equal schemas give equal text.
  */
object AvroSchema:

  /** The Avro schema, as JSON text, or what has no form in Avro: values with an identity, and sums without cases.
    *
    * @param namespace
    *   the namespace of all names; identifiers with dots between them
    * @throws IllegalArgumentException
    *   if the namespace is none
    */
  def of(schema: Schema, namespace: String): Either[Inexpressible, String] =
    require(UniqueNames.isDotted(namespace), s"'$namespace' is no namespace: identifiers with dots between them")
    try Right(AvroExport(schema, namespace).json.render)
    catch case error: Inexpressible => Left(error)
