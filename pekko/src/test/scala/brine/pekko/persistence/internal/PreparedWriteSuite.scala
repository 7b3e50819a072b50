package brine.pekko.persistence.internal

import brine.codec.Codec
import brine.journal.ExpectedVersion

class PreparedWriteSuite extends munit.FunSuite:
  private val schema                          = Codec[Int].schema
  private def write(first: Long, sizes: Int*) =
    PreparedWrite("a", first, schema, sizes.map(new Array[Byte](_)).toVector, Set("t"), None)
  private def shape(writes: Vector[PreparedWrite]) = writes.map(write => (write.first, write.payloads.map(_.length)))

  test("writes that follow each other are one append"):
    val merged = PreparedWrite.merge(Vector(write(5, 1), write(6, 2, 3), write(8, 4)))
    assertEquals(shape(merged), Vector((5L, Vector(1, 2, 3, 4))))
    assertEquals(merged.head.append.parts.map(_.expected), Vector(ExpectedVersion(4)))
    assertEquals(merged.head.last, 8L)

  test("others are not: with a gap, another id, other tags or another type"):
    val one = write(5, 1)
    for other <- Vector(
        write(7, 1),
        write(6, 1).copy(persistenceId = "b"),
        write(6, 1).copy(tags = Set.empty),
        write(6, 1).copy(schema = Codec[String].schema)
      )
    do assertEquals(PreparedWrite.merge(Vector(one, other)), Vector(one, other))

  test("an append has at most 1,000 events and 256 KiB, unless one write is larger"):
    val many = Vector.tabulate(2500)(n => write(n + 1, 1))
    assertEquals(PreparedWrite.merge(many).map(_.payloads.size), Vector(1000, 1000, 500))
    val large = Vector.tabulate(5)(n => write(n + 1, 100 << 10))
    assertEquals(PreparedWrite.merge(large).map(_.payloads.size), Vector(2, 2, 1))
    val whole = Vector(write(1, 1), write(2, 300 << 10), write(3, 1))
    assertEquals(PreparedWrite.merge(whole), whole)
