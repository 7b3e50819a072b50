package brine.codec.internal.bytes

class ChecksumSuite extends munit.FunSuite:
  private def crc32c(text: String): Int =
    val bytes = text.getBytes("US-ASCII").nn
    Checksum.crc32c(bytes, 0, bytes.length)

  test("the check value of the catalogue of CRCs"):
    assertEquals(crc32c("123456789"), 0xe3069283)

  test("no bytes, and the examples of RFC 3720"):
    assertEquals(crc32c(""), 0)
    assertEquals(Checksum.crc32c(new Array[Byte](32), 0, 32), 0x8a9136aa)
    assertEquals(Checksum.crc32c(Array.fill[Byte](32)(-1), 0, 32), 0x62a8ab43)
    assertEquals(Checksum.crc32c(Array.tabulate[Byte](32)(_.toByte), 0, 32), 0x46dd794e)

  test("of a part of an array"):
    assertEquals(Checksum.crc32c("ab123456789c".getBytes("US-ASCII").nn, 2, 9), crc32c("123456789"))

  test("every change of one bit is seen"):
    val bytes    = Array.tabulate[Byte](100)(i => (i * 31).toByte)
    val original = Checksum.crc32c(bytes, 0, bytes.length)
    for at <- bytes.indices; bit <- 0 until 8 do
      bytes(at) = (bytes(at) ^ 1 << bit).toByte
      assertNotEquals(Checksum.crc32c(bytes, 0, bytes.length), original, s"bit $bit of byte $at")
      bytes(at) = (bytes(at) ^ 1 << bit).toByte
