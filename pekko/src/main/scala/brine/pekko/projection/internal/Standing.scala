package brine.pekko.projection.internal

import brine.codec.Codec

/** What a node knows of its own stores. */
private[pekko] enum Standing:
  /** Nobody has said yet whether they count. */
  case Undecided

  /** They count, and slices run here. */
  case Confirmed

  /** Others count. No slice runs here before the program is started again. */
  case Refused

// No `derives`: Scala 3.3 compiles it to a lazy val.
private[pekko] object Standing:
  implicit val codec: Codec[Standing] = Codec.derived
