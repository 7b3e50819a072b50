package brine.pekko.persistence.internal

/** Names of streams that Brine keeps for itself, such as replies of entities that have a key. No persistent actor has
  * one, and queries leave them out.
  */
private[persistence] object ReservedIds:
  private final val Prefix = "brine."

  def contains(persistenceId: String): Boolean = persistenceId.startsWith(Prefix)

  /** @throws IllegalArgumentException
    *   if a persistence id is reserved
    */
  def refuse(persistenceId: String): Unit =
    if contains(persistenceId) then
      throw IllegalArgumentException(
        s"the persistence id '$persistenceId' begins with '$Prefix', which is reserved: choose another"
      )
