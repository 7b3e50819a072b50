package brine.journal.precondition

/** The tags of an append: their names, and the states that were found for them. Immutable, so that an append which is
  * repeated has them at once.
  */
private[journal] final class NamedTags(names: Array[String], val states: Array[TagState]):
  /** The state of a tag, or null. Compares names, and does not look at the states: the writer changes them. */
  def find(name: String): TagState | Null =
    var at = 0
    while at < names.length && names(at) != name do at += 1
    if at < names.length then states(at) else null

  /** The same names with other states. */
  def withStates(others: Array[TagState]): NamedTags = NamedTags(names, others)

private[journal] object NamedTags:
  /** Finds the states of names; null for none. */
  def of(tags: Set[String])(find: String => TagState): NamedTags | Null =
    if tags.isEmpty then null
    else
      // Each append with other tags does this, so there is no chain of iterators.
      val names  = new Array[String](tags.size)
      val states = new Array[TagState](names.length)
      val each   = tags.iterator
      var at     = 0
      while at < names.length do
        names(at) = each.next()
        states(at) = find(names(at))
        at += 1
      NamedTags(names, states)
