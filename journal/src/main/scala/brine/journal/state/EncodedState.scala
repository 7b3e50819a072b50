package brine.journal.state

import brine.codec.Schema
import brine.journal.{Level, Offset}

/** A state as [[EncodedStates]] stores it. Nobody changes the array.
  *
  * @param offset
  *   offset of the last record in the state; [[Offset.Begin]] if it has none
  * @param schema
  *   schema that the state was written with
  * @param bytes
  *   the state as the codec wrote it
  */
final class EncodedState(val offset: Offset, val schema: Schema, val bytes: Array[Byte])

/** A change that [[EncodedStates]] stores.
  *
  * @param key
  *   the key
  * @param state
  *   its new state; None if the key is deleted
  * @param level
  *   what the change must survive
  */
final class StateChange(val key: String, val state: Option[EncodedState], val level: Level)
