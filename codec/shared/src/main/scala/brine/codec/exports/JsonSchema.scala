package brine.codec.exports

import brine.codec.Schema
import brine.codec.exports.internal.JsonSchemaExport

/** Exports schemas as [[https://json-schema.org JSON Schemas]], draft 2020-12.
  *
  * {{{
  * JsonSchema.of(Codec[Reading].schema) // { "$schema": "https://json-schema.org/draft/2020-12/schema", …
  * }}}
  *
  * The schema describes the natural JSON of the values. Records are objects; an `Option` is the value or null, and may
  * be absent in a record. Enumerations are strings; other sums are objects whose `type` is the name of the case.
  * `docs/schema-exports.md` lists what each type becomes. Equal schemas give equal text.
  */
object JsonSchema:

  /** Exports a schema as a JSON Schema. Every schema can be expressed; values of a hand-written codec may be any JSON.
    *
    * @param schema
    *   schema to export
    * @param id
    *   the `$id` of the result; empty for none
    */
  def of(schema: Schema, id: String = ""): String = JsonSchemaExport(schema).json(id).render
