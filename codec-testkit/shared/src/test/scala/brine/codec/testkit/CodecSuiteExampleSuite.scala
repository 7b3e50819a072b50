package brine.codec.testkit

import brine.codec.Codec

import java.time.Instant
import java.util.UUID

object CodecSuiteExampleSuite:
  final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec

/** What a user's own suite looks like; the README shows the same. */
class CodecSuiteExampleSuite extends CodecSuite:
  import CodecSuiteExampleSuite.Reading

  checkCodec(
    Reading(UUID(1, 2), Instant.EPOCH, 21.5, None),
    Reading(UUID(3, 4), Instant.parse("2024-02-29T12:34:56.789Z"), Double.NaN, Some("kaputt, надо чинить"))
  )
