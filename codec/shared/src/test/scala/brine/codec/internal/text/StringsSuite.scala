package brine.codec.internal.text

import brine.codec.{Codec, CodecChecks, DecodeError, In}

class StringsSuite extends munit.FunSuite, CodecChecks:
  private def size(text: String): Int = written(text).length

  test("ASCII takes a byte a character"):
    pinned("", "c0")
    pinned("a", "c1 61")
    pinned("hi", "c2 68 69")
    pinned("0123456789abcdef", "d0 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66")
    for length <- Seq(15, 16, 17, 31, 63, 64, 65, 127, 8191, 8192, 100000) do
      val text = "x" * length
      returns(text)
      assertEquals(
        size(text),
        length + (if length < 64 then 1 else if length < 512 then 2 else if length < 65536 then 3 else 4)
      )

  test("every ASCII character survives in every length"):
    val all = (0 until 128).map(_.toChar).mkString
    for length <- 0 to 128 do
      returns(all.take(length))
      returns(all.takeRight(length))

  test("one script mixed with ASCII is windowed"):
    pinned("Привет", "8e 08 9f c0 b8 b2 b5 c2")
    pinned("ё", "84 08 d1")
    pinned("é!", "86 01 e9 21")
    pinned("Ω ω", "88 07 a9 20 c9")
    pinned("שלום", "8a 0b e9 dc d5 dd")
    pinned("สวัสดี", "8e 1c aa a7 b1 aa 94 b5")
    val sentence = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 5
    returns(sentence)
    assertEquals(size(sentence), sentence.length + 1 + 2)

  test("Latin-1 is windowed whatever comes first, in every length"):
    pinned("°C", "86 01 b0 43")
    for length <- 1 to 130; place <- Seq(0, length / 2, length - 1) do
      val text = ("x" * length).updated(place, if length % 2 == 0 then 'é' else '\u0080')
      returns(text)
      assertEquals(size(text), length + 1 + (if length + 1 < 16 then 1 else if length + 1 < 2048 then 2 else 3))

  test("Latin-1 with a quote in it, and text that only begins as Latin-1"):
    for length <- Seq(2, 3, 15, 17, 47, 48, 49, 50, 100, 600); place <- Seq(0, length / 2, length - 1) do
      val text = "é" * length
      returns(text.updated(place, '\u000e'))
      returns(text.updated(place, 'я'))
      returns(text.updated(place, '\u0100'))
      returns("x" * length + text.updated(place, '\u000e'))
    pinned("ééé\u000e", "8e 01 e9 e9 e9 0e 0e 00")

  test("characters outside of the window, and the quote itself, are quoted"):
    pinned("Да — и", "92 08 94 b0 20 0e 14 20 20 b8")
    pinned("яя\u000eяя", "90 08 cf cf 0e 0e 00 cf cf")
    // The window is of the letters, not of the dash or the non-breaking space before them.
    returns("— Да, конечно")
    assertEquals(hex(written("\u2014\u0434\u0430")).take(8), "8c 08 0e")
    assertEquals(hex(written("\u00a0\u0434\u0430\u0430")).take(8), "8e 08 0e")

  test("only signs: the first of them makes the window"):
    pinned("°C", "86 01 b0 43")
    pinned("“”", "86 40 9c 9d")

  test("mixed scripts are UTF-8"):
    val mixed = "aaa漢bbbжcccéddd"
    assertEquals(hex(written(mixed).take(2)), "bb 04")
    returns(mixed)

  test("Chinese, Japanese and pairs of surrogates are as small as UTF-8 or UTF-16"):
    pinned("漢字", "89 22 6f 57 5b")
    pinned("😀", "89 3d d8 00 de")
    returns("日本語のテキスト、ひらがなとカタカナ")
    returns("family 👨‍👩‍👧‍👦 and flags 🇩🇪🇫🇷")

  test("lone surrogates come back as they were"):
    pinned("\ud800", "85 00 d8")
    for text <- Seq(
        "\udc00",
        "a\ud800",
        "\udc00\ud800",
        "x\ud83dy",
        "\ud83d\ud83d\ude00",
        "я" * 20 + "\ud800",
        "漢" * 40 + "\udfff"
      )
    do returns(text)

  test("the smallest form wins, ties in the order windowed, UTF-16, UTF-8"):
    // Windowed 3, UTF-8 3 (U+07FF is two bytes, with ASCII one more), UTF-16 4.
    assertEquals(hex(written("\u07ffx")), "86 0f ff 78")
    // UTF-8 and UTF-16 both 4; windowed 1 + 3 + 1.
    assertEquals(hex(written("\u00e9\u0436")), "89 e9 00 36 04")

  test("windows beyond 255 are not used"):
    // U+8000 has window 256.
    assertEquals(hex(written("\u8000\u8001\u8002")), "8d 00 80 01 80 02 80")
    assertEquals(hex(written("\u7f80\u7f81\u7f82")), "88 ff 80 81 82")

  test("all characters of the basic plane survive, alone and among others"):
    var code = 0
    while code <= 0xffff do
      val char = code.toChar
      val text = s"$char"
      assertEquals(decoded[String](written(text)), Right(text))
      val among = s"слово $char word"
      assertEquals(decoded[String](written(among)), Right(among))
      code += 37

  test("a byte above 7f in an ASCII string is refused"):
    refused[String]("97 61 80", "above 7f", 2)
    refused[String]("a7 05 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 c3 a9 61", "above 7f", 19)

  test("a text that ends by a bit ends within 63 bytes and the message"):
    refused[String]("61", "ends inside a string", 1)
    refused[String]("61 62 63 64 65 66 67 68 69", "ends inside a string", 9)
    refused[String]("61 " * 63 + "e1", "at most 63 bytes", 63)
    refused[String]("61 " * 63, "ends inside a string", 63)
    assertEquals(decoded[String](bytes("61 " * 62 + "e1")), Right("a" * 63))

  test("bytes after the message do not end a text"):
    val all = bytes("61 62 e3 64 e5")
    for (from, length) <- Seq((0, 2), (3, 1)) do
      val in = In(all, from, length)
      assert(intercept[DecodeError](in.readString()).getMessage.contains("ends inside a string"))

  test("a header in more bytes than it needs, or of more bits, is refused"):
    refused[String]("a7 00", "more bytes than it needs", 1)
    refused[String]("a7 80 80 80 40", "more than 32 bits", 1)

  test("a text that ends by a bit is read without a dictionary, too"):
    assertEquals(decoded[String](bytes("68 e9")), Right("hi"))

  test("a string longer than the message is refused"):
    refused[String]("be ff ff ff 3f", "at least 2147483647 more bytes", 5)
    refused[String]("84 08", "at least 2 more bytes", 1)
    refused[String]("85 00", "a string of 1 UTF-16 units, but only 1 bytes follow", 1)
    refused[String]("bd ff ff ff 3f", "a string of 1073741823 UTF-16 units", 5)

  test("mistakes in windowed strings are refused"):
    refused[String]("80", "without its window", 1)
    refused[String]("84 00 61", "1 to 255, not 0", 1)
    refused[String]("86 08 0e 14", "inside a quoted character", 2)
    assertEquals(decoded[String](bytes("88 08 0e 61 00")), Right("a"))

  test("malformed UTF-8 is refused at its place"):
    refused[String]("8b 80", "no character starts", 1)
    refused[String]("93 61 ff", "no character starts", 2)
    refused[String]("93 c3 28", "broken off", 2)
    refused[String]("8b c3", "ends inside a character", 1)
    refused[String]("93 c0 80", "more bytes than it needs", 1)
    refused[String]("9b e0 80 80", "more bytes than it needs", 1)
    refused[String]("9b ed a0 80", "a surrogate", 1)
    refused[String]("a3 01 f4 90 80 80", "beyond U+10FFFF", 2)
    refused[String]("a3 01 f0 80 80 80", "more bytes than it needs", 2)
    refused[String]("a3 01 f8 88 80 80", "no character starts", 2)
    refused[String]("a3 05" + " 61" * 18 + " c3 28", "broken off", 21)

  test("the replacement character itself is fine"):
    returns("\ufffd")
    returns("long enough for the native decoder \ufffd漢")

  test("a byte order mark is a character like others"):
    returns("\ufeffabc")
    returns("\ufeff漢字漢字漢字漢字漢字жжж")
