package brine.journal.precondition

/** Looks for what an append depends on in those events that the writer does not remember. It may read from the disk, so
  * its caller must not hold a slot of the ring meanwhile. For one append.
  */
private[journal] trait EarlierLookup:
  /** Looks at what was not looked at before. Returns false if it would have to wait for the writer, and may not. */
  def look(waits: Boolean): Boolean

  /** Whether there is nothing more to look at. Once it is so for an append that holds a slot, the writer remembers all
    * later events until it has handled that slot.
    */
  def isCurrent: Boolean

private[journal] object EarlierLookup:
  /** Two lookups; either may be missing. */
  def both(one: EarlierLookup | Null, two: EarlierLookup | Null): EarlierLookup | Null =
    if one == null then two else if two == null then one else Both(one, two)

  private final class Both(one: EarlierLookup, two: EarlierLookup) extends EarlierLookup:
    def look(waits: Boolean): Boolean = one.look(waits) && two.look(waits)
    def isCurrent: Boolean            = one.isCurrent && two.isCurrent
