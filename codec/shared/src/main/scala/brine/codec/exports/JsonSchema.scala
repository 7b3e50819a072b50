package brine.codec.exports

import brine.codec.Schema
import brine.codec.internal.JsonSchemaExport

/** Schemas as [[https://json-schema.org JSON Schemas]], draft 2020-12.
  *
  * {{{
  * JsonSchema.of(Codec[Reading].schema) // { "$schema": "https://json-schema.org/draft/2020-12/schema", …
  * }}}
  *
  * The schema describes the natural JSON of the values: records as objects, Options as the value or null (or, in a record,
  * nothing), enumerations as strings, other sums as objects whose `type` is the name of the case. What becomes what is in
  * `docs/schema-exports.md`. Equal schemas give equal text.
  */
object JsonSchema:

  /** The JSON Schema. Every schema has one; what only a hand-written codec understands may be any JSON.
    *
    * @param id
    *   the `$id`; none if empty
    */
  def of(schema: Schema, id: String = ""): String = JsonSchemaExport(schema).json(id).render
