package brine.codec.internal.errors

class HexExcerptSuite extends munit.FunSuite:
  private val bytes = Array.tabulate(40)(_.toByte)

  test("the byte at the index is in brackets, with eight bytes on each side, and dots where more are left out"):
    assertEquals(
      HexExcerpt.around(bytes, 0, 40, 20),
      ".. 0c 0d 0e 0f 10 11 12 13 [14] 15 16 17 18 19 1a 1b 1c .."
    )

  test("at the ends of the message there are no dots, and bytes outside of it are not shown"):
    assertEquals(HexExcerpt.around(bytes, 3, 6, 3), "[03] 04 05")
    assertEquals(HexExcerpt.around(bytes, 3, 6, 5), "03 04 [05]")
    assertEquals(HexExcerpt.around(bytes, 0, 9, 0), "[00] 01 02 03 04 05 06 07 08")
    assertEquals(HexExcerpt.around(bytes, 0, 10, 0), "[00] 01 02 03 04 05 06 07 08 ..")

  test("behind the last byte there are empty brackets, also in a message without bytes"):
    assertEquals(HexExcerpt.around(bytes, 3, 6, 6), "03 04 05 []")
    assertEquals(HexExcerpt.around(bytes, 3, 3, 3), "[]")
