package brine.journal.format

/** The names of files that belong to a segment: the sequence of its first record, present or future, with 20 digits. */
private[journal] object SegmentNames:
  private inline val Digits = 20
  private val Segment       = ".seg"
  private val Index         = ".idx"

  def name(firstSequence: Long): String = numbered(firstSequence, Segment)

  def indexName(firstSequence: Long): String = numbered(firstSequence, Index)

  // Readers look for names again and again, and formats allocate much.
  private def numbered(number: Long, end: String): String =
    val digits = number.toString
    val name   = java.lang.StringBuilder(Digits + end.length)
    var zeros  = Digits - digits.length
    while zeros > 0 do
      name.append('0'): Unit
      zeros -= 1
    name.append(digits).append(end).toString

  def isSegment(name: String): Boolean = isNumbered(name, Segment)

  /** Whether a file is a segment, or the index of one. */
  def isOfSegment(name: String): Boolean = isSegment(name) || isNumbered(name, Index)

  private def isNumbered(name: String, end: String): Boolean =
    name.length == Digits + end.length && name.endsWith(end) &&
      name.take(Digits).forall(char => char >= '0' && char <= '9')

  /** The first sequence that a name says; the highest number if it is too large for one. */
  def firstSequence(name: String): Long = name.take(Digits).toLongOption.getOrElse(Long.MaxValue)
