package brine.journal.tools

import brine.journal.SiteEvent.Renamed
import brine.journal.tools.ImportFixture.*
import brine.journal.tools.JournalFixture.{ok, small}
import brine.journal.*
import java.time.Instant

class ImportRulesSuite extends munit.FunSuite:
  private val latest = Micros.instant(Long.MaxValue)

  test("what no journal can store is refused, with its number and the range"):
    val cases = Seq(
      record(Long.MaxValue, 9)             -> "version 9223372036854775807 of stream 's': versions are from 1 to",
      record((1L << 62) + 1, 9)            -> "version 4611686018427387905 of stream 's': versions are from 1 to",
      record(0, 9)                         -> "version 0 of stream 's': versions are from 1 to",
      record(-1, 9)                        -> "version -1 of stream 's'",
      record(Long.MinValue, 9)             -> "version -9223372036854775808 of stream 's'",
      record(-1, 9, stream = "a\nb")       -> "of stream 'a\\nb'",
      record(2, 9).at(Instant.MAX)         -> s"is after $latest, the latest time of a record",
      record(2, 9).at(latest.plusNanos(1)) -> s"is after $latest",
      record(2, 9).at(Instant.MIN)         -> "is before 1970, the earliest time of a record",
      record(2, 9).at(Instant.EPOCH.minusNanos(1)) -> "is before 1970",
      record(2, 9, stream = "")                    -> "the name of a stream has 1 to 1024 characters, not 0",
      record(2, 9, stream = "x\ud800")             -> "the name of a stream has an unpaired surrogate",
      record(2, 9).tagged("fine", "\udc00x")       -> "the name of a tag has an unpaired surrogate",
      record(2, 9).tagged("y" * 1025)              -> "the name of a tag has 1 to 1024 characters, not 1025",
      record(2, 9).key(1, -1)                      -> "at most 65535 records, and this one would have -1",
      record(2, 9).key(1, 65536)                   -> "at most 65535 records, and this one would have 65536",
      record(2, 9, Array[Byte](99, 1))             -> "its bytes are not of its schema"
    )
    for (wrong, says) <- cases do
      assert(clue(ImportRules.problem(wrong).getOrElse("")).contains(clue(says)))
      TemporaryFolder.use: folder =>
        val result = importInto(folder, Vector(record(1, 1), wrong, record(2, 9)))
        assert(result.left.exists(error => error.at == 2 && error.problem.contains(says)), result.toString)
        assertEquals(exported(folder).size, 1)

  test("the highest version, and the first and the last time"):
    TemporaryFolder.use: folder =>
      val edges = Vector(
        record(1, 0),
        record(2, 0, stream = "t"),
        record(1L << 62, 1),
        record(3, 1, stream = "t").at(latest)
      )
      assertEquals(importInto(folder, edges), Right(4L))
      val found = exported(folder).map(_.record)
      assertEquals(found.map(_.version), edges.map(_.record.version))
      assertEquals(found.map(_.at), edges.map(_.record.at))
      // A program can continue with both streams.
      val journal = Journal.open(folder, small)
      try
        assertEquals(ok(journal.append("s", Renamed("y"): SiteEvent).await()).version, (1L << 62) + 1)
        assertEquals(ok(journal.append("t", Renamed("y"): SiteEvent).await()).at, latest)
        assertEquals(ok(journal.offsetAt(latest)), Offset(4))
        assertEquals(ok(journal.read[SiteEvent]("s").toVector).size, 3)
      finally journal.close()
      assertEquals(ok(Verification.of(folder)).damages, Vector.empty)
