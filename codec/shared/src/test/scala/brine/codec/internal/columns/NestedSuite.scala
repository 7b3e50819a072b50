package brine.codec.internal.columns

import brine.codec.{Codec, In, Out}

final class NestedSuite extends munit.FunSuite:
  private def nested(codec: Codec[?]): Nested = codec.columns.nn.all(0).nested.nn

  test("a sequence of numbers follows on its own from 8 elements on, another one from 64"):
    assertEquals(nested(Codec[List[Int]]).fewest, 8)
    assertEquals(nested(Codec[Vector[Boolean]]).fewest, 8)
    assertEquals(nested(Codec[List[Double]]).fewest, 8)
    assertEquals(nested(Codec[List[String]]).fewest, 64)
    assertEquals(nested(Codec[List[(Int, Int)]]).fewest, 64)
    assertEquals(nested(Codec[List[List[Int]]]).fewest, 64)

  test("it is in columns then if its elements are better so"):
    assert(nested(Codec[List[(Int, Int)]]).areColumns)
    assert(nested(Codec[List[Option[String]]]).areColumns)
    assert(nested(Codec[List[List[Int]]]).areColumns)
    assert(!nested(Codec[List[String]]).areColumns)
    assert(!nested(Codec[List[(String, String)]]).areColumns)
    // Packed, which is not in columns.
    assert(!nested(Codec[List[Int]]).areColumns)

  test("size, elements and building are those of the collection"):
    val lists = nested(Codec[Vector[Int]])
    assertEquals(lists.size(Vector(3, 4, 5)), 3)
    assertEquals(lists.iterator(Vector(3, 4, 5)).toList, List[Any](3, 4, 5))
    val elements = Array[AnyRef](Int.box(1), Int.box(2), Int.box(3), Int.box(4))
    assertEquals(lists.collect(In(Array.emptyByteArray), elements, 1, 2), Vector(2, 3))

  test("a layout alone has no values"):
    val layout = Nested(Codec[(Int, Int)].columns.nn, 64)
    assert(layout.areColumns)
    intercept[UnsupportedOperationException](layout.size(Nil))
    intercept[UnsupportedOperationException](layout.iterator(Nil))
    intercept[UnsupportedOperationException](layout.write(Out(), Nil))
    intercept[UnsupportedOperationException](layout.read(In(Array.emptyByteArray)))
