package brine.journal.index

/** Walks places in order; holds the current one in its fields, see [[Places]]. Owned by one thread. */
private[index] trait PlaceSource:
  /** Advances to the next place; false if there is none. */
  def next(): Boolean

  def unit: Long
  def entry: Long
  def length: Int
  def sequence: Long
  def version: Long
  def check: Int

  /** Whether the place is a whole unit. */
  final def isWhole: Boolean = entry == 0

  /** All places that come next, for the stream or tag with a number.
    *
    * @param expected
    *   about how many there are
    */
  final def all(number: Int, versionBefore: Long, heads: UnitHeads, expected: Int): Places =
    val found = PlaceBuffer(expected)
    while next() do found.add(unit, entry, length, sequence, version, check)
    found.places(number, versionBefore, heads)
