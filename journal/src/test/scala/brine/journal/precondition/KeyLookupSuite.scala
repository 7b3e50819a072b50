package brine.journal.precondition

import brine.journal.index.KeyedAppend

final class KeyLookupSuite extends munit.FunSuite:
  test("each segment is looked into once, until the append is found"):
    var forgotten                      = 0L
    var there: KeyedAppend | Null      = null
    val asked                          = Vector.newBuilder[(Long, Long)]
    def find(after: Long, until: Long) =
      asked += ((after, until))
      there
    val lookup = KeyLookup(() => forgotten, find)
    lookup.update()
    assert(lookup.isCurrent && lookup.original == null)
    forgotten = 3
    assert(!lookup.isCurrent)
    lookup.update()
    lookup.update()
    assert(lookup.isCurrent)
    forgotten = 5
    there = KeyedAppend(1, 1, 1, 1)
    lookup.update()
    assertEquals(lookup.original, there)
    forgotten = 9
    assert(lookup.isCurrent)
    lookup.update()
    assertEquals(asked.result(), Vector((0L, 3L), (3L, 5L)))
