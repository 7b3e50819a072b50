package brine.journal.index

/** Walks the places that may have events of two names, by the places of each. The events of a unit that is a place as a
  * whole may have its name, or not. Owned by one thread.
  */
private[index] final class CommonPlaces(one: PlaceSource, other: PlaceSource) extends PlaceSource:
  private var at         = one
  private var oneMoves   = true
  private var otherMoves = true

  def unit: Long     = at.unit
  def entry: Long    = at.entry
  def length: Int    = at.length
  def sequence: Long = at.sequence
  def version: Long  = at.version
  def check: Int     = at.check

  def next(): Boolean =
    var isThere = advance()
    while isThere && !isCommon() do isThere = advance()
    isThere

  private def advance(): Boolean = (!oneMoves || one.next()) && (!otherMoves || other.next())

  /** Whether the current places of both have a common one, [[at]]. Decides which one advances next. */
  private def isCommon(): Boolean =
    if one.unit != other.unit then
      moves(one.unit < other.unit, other.unit < one.unit)
      false
    else if one.isWhole then
      at = other
      moves(false, true)
      true
    else if other.isWhole then
      at = one
      moves(true, false)
      true
    else
      at = one
      moves(one.sequence <= other.sequence, other.sequence <= one.sequence)
      oneMoves && otherMoves

  private def moves(isOne: Boolean, isOther: Boolean): Unit =
    oneMoves = isOne
    otherMoves = isOther
