package brine.codec

/** What an `Out` writes, byte for byte, and where it puts it. */
class OutSuite extends munit.FunSuite:
  private def hex(bytes: Array[Byte]): String = bytes.map(b => f"${b & 0xff}%02x").mkString(" ")

  private def written(write: Out => Unit): String =
    val out = Out()
    write(out)
    hex(out.toArray)

  test("numbers near zero take one byte"):
    assertEquals(written(_.writeInt(0)), "00")
    assertEquals(written(_.writeInt(-1)), "01")
    assertEquals(written(_.writeInt(63)), "7e")
    assertEquals(written(_.writeInt(64)), "80 01")
    assertEquals(written(_.writeLong(-64)), "7f")
    assertEquals(written(_.writeShort(-65)), "81 01")
    assertEquals(written(_.writeChar('A')), "41")

  test("the largest numbers take five and nine bytes"):
    assertEquals(written(_.writeInt(Int.MinValue)), "ff ff ff ff 0f")
    assertEquals(written(_.writeLong(Long.MinValue)), "ff ff ff ff ff ff ff ff ff")
    assertEquals(written(_.writeLong(Long.MaxValue)), "fe ff ff ff ff ff ff ff ff")

  test("strings"):
    assertEquals(written(_.writeString("hello")), "0a 68 65 6c 6c 6f")
