package brine.codec.inspect.internal

class EscapedSuite extends munit.FunSuite:
  private def isControl(char: Char): Boolean =
    char < ' ' || char >= 0x7f && char < 0xa0 || char >= 0x2028 && char <= 0x202e || char >= 0x2066 && char <= 0x2069

  test("no control character is in what is printed, wherever it was, and others stay"):
    for
      code <- 0 to 0xffff
      char = code.toChar
      before <- List("", "a")
    do
      val text = s"$before${char}b"
      for printed <- List(Escaped.clipped(text, 100), Escaped.name(text), Escaped.quoted(text, 100, '"'))
      do
        assert(!printed.exists(isControl), s"$code: $printed")
        assert(printed.contains("b"), s"$code: $printed")
      if char >= ' ' && char < 0x7f then assertEquals(Escaped.clipped(text, 100), text)
      else if isControl(char) && char != '\n' && char != '\t' then
        assertEquals(Escaped.clipped(text, 100), s"$before\\u${Integer.toHexString(code | 0x10000).drop(1)}b")
