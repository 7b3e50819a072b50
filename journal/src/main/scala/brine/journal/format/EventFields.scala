package brine.journal.format

/** The fields of an event's entry but its payload. A writer sets them before the entry, a reader has those of the
  * current entry; both use one object for all their events. Owned by one thread.
  */
private[journal] class EventFields:
  /** Number of the stream in the segment. */
  var stream = 0

  /** Number of the schema in the segment. */
  var schema = 0

  /** Microseconds since 1970. */
  var time = 0L

  /** Is written in sparse units only; in others it follows from the unit. */
  var sequence = 0L

  /** Difference of the version to the stream's first version in the segment; -1 if the entry does not say it. */
  var versionAfter = -1L

  /** Whether the event has the key of its append: the first event of an append with a key has it. */
  var hasKey  = false
  var keyHigh = 0L
  var keyLow  = 0L

  /** Number of events of the append with the key. */
  var keyEvents = 0

  /** The version that the append with the key gave its last stream, if compaction has removed that event; otherwise -1.
    */
  var keyVersion = -1L

  /** Numbers of the event's tags in the segment; the first [[tagCount]] are valid. */
  var tags: Array[Int] = new Array(4)
  var tagCount         = 0

  /** Makes room for this number of [[tags]]. */
  def ensureTags(count: Int): Unit = if tags.length < count then tags = new Array(count)
