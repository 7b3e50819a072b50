package brine.entity.projection.internal

import brine.entity.projection.SetAside
import brine.journal.Offset

class AsideRecordsSuite extends munit.FunSuite:
  private def aside(key: String, offset: Long) = SetAside(key, Offset(offset), "it fails")

  test("records are found by key and in order, until they are removed"):
    val records = AsideRecords()
    assert(records.isEmpty)
    records.replace(Vector(aside("b", 3), aside("a", 1)))
    records.add(Vector(aside("a", 4), aside("c", 7)))
    records.add(Vector.empty)
    assertEquals(records.all.map(_.offset.sequence), Vector(1L, 3L, 4L, 7L))
    assertEquals(records.of("a"), Vector(aside("a", 1), aside("a", 4)))
    assertEquals(records.of("d"), Vector.empty)
    records.remove(Set(aside("a", 1)))
    assert(records.hasKey("a"))
    records.remove(Set(aside("a", 4), aside("b", 3)))
    assert(!records.hasKey("a") && !records.hasKey("b") && records.hasKey("c"))
    records.replace(Vector.empty)
    assert(records.isEmpty && !records.hasKey("c"))
