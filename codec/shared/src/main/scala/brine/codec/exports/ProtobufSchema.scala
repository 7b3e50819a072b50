package brine.codec.exports

import brine.codec.Schema
import brine.codec.exports.internal.{ProtobufExport, UniqueNames}

/** Exports schemas as [[https://protobuf.dev Protocol Buffers]] definitions, syntax proto3.
  *
  * {{{
  * ProtobufSchema.of(Codec[Reading].schema, "com.example") // Right("""syntax = "proto3"; …""")
  * }}}
  *
  * The file describes values, so that a program can pass them to protobuf; Brine's bytes are not protobuf's. Fields are
  * numbered in declaration order. Once a file has users, maintain it by hand: a change to the order of fields would
  * change their numbers. `docs/schema-exports.md` lists what each type becomes. Equal schemas give equal text.
  */
object ProtobufSchema:

  /** Exports a schema as the text of a `.proto` file.
    *
    * Protobuf cannot express: a root that is neither record nor sum, an `Option` of an `Option` or of a collection, a
    * collection of collections, map keys other than integers, booleans and strings, `Shared` values, and hand-written
    * codecs.
    *
    * @param schema
    *   schema to export
    * @param packageName
    *   package of the file; empty for none
    * @return
    *   the text, or the part that protobuf cannot express
    * @throws IllegalArgumentException
    *   if the package is not a sequence of identifiers separated by dots
    */
  def of(schema: Schema, packageName: String = ""): Either[Inexpressible, String] =
    require(
      packageName.isEmpty || UniqueNames.isDotted(packageName),
      s"'$packageName' is not a package name: use identifiers separated by dots"
    )
    try Right(ProtobufExport(schema, packageName).text)
    catch case error: Inexpressible => Left(error)
