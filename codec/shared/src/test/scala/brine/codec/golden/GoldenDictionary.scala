package brine.codec.golden

import brine.codec.golden.GoldenTypes.*

import java.net.URI
import java.time.{Instant, ZoneId}
import java.util.UUID

object GoldenDictionary extends GoldenCases:
  private val uuid = UUID.fromString("00112233-4455-4677-8899-aabbccddeeff")

  dictionary("list string")(
    "each once"     -> List("one", "two", "three"),
    "again"         -> List("one", "two", "one", "two", "one"),
    "windowed"      -> List("привет", "hello", "привет", "привет"),
    "short"         -> List("", "", "a", "a", "ab", "ab", "я", "я", "яя", "яя"),
    "near and far"  -> ((1 to 57).map(i => s"text $i").toList ++ List("text 57", "text 2", "text 1", "text 1")),
    "longest"       -> List.fill(2)("0123456789abcdef" * 256),
    "beyond it"     -> List.fill(2)("0123456789abcdef" * 256 + "!"),
    "second window" -> ((1 to 2049).map(i => i.toString).toList ++ List("10", "9", "11"))
  )
  dictionary("list uuid")(
    "versions"     -> (0 to 15).toList.flatMap(v => List.fill(2)(new UUID(v.toLong << 12, v.toLong))),
    "again"        -> List(uuid, UUID(1, 2), uuid, uuid, UUID(1, 2)),
    "near and far" -> ((1 to 89).map(i => UUID(i, i)).toList ++ List(UUID(89, 89), UUID(2, 2), UUID(1, 1), UUID(1, 1)))
  )
  dictionary("list reading")(
    "two of one sensor" -> List.fill(2)(Reading(uuid, Instant.parse("2024-02-29T12:34:56Z"), -3, Some("cold")))
  )
  dictionary("map")("uri and key" -> Map("urn:x" -> URI("urn:x"), "urn:y" -> URI("urn:x")))
  dictionary("list zone")("again" -> List.fill(2)(ZoneId.of("Europe/Berlin")))

  private val readings =
    (1 to 5).toList.map(i => Reading(uuid, Instant.parse("2024-02-29T12:34:56Z").plusSeconds(i), i, Some("cold")))
  container("reading", 1 << 16)("none"      -> Nil, "five" -> readings)
  container("reading in blocks", 60)("five" -> readings)
