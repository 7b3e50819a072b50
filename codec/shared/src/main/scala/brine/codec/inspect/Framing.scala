package brine.codec.inspect

import brine.codec.{Compression, MessageOptions, Schema}

/** How a message is wrapped, and where its schema is to be had: section 12 of the format. */
enum Framing:
  /** The value alone. */
  case Bare(schema: Schema, options: MessageOptions = MessageOptions.default)

  /** A marker and the fingerprint of one of these schemas, then the value. */
  case Standalone(schemas: Seq[Schema])

  /** The number of a type, then the value. */
  case Tagged(schemas: Map[Int, Schema], options: MessageOptions = MessageOptions.default)

  /** A whole segment, which brings its schemas.
    *
    * @param compressions
    *   those it may be compressed by besides [[brine.codec.Compression.Plain]] and [[brine.codec.Compression.Deflate]]
    */
  case Segment(compressions: Seq[Compression] = Nil)
