package brine.journal.precondition

/** What the journal knows of a name: of a stream, a tag or a kind. Its [[StateTable]] forgets it once it was not used
  * for long. There is one state of a name at a time that is not forgotten, and appends must use that one.
  *
  * An append keeps its states by [[keep]] once it holds a slot of the ring: then none of them is forgotten before the
  * writer has handled that slot. Thread-safe.
  */
private[journal] abstract class NamedState(final val name: String) extends Placed:
  @volatile private var phase = NamedState.Known // changes only under the monitor
  private var pins            = 0                // guarded by the monitor

  // Of the table, guarded by the lock of its eviction
  private[precondition] var next: NamedState | Null = null
  private[precondition] var seen                    = 0

  /** Keeps the state, unless it was forgotten: returns whether it was not. */
  final def keep(): Boolean = phase == NamedState.Known || phase == NamedState.Leaving && stay()

  private def stay(): Boolean = synchronized:
    if phase == NamedState.Leaving then phase = NamedState.Known
    phase == NamedState.Known

  /** Keeps the state until [[unpin]], also without a slot. Returns whether it was not forgotten. */
  private[precondition] final def pin(): Boolean = synchronized:
    val isPinned = stay()
    if isPinned then pins += 1
    isPinned

  /** Ends the effect of one [[pin]]. */
  final def unpin(): Unit = synchronized(pins -= 1)

  /** The first of two steps to forget it. Whoever keeps it from now on prevents the second one. */
  private[precondition] final def beginLeaving(): Boolean = synchronized:
    val begins = pins == 0 && phase == NamedState.Known
    if begins then phase = NamedState.Leaving
    begins

  /** The second step. Returns whether it is forgotten now.
    *
    * @param leaves
    *   whether it may be forgotten. It is asked only if nobody has kept the state, and nobody can keep it meanwhile. So
    *   no append changes what it looks at
    */
  private[precondition] final def endLeaving(leaves: => Boolean): Boolean = synchronized:
    val ends = pins == 0 && phase == NamedState.Leaving && leaves
    phase = if ends then NamedState.Gone else NamedState.Known
    ends

private object NamedState:
  private inline val Known   = 0
  private inline val Leaving = 1
  private inline val Gone    = 2
