package brine.lab.turns

/** What a contender of a contest has measured. */
final class PlayerSuite extends munit.FunSuite:
  private def counts(samples: Long, op: String): Boolean = Player.Pooled(1, samples).lack(op).isEmpty

  test("a percentile counts if ten delays are longer"):
    assert(counts(1000, "p99") && !counts(999, "p99"))
    assert(counts(1000, "twice-p99") && !counts(999, "twice-p99"))
    assert(counts(10000, "p99.9") && !counts(9999, "p99.9"))
    assert(!counts(0, "p99"))

  test("the reason names the number of delays"):
    assertEquals(
      Player.Pooled(1, 75).lack("none-p99"),
      Some("skipped" -> "75 delays are too few: 10 must be longer than the percentile")
    )
