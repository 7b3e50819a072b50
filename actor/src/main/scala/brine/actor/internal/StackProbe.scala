package brine.actor.internal

/** Checks that the stack of this thread has room for some calls, before a step that must not end halfway. Costs about a
  * tenth of a microsecond, so it is for steps that cost more themselves, such as to schedule an actor from outside.
  */
private[internal] object StackProbe:
  private final val Levels = 64

  /** Whether there is room. */
  def hasRoom: Boolean =
    try descend(Levels) == 0
    catch case _: StackOverflowError => false

  /** Throws a `StackOverflowError` if there is no room. */
  def require(): Unit =
    val _ = descend(Levels)

  // Not a tail call, so each level takes stack.
  private def descend(level: Int): Int =
    if level == 0 then 0
    else
      val below = descend(level - 1)
      if below > level then below - 1 else below
