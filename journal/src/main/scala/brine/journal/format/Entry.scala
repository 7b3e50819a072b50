package brine.journal.format

/** The kind byte of an entry in a unit's body. */
private[journal] object Entry:
  inline val KindMask = 7

  inline val Event            = 0
  inline val StreamDefinition = 1
  inline val SchemaDefinition = 2
  inline val TagDefinition    = 3

  /** Flags of an event. */
  inline val HasKey  = 0x08
  inline val HasTags = 0x10
  inline val HasTime = 0x20

  /** The entry has the event's version; otherwise it is one more than that of the stream's event before it in the unit.
    */
  inline val HasVersion = 0x40

  /** The entry has the version that the append with its key gave, since compaction has removed the append's last event.
    */
  inline val HasOutcome = 0x80

  inline val KeyLength = 16

  def zigzag(value: Long): Long   = (value << 1) ^ (value >> 63)
  def unzigzag(value: Long): Long = (value >>> 1) ^ -(value & 1)
