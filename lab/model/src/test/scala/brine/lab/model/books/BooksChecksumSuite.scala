package brine.lab.model.books

/** The pinned numbers hold on every platform: whoever builds these data elsewhere must find the same. */
class BooksChecksumSuite extends munit.FunSuite:
  test("the data are the same ones everywhere"):
    val found = BooksData.names.map(name => name -> BooksChecksum.of(BooksData.of(name)))
    val known = Vector(
      "event"             -> 17640,
      "int-array"         -> -1745967306,
      "double-array"      -> 93778047,
      "string-seq"        -> -1300881938,
      "tree"              -> 135910665,
      "string-int-map"    -> 1775161669,
      "books-random-ids"  -> -1738395850,
      "books-numeric-ids" -> -1497271315
    )
    assertEquals(found, known)

  test("one element more, less or other makes another number"):
    val known = BooksChecksum.of(IntArray(Array(1, 2, 3)))
    assert(known != BooksChecksum.of(IntArray(Array(1, 2))))
    assert(known != BooksChecksum.of(IntArray(Array(1, 2, 4))))
    assert(BooksChecksum.of(DoubleArray(Array(0.0))) != BooksChecksum.of(DoubleArray(Array(-0.0))))
    assert(BooksChecksum.of(StringIntMap(Map("a" -> 1))) != BooksChecksum.of(StringIntMap(Map("a" -> 2))))
