package brine.journal.appending

import brine.journal.JournalSettings
import brine.journal.precondition.KeyLookup

class ClaimsSuite extends munit.FunSuite:
  private val settings = JournalSettings(maxAppendBytes = 5_000)

  private def noLookup = KeyLookup(() => 0, (_, _) => fail("nothing is there to look into"))

  test("an append that is too large claims no slot"):
    val ring   = PendingRing(4, 1 << 20)
    val claims = Claims(settings, ring)
    for waits <- Seq(true, false) do
      assertEquals(claims.claim(5_001, waits), Claims.TooLarge)
      assertEquals(claims.claimKeyed(5_001, waits, noLookup), Claims.TooLarge)
    assertEquals(ring.claimed, 0L)
    assertEquals(claims.claim(5_000, waits = true), 0L)
    assertEquals(claims.claimKeyed(5_000, waits = true, noLookup), 1L)

  test("without room or after closing there is no slot, and nothing is looked up for one without room"):
    val ring   = PendingRing(2, 1 << 20)
    val claims = Claims(settings, ring)
    for place <- 0L to 1L do assertEquals(claims.claim(1, waits = false), place)
    assertEquals(claims.claim(1, waits = false), PendingRing.NoRoom)
    val unused = KeyLookup(() => 3, (_, _) => fail("it was looked up"))
    assertEquals(claims.claimKeyed(1, waits = false, unused), PendingRing.NoRoom)
    ring.close()
    for waits <- Seq(true, false) do assertEquals(claims.claim(1, waits), PendingRing.Closed)
    assertEquals(claims.claimKeyed(1, waits = true, noLookup), PendingRing.Closed)

  test("a slot that was claimed after its key was looked up too early is returned, and looked up again"):
    val ring   = PendingRing(4, 1 << 20)
    val claims = Claims(settings, ring)
    var asked  = Vector.empty[(Long, Long)]
    // The segment grows old between the lookup and the claim, twice.
    def forgotten = 2L + math.min(asked.size, 2)
    val lookup    = KeyLookup(
      () => forgotten,
      (after, until) =>
        asked :+= (after, until)
        null
    )
    assertEquals(claims.claimKeyed(1, waits = false, lookup), 2L)
    assertEquals(asked, Vector((0L, 2L), (2L, 3L), (3L, 4L)))
    for place <- 0L to 1L do
      assert(ring.isPublished(place))
      assertEquals(ring.slot(place).events, 0)
    assert(!ring.isPublished(2))
