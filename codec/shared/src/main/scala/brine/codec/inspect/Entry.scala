package brine.codec.inspect

/** The meaning of a range of bytes.
  *
  * Entries with a `length` above 0 cover the bytes of a dump without gaps or overlaps.
  *
  * @param block
  *   0 for the bytes given to [[Inspect.dump]]; otherwise the number of a compressed block, starting at 1, whose
  *   expanded bytes these are
  * @param offset
  *   offset of the first byte; for an item of a header, that of the header
  * @param length
  *   number of bytes; 0 for an item of a header, which has bits only, and for a part that takes no bytes
  * @param path
  *   part of the value
  * @param part
  *   role of the bytes
  * @param what
  *   how the part is encoded, in words
  * @param value
  *   the value, if these bytes contain a whole value and not only the start of one whose parts follow
  * @param count
  *   number of values: more than one if they are packed
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

/** The role of bytes in a message. */
enum Part(val label: String):
  /** Values themselves. */
  case Content extends Part("value")

  /** References to earlier values. */
  case Reference extends Part("reference")

  /** Bits and bytes that hold presences, sides and case tags, and also booleans and small enumerations. */
  case Header extends Part("header")

  /** Element counts. */
  case Size extends Part("size")

  /** Markers, fingerprints, type numbers and block frames. */
  case Envelope extends Part("envelope")

  /** Schemas stored in a container. */
  case Schema extends Part("schema")

  /** The compressed form of a block; its expanded bytes have entries of their own. */
  case Compressed extends Part("compressed")

  /** Bytes after an error, or bytes that need a hand-written codec that was not given. */
  case Unread extends Part("unread")
