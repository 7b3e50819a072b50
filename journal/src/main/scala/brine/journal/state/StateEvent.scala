package brine.journal.state

import brine.codec.Codec

/** What happens to a key, as an event of the log of states: its stream is the key. */
private[journal] enum StateEvent[S] derives Codec:
  /** The key has a state of records up to an offset. */
  case Saved(offset: Long, state: S)

  /** The key has no state. */
  case Deleted()

private[journal] object StateEvent:
  /** The kind of a [[Deleted]], by which it is known without decoding it. */
  final val DeletedKind = "Deleted"
