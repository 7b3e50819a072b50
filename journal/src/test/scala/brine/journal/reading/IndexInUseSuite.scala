package brine.journal.reading

import brine.codec.Schema
import brine.journal.index.{IndexedSegment, KeyedAppend}

class IndexInUseSuite extends munit.FunSuite:
  /** Counts its uses. */
  private final class Counted extends IndexedSegment:
    var uses                                           = 0
    override def beginUse(): Unit                      = uses += 1
    override def endUse(): Unit                        = uses -= 1
    def salt: Long                                     = 0
    def streamName(number: Int): String                = ""
    def versionBefore(number: Int): Long               = 0
    def schema(number: Int): Schema                    = throw UnsupportedOperationException()
    def tag(number: Int): String                       = ""
    def streamNumber(name: String): Int                = -1
    def tagNumber(tag: String): Int                    = -1
    def lastVersion(name: String): Long                = -1
    def streamUnits(name: String): Array[Long]         = Array.empty
    def tagUnits(tag: String): Array[Long]             = Array.empty
    def nameCount(table: Int): Int                     = 0
    def hashes(table: Int): Array[Long]                = Array.empty
    def offsetBefore(sequence: Long): Long             = 0
    def offsetAt(time: Long): Long                     = 0
    def key(high: Long, low: Long): KeyedAppend | Null = null

  test("an index is used from when it is taken until another one is, or until the end"):
    val (first, second) = (Counted(), Counted())
    val index           = IndexInUse()
    index.close()
    index.take(first)
    assertEquals((first.uses, second.uses, index.is(first), index.is(second)), (1, 0, true, false))
    index.take(second)
    assertEquals((first.uses, second.uses, index.is(first), index.is(second)), (0, 1, false, true))
    index.close()
    index.close()
    assertEquals((first.uses, second.uses), (0, 0))
    // Names of events that were read are asked for afterward.
    assert(index() eq second)

  test("the same index taken again is used once"):
    val known = Counted()
    val index = IndexInUse()
    for _ <- 1 to 3 do
      index.take(known)
      assertEquals(known.uses, 1)
    index.close()
    assertEquals(known.uses, 0)
