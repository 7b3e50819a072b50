package brine.lab.model.books

class BooksDataSuite extends munit.FunSuite:
  test("every case has a value, and another name none"):
    assertEquals(BooksData.names.size, 8)
    BooksData.names.foreach(name => assert(BooksData.of(name).value != null, name))
    intercept[IllegalArgumentException](BooksData.of("books"))

  test("a value is the same each time it is made, and not one that is shared"):
    for name <- BooksData.names do
      val (one, other) = (BooksData.of(name).value, BooksData.of(name).value)
      assert(BooksData.same(one, other), name)
      assert(one ne other, name)

  test("arrays are compared by their elements and their type"):
    assert(BooksData.same(Array(1, 2), Array(1, 2)))
    assert(!BooksData.same(Array(1, 2), Array(1, 3)))
    assert(BooksData.same(Array(Double.NaN), Array(Double.NaN)))
    assert(!BooksData.same(Array(1), Array(1.0)))
    assert(!BooksData.same(Array(1), Seq(1)))
    assert(BooksData.same(Vector(1), List(1)))
