package brine.codec.inspect

import brine.codec.{Compression, MessageOptions, Schema}

/** How a message is wrapped, and where its schema comes from; see section 12 of `docs/spec/codec-format.md`. */
enum Framing:
  /** Bare bytes: the value alone. */
  case Bare(schema: Schema, options: MessageOptions = MessageOptions.defaults)

  /** A standalone message: a marker, the fingerprint of one of these schemas, and the value. */
  case Standalone(schemas: Seq[Schema])

  /** A tagged message: the number of a type, then the value. */
  case Tagged(schemas: Map[Int, Schema], options: MessageOptions = MessageOptions.defaults)

  /** A whole container, which contains its schemas.
    *
    * @param compressions
    *   compressions it may use besides [[brine.codec.Compression.Plain]] and [[brine.codec.Compression.Deflate]]
    */
  case Container(compressions: Seq[Compression] = Nil)
