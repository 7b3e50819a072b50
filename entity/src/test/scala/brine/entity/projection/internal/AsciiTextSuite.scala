package brine.entity.projection.internal

class AsciiTextSuite extends munit.FunSuite:
  test("all texts return, and ASCII is as it was"):
    assertEquals(AsciiText.of("line-1 {~}"), "line-1 {~}")
    assertEquals(AsciiText.of("a\\ä𝄞\u0000\n"), "a\\005c\\00e4\\d834\\dd1e\\0000\\000a")
    val random = scala.util.Random(7)
    for _ <- 1 to 1000 do
      val text =
        String(Array.fill(random.nextInt(20))(if random.nextBoolean() then '\\' else random.nextInt(1 << 16).toChar))
      val stored = AsciiText.of(text)
      assert(stored.forall(char => char >= ' ' && char <= '~'), stored)
      assertEquals(AsciiText.read(stored), text)
