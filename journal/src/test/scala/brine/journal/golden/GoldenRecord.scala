package brine.journal.golden

import brine.codec.inspect.Value
import brine.journal.{Record, Stored}
import java.security.MessageDigest
import java.time.temporal.ChronoUnit
import java.time.Instant
import java.util.HexFormat

/** A record as a line of JSON that is the same for every language; of values what the golden journals have, of long
  * ones their digest.
  */
object GoldenRecord:
  private val hex = HexFormat.of

  def json(record: Record[Stored]): String =
    val fields = List(
      "sequence" -> record.offset.sequence.toString,
      "stream"   -> text(record.stream),
      "version"  -> record.version.toString,
      "time"     -> ChronoUnit.MICROS.between(Instant.EPOCH, record.at).toString,
      "tags"     -> record.tags.toVector.sorted.map(text).mkString("[", ", ", "]"),
      "key"      -> record.key.fold("null")(key => text(key.toString)),
      "schema"   -> text(hex.formatHex(record.value.schema.canonical)),
      "payload"  -> text(payload(record.value.bytes)),
      "value"    -> (if isLong(record.value.bytes) then "null" else inspected(record.value))
    )
    fields.map((name, json) => s"${text(name)}: $json").mkString("{", ", ", "}")

  private def isLong(bytes: Array[Byte]) = bytes.length > 10000

  private def payload(bytes: Array[Byte]): String =
    if isLong(bytes) then s"SHA-256 ${hex.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))}"
    else hex.formatHex(bytes)

  private def inspected(stored: Stored): String = value(stored.inspect.fold(error => throw error, identity))

  private def value(of: Value): String = of match
    case Value.Case(_, name, fields) if fields.isEmpty => text(name)
    case Value.Case(_, name, fields)                   => record(name, fields)
    case Value.Record(name, fields)                    => record(name, fields)
    case Value.Absent                                  => "null"
    case Value.Present(inner)                          => s"""{"some": ${value(inner)}}"""
    case Value.Primitive(_, string: String)            => text(string)
    case Value.Primitive(_, time: Instant)             => text(withoutZeros(time.toString))
    case Value.Primitive(_, number: (Int | Long))      => number.toString
    case other => throw IllegalArgumentException(s"golden journals have no values like ${other.text}")

  private def record(name: String, fields: Vector[(String, Value)]): String =
    s"{${text(name)}: ${fields.map((field, of) => s"${text(field)}: ${value(of)}").mkString("{", ", ", "}")}}"

  private def withoutZeros(time: String): String = time.replaceAll("(\\.\\d*?[1-9])0+(?!\\d)", "$1")

  private def text(of: String): String =
    of.map {
      case '"'                           => "\\\""
      case '\\'                          => "\\\\"
      case c if c >= ' ' && c < '\u007f' => c.toString
      case c                             => f"\\u${c.toInt}%04x"
    }.mkString("\"", "", "\"")
