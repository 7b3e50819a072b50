package brine.entity.projection

import brine.codec.{Codec, Schemas}
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{SaveListener, SavedState, StateRecords}
import brine.journal.{AppendError, Level, Offset}
import java.io.IOException

/** State records that cannot be saved or loaded at times.
  *
  * @param fails
  *   whether the next save fails
  * @param failsToLoad
  *   whether the next load does
  * @param error
  *   what saves fail with
  * @param loadError
  *   what loads fail with, in place of a failed disk
  */
final class FailingStates(
    states: StateRecords,
    fails: () => Boolean,
    failsToLoad: () => Boolean = () => false,
    error: SnapshotError = SnapshotError.NotSaved(AppendError.Full),
    loadError: Option[SnapshotError] = None
) extends StateRecords:
  def place: String = states.place

  def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit =
    if fails() then listener.failed(context, error)
    else states.save(key, offset, state, level, listener, context, waits)

  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    states.delete(key, level, listener, context, waits)

  def load[S](key: String)(using
      codec: Codec[S]
  )(using schemas: Schemas): Either[SnapshotError, Option[SavedState[S]]] =
    if failsToLoad() then Left(loadError.getOrElse(SnapshotError.Failed(place, IOException("of the test"))))
    else states.load(key)
