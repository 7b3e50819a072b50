package brine.entity.testkit

import brine.codec.{Codec, Schemas}
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{SaveListener, SavedState, StateRecords}
import brine.journal.{Level, Offset}
import scala.collection.mutable

/** State records whose saves complete in steps of a simulation. A power cut loses those that have not. For the thread
  * of the simulation.
  */
private[testkit] final class StepStates(states: StateRecords, steps: Steps, faults: LogFaults) extends StateRecords:
  private val waiting = mutable.Queue[() => Unit]()
  private var isOn    = true

  def switchOff(): Unit = isOn = false

  def place: String = "of the simulation"

  def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit = later(s"the state of $key, at ${offset.sequence}", listener, context):
    states.save(key, offset, state, level, _, 0, waits = true)

  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
    later(s"no state of $key", listener, context)(states.delete(key, level, _, 0, waits = true))

  private def later(what: String, listener: SaveListener, context: Long)(save: SaveListener => Unit): Unit =
    waiting += (() =>
      val error = Handover.save(save).error
      if error == null then
        steps.note(s"$what is saved")
        listener.saved(context)
      else
        steps.note(s"$what is not saved: ${error.getClass.getSimpleName}")
        listener.failed(context, error)
    )
    steps.later(() => if isOn then waiting.dequeue()())

  def load[S](key: String)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, Option[SavedState[S]]] =
    faults.ofLoad(key, place).fold(states.load[S](key))(Left(_))
