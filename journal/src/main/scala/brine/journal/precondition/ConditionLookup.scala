package brine.journal.precondition

/** Compares the conditions of appends with the events that the writer does not remember. Thread-safe; each append is of
  * one thread.
  */
private[journal] trait ConditionLookup:
  /** Whether there is nothing more to look at, as an [[EarlierLookup]] says it. */
  def isCurrent(conditions: Conditions): Boolean

  /** Looks at what was not looked at before. Returns false if it would have to wait for the writer, and may not. */
  def look(conditions: Conditions, waits: Boolean): Boolean
