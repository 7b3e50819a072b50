package brine.journal.precondition

import brine.journal.index.KeyedAppend
import java.util.UUID

final class KeysSuite extends munit.FunSuite:
  private val key    = UUID(1, 2)
  private val append = KeyedAppend(3, 4, 5, 6)

  test("the keys of a segment that grows old stay until all slots claimed before are handled"):
    var claimed = 10L
    val keys    = Keys(() => claimed)
    keys.add(key, append)
    keys.roll()
    keys.release(100)
    assertEquals(keys.find(key), append)
    claimed = 20
    keys.roll()
    keys.release(19)
    assertEquals(keys.find(key), append)
    assert(!keys.isEmpty)
    keys.release(20)
    assertEquals(keys.find(key), null)
    assert(keys.isEmpty)
