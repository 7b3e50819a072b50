package brine.lab.model.books

/** The pinned numbers hold on every platform: whoever builds these data elsewhere must find the same. */
class BooksChecksumSuite extends munit.FunSuite:
  test("the data are the same ones everywhere"):
    assertEquals(BooksData.names.map(name => name -> BooksChecksum.of(BooksData.of(name))), BooksChecksum.known)

  test("one element more, less or other makes another number"):
    val known = BooksChecksum.of(IntArray(Array(1, 2, 3)))
    assert(known != BooksChecksum.of(IntArray(Array(1, 2))))
    assert(known != BooksChecksum.of(IntArray(Array(1, 2, 4))))
    assert(BooksChecksum.of(DoubleArray(Array(0.0))) != BooksChecksum.of(DoubleArray(Array(-0.0))))
    assert(BooksChecksum.of(StringIntMap(Map("a" -> 1))) != BooksChecksum.of(StringIntMap(Map("a" -> 2))))
