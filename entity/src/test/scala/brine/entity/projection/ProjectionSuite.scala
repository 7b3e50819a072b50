package brine.entity.projection

import brine.journal.Query

class ProjectionSuite extends munit.FunSuite:
  private def refused(name: String, version: Int, says: String): Unit =
    val failed = intercept[IllegalArgumentException](Projection[Move](name, version)(Query.all))
    assert(failed.getMessage.contains(says), failed.getMessage)

  test("names and versions that a database may take for others are refused"):
    refused("", 1, "0 characters")
    refused("Titles", 1, "U+0054")
    refused("a b", 1, "U+0020")
    refused("ä", 1, "U+00E4")
    refused("a" * 101, 1, "101 characters")
    refused("titles", 0, "1 or more")
    val longest = Projection[Move]("a-z_0.9" * 14, Int.MaxValue)(Query.all)
    assertEquals(longest.version, Int.MaxValue)

  test("its text says name and version"):
    assertEquals(Projection[Move]("titles", 2)(Query.all).toString, "the projection 'titles', version 2")
