package brine.journal.state

import brine.codec.internal.matching.FieldLineage
import brine.codec.{Codec, DecodeError, Schema, Schemas}
import brine.journal.{EventCursor, StreamDeleted}

/** What happens to a key, as an event of the log of states: its stream is the key. */
private[journal] enum StateEvent[S] derives Codec:
  /** The key has a state of records up to an offset. */
  case Saved(offset: Long, state: S)

  /** The key has no state. */
  case Deleted()

private[journal] object StateEvent:
  /** The kind of a [[Deleted]], by which it is known without decoding it. */
  private final val DeletedKind = "Deleted"

  private val state = FieldLineage("Saved", "state")

  /** Why the state in an event is of another type than that of a codec; None if it is not. The codec of the event does
    * not say it: fields of another type may well fit.
    *
    * @param written
    *   the schema that the event was written with
    */
  def typeProblem(written: Schema, codec: Codec[?], schemas: Schemas): Option[DecodeError] =
    state.problem(written, codec, schemas)

  /** Whether the current event of a cursor says that the key has no state. Who deletes the stream of a key, with the
    * tools for journals, deletes its state.
    */
  def deletes(cursor: EventCursor): Boolean = cursor.kind.contains(DeletedKind) || StreamDeleted.isAt(cursor)
