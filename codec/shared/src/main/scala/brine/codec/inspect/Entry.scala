package brine.codec.inspect

/** What some bytes of a message are.
  *
  * The entries of a dump that are not items of a header cover its bytes one after the other, without a gap.
  *
  * @param block
  *   0 for the bytes that were given; else the number of the compressed block, from 1, whose expanded bytes are meant
  * @param offset
  *   of the first byte; for an item of a header, of the header's first
  * @param length
  *   in bytes; 0 for an item of a header, which has bits only, and for a part that takes no bytes
  * @param what
  *   how it is written, in words
  * @param value
  *   the value that these bytes hold, if they hold one of their own and not only those of parts that follow
  * @param count
  *   how many values they are: more than one where they are packed
  */
final case class Entry(
    block: Int,
    offset: Int,
    length: Int,
    path: Path,
    part: Part,
    what: String,
    value: Option[Value],
    count: Int
)

/** What bytes are for. */
enum Part(val label: String):
  /** Values themselves. */
  case Content extends Part("value")

  /** References to what was written before. */
  case Reference extends Part("reference")

  /** Bits and bytes that say what is present, which side or case it is; booleans and small enumerations are in them as well. */
  case Header extends Part("header")

  /** How many elements there are. */
  case Size extends Part("size")

  /** Markers, fingerprints, numbers of types, frames of blocks. */
  case Envelope extends Part("envelope")

  /** Schemas that a segment brings. */
  case Schema extends Part("schema")

  /** The compressed form of a block, whose expanded bytes have entries of their own. */
  case Compressed extends Part("compressed")

  /** Bytes that only a hand-written codec understands which was not given, or behind an error. */
  case Unread extends Part("unread")
