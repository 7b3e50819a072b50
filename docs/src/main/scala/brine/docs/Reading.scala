package brine.docs

import brine.codec.Codec
import brine.codec.javaapi.JavaTypes.given

import java.time.Instant
import java.util.{Optional, UUID}

/** The type that the page for programs in Java uses. */
final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Optional[String]) derives Codec

object Reading:
  def codec: Codec[Reading] = summon
