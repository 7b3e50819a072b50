package brine.journal.reading

import brine.journal.format.EntryReader

class EventVersionsSuite extends munit.FunSuite:
  // An event of a stream with a version, and one without.
  private def named(stream: Int, version: Int) = Array[Byte](5, 0x40, stream.toByte, 0, version.toByte, 7)
  private def next(stream: Int)                = Array[Byte](4, 0, stream.toByte, 0, 7)

  private def counted(versions: EventVersions, entries: Array[Byte]*): Vector[Long] =
    val body   = entries.toArray.flatten
    val reader = EntryReader()
    reader.reset(body, 0, body.length, 1, 0, isSparse = false)
    val found = Vector.newBuilder[Long]
    while reader.next() do
      versions.count(reader)
      found += versions(reader.stream)
    found.result()

  test("an event has the version that it names, or one more than the one before it"):
    val versions = EventVersions(isOfOne = false)
    assertEquals(
      counted(versions, named(0, 5), next(0), named(1, 0), next(0), next(1), named(0, 20), next(0)),
      Vector(5L, 6L, 0L, 7L, 1L, 20L, 21L)
    )

  test("a unit that was skipped does not matter, since the first event of the next one names its version"):
    val versions = EventVersions(isOfOne = false)
    counted(versions, named(0, 0), next(0)): Unit
    assertEquals(counted(versions, named(0, 30), next(0)), Vector(30L, 31L))

  test("as many streams as there are"):
    val versions = EventVersions(isOfOne = false)
    for stream <- 127 to 0 by -1 do assertEquals(counted(versions, named(stream, stream)), Vector(stream.toLong))
    for stream <- 0 to 127 do assertEquals(versions(stream), stream.toLong)

  test("one stream in each segment, whatever its number is there"):
    val versions = EventVersions(isOfOne = true)
    assertEquals(counted(versions, named(100, 5), next(100), named(3, 7), next(3)), Vector(5L, 6L, 7L, 8L))
