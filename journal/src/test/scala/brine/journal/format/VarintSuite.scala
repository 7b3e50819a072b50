package brine.journal.format

class VarintSuite extends munit.FunSuite:
  private val numbers =
    val random = scala.util.Random(1)
    Vector(0L, 1L, 127L, 128L, Int.MaxValue.toLong, Long.MaxValue, -1L) ++
      Vector.fill(500)(random.nextLong() >>> random.nextInt(64))

  test("a number is read as it was written, with its shortest form"):
    for number <- numbers do
      val bytes = new Array[Byte](12)
      val end   = Varint.put(bytes, 1, number)
      assertEquals(end - 1, Varint.length(number))
      assertEquals(Varint.end(bytes, 1, bytes.length), end)
      assertEquals(Varint.get(bytes, 1, end), number)

  test("a longer form is read too, as the format's page allows"):
    for number <- numbers; zeros <- 1 to 3 do
      val bytes = new Array[Byte](16)
      val end   = Varint.put(bytes, 0, number)
      if end + zeros <= 10 then
        bytes(end - 1) = (bytes(end - 1) | 0x80).toByte
        for at <- end until end + zeros - 1 do bytes(at) = 0x80.toByte
        assertEquals(Varint.end(bytes, 0, bytes.length), end + zeros)
        assertEquals(Varint.get(bytes, 0, end + zeros), number)

  test("a number does not end after its bytes, nor after ten"):
    val bytes = Array.fill(16)(0x80.toByte)
    for until <- 0 to 16 do assertEquals(Varint.end(bytes, 0, until), -1)
    bytes(10) = 1
    assertEquals(Varint.end(bytes, 0, 16), -1)
    bytes(9) = 1
    assertEquals(Varint.end(bytes, 0, 16), 10)
