package brine.journal.format

/** The 40 bytes before each body, by offsets from the frame's start. Layout: `docs/spec/journal-format.md`. */
private[journal] object Frame:
  inline val HeaderLength = 40

  /** Maximum length of a body: bounds the cost of one damaged frame, and a reader's memory. */
  inline val MostBody = 1 << 18

  /** Maximum number of records of a unit. */
  inline val MostRecords = 0xffff

  inline val LengthAt   = 0
  inline val CheckAt    = 4
  inline val SequenceAt = 8
  inline val DurableAt  = 16
  inline val TimeAt     = 24
  inline val CountAt    = 32
  inline val FlagsAt    = 34
  inline val MagicAt    = 36

  inline val Magic = 0x4642524a // JRBF

  /** The unit continues in the next frame. */
  inline val Continued = 1

  /** The unit's body is compressed. */
  inline val Compressed = 2

  /** The segment ends here. */
  inline val Seal = 4

  /** The unit's events contain their sequences: compaction has removed some between them. */
  inline val Sparse = 8

  /** Bytes of a seal's body: last sequence, digest, number of records. */
  inline val SealBody = 24

  inline val Alignment = 8

  /** Length in the file of a frame with a body of this length. */
  def length(body: Int): Int = (HeaderLength + body + Alignment - 1) & -Alignment

  /** The value that a checksum is combined with, so that a frame is valid only in its segment and at its offset. The
    * finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    */
  def mask(salt: Long, offset: Long): Int =
    var z = salt + offset * 0x9e3779b97f4a7c15L
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
    ((z ^ (z >>> 31)) >>> 32).toInt
