package brine.entity.internal

/** The state of an entity as far as its events are durable.
  *
  * @param version
  *   number of its last event, or of the deletion of its stream; 0 for none
  * @param offset
  *   offset of that event, 0 for none
  * @param micros
  *   time of that event, 0 for none
  * @param saved
  *   the version whose state is saved, 0 for none
  */
private[internal] final class LoadedState[S](
    val state: S,
    val version: Long,
    val offset: Long,
    val micros: Long,
    val saved: Long
):
  /** The same state, with another version that is saved. */
  def savedAt(version: Long): LoadedState[S] = LoadedState(state, this.version, offset, micros, version)
