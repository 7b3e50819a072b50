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

  /** The checksum is of the header from here on and of the body. */
  inline val CheckedFrom = SequenceAt

  /** The unit continues in the next frame. */
  inline val Continued = 1

  /** The unit's body is compressed. */
  inline val Compressed = 2

  /** The segment ends here. */
  inline val Seal = 4

  /** The unit's events contain their sequences: compaction has removed some between them. */
  inline val Sparse = 8

  inline val Alignment = 8

  /** Length in the file of a frame with a body of this length. */
  def length(body: Int): Int = (HeaderLength + body + Alignment - 1) & -Alignment

  /** How many bytes at the start of a frame [[isWritten]] needs. */
  inline val StartLength = 4

  /** Whether a frame begins with these bytes, rather than the zeros that the file was filled with. */
  def isWritten(start: Array[Byte]): Boolean = Little.int(start, LengthAt) != 0

  /** The fields that a reader of a single entry needs, from the header of its unit's first frame. */
  def firstSequence(header: Array[Byte]): Long = Little.long(header, SequenceAt)
  def baseTime(header: Array[Byte]): Long      = Little.long(header, TimeAt)
  def isSparse(header: Array[Byte]): Boolean   = (Little.short(header, FlagsAt) & Sparse) != 0

  /** Where a byte of a unit's body is in the file, if the unit is not compressed.
    *
    * @param unit
    *   offset of the unit
    */
  def offsetOf(unit: Long, at: Int): Long =
    unit + (at / MostBody).toLong * (HeaderLength + MostBody) + HeaderLength + at % MostBody

  /** Whether bytes of a unit's body are all in one frame. */
  def isInOne(at: Int, length: Int): Boolean = at / MostBody == (at + length - 1) / MostBody
