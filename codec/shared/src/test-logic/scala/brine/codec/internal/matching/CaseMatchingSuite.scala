package brine.codec.internal.matching

import brine.codec.internal.schema.Structure.PartCase

final class CaseMatchingSuite extends munit.FunSuite:
  import CaseMatching.{Missing, Unclear}

  private def of(written: String*)(here: (String, String)*) =
    CaseMatching(written.toVector, here.toVector.map((name, was) => PartCase(name, was.split(' ').toVector, -1, -1)))

  test("by name, also by a former one"):
    assertEquals(of("A", "Pay.B", "C")("Pay.B" -> "", "A" -> "", "D" -> "C"), Vector(1, 0, 2))

  test("a new name may be the former one of another"):
    assertEquals(of("A")("B" -> "A", "A" -> ""), Vector(0))
    assertEquals(of("A", "B")("B" -> "A", "A" -> ""), Vector(1, 0))

  test("a short name that several qualified ones may be"):
    assertEquals(of("A")("Pay.A" -> "", "Order.A" -> ""), Vector(Unclear))
    assertEquals(of("A")("Pay.A" -> "A", "Order.A" -> ""), Vector(0))
    assertEquals(of("Order.A")("Pay.A" -> "", "Ship.A" -> ""), Vector(Unclear))

  test("a qualified name, and the only case with its short name"):
    assertEquals(of("Pay.A", "B")("B" -> "", "A" -> ""), Vector(1, 0))
    assertEquals(of("Pay.A", "Order.A")("A" -> ""), Vector(Unclear, Unclear))
    assertEquals(of("Pay.A", "Order.A")("A" -> "Order.A"), Vector(Missing, 0))

  test("no case"):
    assertEquals(of("Pay.A", "B")("C" -> ""), Vector(Missing, Missing))
