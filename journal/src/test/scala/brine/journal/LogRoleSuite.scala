package brine.journal

import java.time.Instant

class LogRoleSuite extends munit.FunSuite:
  private val earlier = Instant.parse("2026-01-02T03:04:05.000006Z")
  private val now     = Instant.parse("2026-02-03T04:05:06.000007Z")

  private val all = Vector(
    LogRole.Ordinary,
    LogRole.Replica("a", earlier),
    LogRole.Promoted("a", earlier),
    LogRole.Promoted("", earlier),
    LogRole.Fenced(earlier)
  )

  test("a follower gets no log that programs append to, unless that is empty and was never promoted"):
    for role <- all do
      val expected = role match
        case LogRole.Ordinary    => Vector(Some(LogRole.Replica("a", now)), None)
        case _: LogRole.Promoted => Vector(None, None)
        case _: LogRole.Replica  => Vector(Some(role), Some(role))
        case _                   => Vector(Some(LogRole.Replica("a", now)), Some(LogRole.Replica("a", now)))
      assertEquals(Vector(false, true).map(role.following("a", _, now)), expected, role)

  test("a log with records keeps its role while they are compared"):
    for role <- all; hasRecords <- Vector(false, true) do
      val next = role.following("b", hasRecords, now)
      assertEquals(role.opening("b", hasRecords, now), next.map(next => if hasRecords then role else next), role)

  test("replicas and fenced logs can be promoted, and then programs append"):
    assertEquals(
      all.map(_.promoted(now)),
      Vector(None, Some(LogRole.Promoted("a", now)), None, None, Some(LogRole.Promoted("", now)))
    )
    assertEquals(all.map(_.acceptsPrograms), Vector(true, false, true, true, false))
    assert(all.flatMap(_.promoted(now)).forall(_.acceptsPrograms))

  test("a fenced log takes no appends of programs, and a replica stays one"):
    assert(all.map(_.fenced(now)).forall(!_.acceptsPrograms))
    assertEquals(all.map(_.fenced(now)).filter(all.contains), Vector(all(1), all(4)))

  test("a refusal says whose log it is and what to do"):
    assert(all(1).refusal("the log b").startsWith(s"the log b is a replica of a since $earlier"))
    assert(all(1).refusal("the log b").contains("Promotion.promote"))
    assert(all(4).refusal("the log b").startsWith(s"the log b was fenced at $earlier"))

  test("a name has at most 1,000 bytes and no end of a line, whatever its characters are"):
    for name <- Vector("a" * 1001, "\u20ac" * 400, "\ud83d\ude00" * 300, "a\nb", "") do
      val kept = LogRole.named(name)
      assert(kept.getBytes("UTF-8").length <= 1000, kept)
      assert(!kept.contains('\n'), kept)
      assertEquals(LogRole.named(kept), kept)
    assertEquals(LogRole.named("a" * 1000), "a" * 1000)
