package brine.journal.support

/** Checks that the stack of this thread has room for some calls, before a step that must not end halfway: before a slot
  * of the ring is claimed, for which the writer waits, or a lock is taken. A caller whose stack ends then fails before
  * it changes anything. What follows must need less than a page of stack, and call no code of users.
  *
  * It is the same as that of the actors, which depend on no other module: see ADR 0044.
  */
private[brine] object StackProbe:
  /** Throws a `StackOverflowError` if there is no room: where the compiled method begins that it was put into, or here.
    */
  def require(): Unit = StackRoom.require()
