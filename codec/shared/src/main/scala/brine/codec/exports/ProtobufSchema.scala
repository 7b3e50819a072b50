package brine.codec.exports

import brine.codec.Schema
import brine.codec.internal.{ProtobufExport, UniqueNames}

/** Schemas as [[https://protobuf.dev Protocol Buffers]] definitions, syntax proto3.
  *
  * {{{
  * ProtobufSchema.of(Codec[Reading].schema, "com.example") // Right("""syntax = "proto3"; …""")
  * }}}
  *
  * The file describes values, so that a program can hand them to protobuf; Brine's bytes are not protobuf's. Fields are numbered
  * in declaration order: once a file has users, go on with it by hand, for what changes the order of fields would change their
  * numbers. What becomes what is in `docs/schema-exports.md`. Equal schemas give equal text.
  */
object ProtobufSchema:

  /** The text of a `.proto` file, or what protobuf cannot say: a root that is no record or sum, an Option of an Option or of a
    * collection, collections in collections, keys of maps other than whole numbers, Booleans and texts, values with an identity,
    * hand-written codecs.
    *
    * @param packageName
    *   the package; none if empty
    * @throws IllegalArgumentException
    *   if the package is not identifiers with dots between them
    */
  def of(schema: Schema, packageName: String = ""): Either[Inexpressible, String] =
    require(
      packageName.isEmpty || UniqueNames.isDotted(packageName),
      s"'$packageName' is no package: identifiers with dots between them"
    )
    try Right(ProtobufExport(schema, packageName).text)
    catch case error: Inexpressible => Left(error)
