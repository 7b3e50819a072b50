package brine.journal.tools

import brine.codec.Codec
import brine.journal.{Offset, Record, Stored}
import java.time.Instant
import java.util.UUID

/** Whatever differs between two records is a difference, and makes another digest; but for their offsets. */
class RecordDifferenceSuite extends munit.FunSuite:
  private val record = Record(
    Offset(1),
    "s",
    1,
    Instant.ofEpochSecond(9),
    Set("t", "u"),
    Some(UUID(1, 2)),
    Stored(Codec[String].schema, Codec.encodeBare("a"))
  )

  private def difference(other: Record[Stored]) =
    RecordDifference.of(ExportedRecord(record, 1), ExportedRecord(other, 1))

  private def digest(records: Record[Stored]*): String =
    val digest = RecordDigest()
    records.foreach(digest.add)
    digest.result()

  for (what, change) <- List[(String, Record[Stored] => Record[Stored])](
      "stream"  -> (_.copy(stream = "other")),
      "version" -> (one => one.copy(version = one.version + 1)),
      "time"    -> (one => one.copy(at = one.at.plusNanos(1000))),
      "tags"    -> (_.copy(tags = Set("t"))),
      "key"     -> (_.copy(key = None)),
      "schema"  -> (one => one.copy(value = Stored(Codec[Int].schema, one.value.bytes))),
      "bytes"   -> (one => one.copy(value = Stored(one.value.schema, one.value.bytes :+ 1.toByte)))
    )
  do
    test(s"another $what is a difference, and another digest"):
      val other = change(record)
      val said  = difference(other)
      assert(said.exists(_.startsWith(s"its $what")), said)
      assertNotEquals(digest(other), digest(record))

  test("another offset, and what a time has below microseconds, is none"):
    for other <- List(record.copy(offset = Offset(7)), record.copy(at = record.at.plusNanos(999))) do
      assertEquals(difference(other), None)
      assertEquals(digest(other), digest(record))

  test("the digest depends on the order, and on where one record ends"):
    val other = record.copy(stream = "s2")
    assertNotEquals(digest(record, other), digest(other, record))
    assertNotEquals(digest(record, record), digest(record))

  test("names in a difference are one line"):
    assertEquals(difference(record.copy(stream = "a\nb")), Some("its stream is 'a\\nb', not 's'"))
