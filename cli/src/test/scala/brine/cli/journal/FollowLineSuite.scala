package brine.cli.journal

import brine.journal.Offset
import brine.journal.replication.{FollowStatus, FollowStep}
import java.time.Duration

class FollowLineSuite extends munit.FunSuite:
  private val status =
    FollowStatus(FollowStep.Following, 1_234_567, Offset(2_000_000), 0, Duration.ofMillis(900), 12_000, 0, None)

  test("a line says what it does, how many records there are, and what is lacking"):
    assertEquals(
      FollowLine.text(status),
      "follow: following, 1,234,567 records, 12,000 records/s; behind by 0 records"
    )
    assertEquals(
      FollowLine.text(status.copy(lag = 1_500, behind = Duration.ofSeconds(61), missed = 7)),
      "follow: following, 1,234,567 records, 12,000 records/s; behind by 1,500 records, 61 s; " +
        "7 deleted before they were copied"
    )

  test("a failure is on the same line, without control characters and not endless"):
    val waiting = FollowLine.text(status.copy(step = FollowStep.Waiting, failure = Some("a\nb\u001b[2J" + "c" * 1_000)))
    assert(waiting.startsWith("follow: waiting, ") && waiting.length < 500, waiting)
    assert(waiting.forall(!_.isControl), waiting)

  test("JSON has every part"):
    val failed = status.copy(step = FollowStep.Comparing, missed = 7, failure = Some("a reason"))
    assertEquals(
      ujson.write(FollowLine.json(failed)),
      """{"step":"comparing","records":1234567,"upTo":2000000,"lag":0,"behindMillis":900,"rate":12000,""" +
        """"missed":7,"failure":"a reason"}"""
    )
    assertEquals(FollowLine.json(status)("failure"), ujson.Null)
