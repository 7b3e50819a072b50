package brine.codec.internal.evolution

import brine.codec.Codec
import brine.codec.internal.schema.Structure

/** What data becomes: a value of a codec, a part of a derived codec, or any value, to be skipped or kept. */
private[codec] enum Target:
  case Whole(codec: Codec[?])
  case Part(parts: Parts, shape: Structure.Shape)
  case Anything

private[codec] object Target:
  /** Whole values of a derived codec. */
  def whole(parts: Parts): Target = Target.Part(parts, parts.root)
