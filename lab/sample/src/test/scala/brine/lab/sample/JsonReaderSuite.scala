package brine.lab.sample

import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.{UTF_16, UTF_8}

final class JsonReaderSuite extends munit.FunSuite:
  private def read(text: String): Vector[String] = JsonReader.all(text).map(_.text)

  private def refused(text: String): String = intercept[BadJson](JsonReader.all(text)).getMessage

  private def refused(bytes: Array[Byte]): String =
    intercept[BadJson](JsonReader.utf8(ByteArrayInputStream(bytes)).foreach(_ => ())).getMessage

  test("records stand one after another, on lines or not, or in one array"):
    val wanted = Vector("""{"a":1}""", """{"a":[true,null,"x"]}""")
    assertEquals(read("""{"a":1}""" + "\n" + """{"a":[true,null,"x"]}""" + "\n"), wanted)
    assertEquals(read("""{"a":1}{"a":[true, null ,"x"]}"""), wanted)
    assertEquals(read("""[{"a":1},""" + "\r\n" + """{"a":[true,null,"x"]}]""" + "\r\n\r\n"), wanted)

  test("a byte order mark and carriage returns are no part of the data"):
    assertEquals(read("\ufeff{\"a\":\r\n1}\r\n{\"a\":2}"), Vector("""{"a":1}""", """{"a":2}"""))

  test("top-level scalars are records"):
    assertEquals(read("1 \"x\" null\ntrue -0.5e3"), Vector("1", "\"x\"", "null", "true", "-0.5e3"))

  test("each value knows its line"):
    assertEquals(JsonReader.all("{}\n\n{}\r\n{}").map(_.line), Vector(1, 3, 4))

  test("escapes are read and written"):
    assertEquals(read(""""\u00e4\n\/\ud83d\ude00\"\u0001""""), Vector("\"ä\\n/😀\\\"\\u0001\""))

  test("what is no JSON is refused with line, path, what was expected and what was met"):
    assertEquals(refused(""), "line 1, $: expected JSON, met an empty file")
    assertEquals(refused(" \n "), "line 2, $: expected JSON, met an empty file")
    assertEquals(refused("[ ]"), "line 1, $: expected records in the array, met an empty array")
    assertEquals(refused("{\"a\":1}\n{\"a\":}"), "line 2, $.a: expected a JSON value, met '}'")
    assertEquals(refused("""[{"a":[1,2 3]}]"""), "line 1, $[0].a[1]: expected ',' or ']' after an element, met '3'")
    assertEquals(refused("""{"a":"x"""), "line 1, $.a: expected '\"' at the end of a string, met the end of the file")
    assertEquals(refused("""{'a':1}"""), "line 1, $: expected a name in quotes, met '''")
    assertEquals(
      refused("[1] 2").takeWhile(_ != ';'),
      "line 1, $: expected the end of the file after the array, met '2'"
    )
    assertEquals(refused("""{"a":NaN}"""), "line 1, $.a: expected a JSON value, met 'N'")
    assertEquals(refused("01"), "line 1, $: expected no zero before other digits of a number")
    assertEquals(refused("1."), "line 1, $: expected a digit, met the end of the file")
    assertEquals(refused("tru"), "line 1, $: expected true, met the end of the file")
    assert(refused("{\"a\":\"x\ny\"}").contains("the bare control character"))
    assert(refused("""{"a":"\x"}""").contains("expected an escape"))
    assert(refused("1,2").contains("records stand one after another"))

  test("a name that occurs twice is refused, in the same object only"):
    assertEquals(
      refused("""{"a":{"b":1,"b":2}}"""),
      "line 1, $.a: expected each name once, met \"b\" again in the same object"
    )
    assertEquals(read("""{"a":{"b":1},"b":2}""").size, 1)

  test("a lone surrogate is refused, a pair is not"):
    for lone <- List("\"\\ud800\"", "\"\\udc00x\"", "\"\\ud800\\ud800\"", "{\"\\udfff\":1}") do
      assert(refused(lone).contains("lone"), lone)

  test("nesting of 10,000 levels is refused, not a stack overflow"):
    assert(refused("[" * 10_000 + "]" * 10_000).contains("levels of nesting"))
    assert(refused("{\"a\":" * 10_000).contains("levels of nesting"))
    assertEquals(read("[" * 512 + "1" + "]" * 512).size, 1)

  test("huge numbers are refused before they cost anything"):
    assert(refused("1e99999").contains("exponent of at most four digits"))
    assert(refused("9" * 1001).contains("at most 1000 characters"))
    assertEquals(read("1e0009999"), Vector("1e0009999"))

  test("a record longer than the limit is refused, however it grows"):
    val reader = JsonReader(java.io.StringReader("[1, \"" + "x" * 5000 + "\"]"), recordLimit = 1000)
    assert(intercept[BadJson](reader.foreach(_ => ())).getMessage.contains("at most 1000 characters"))

  test("bytes that are no UTF-8 are refused"):
    assert(refused(Array[Byte]('"', 0xc3.toByte, 0x28, '"')).contains("expected UTF-8"))
    assert(refused("{\"a\":1}".getBytes(UTF_16)).contains("expected UTF-8"))
    assert(refused("{\"a\":1}".getBytes("UTF-16BE")).contains("UTF-16"))
    assertEquals(JsonReader.utf8(ByteArrayInputStream("\"ä\"".getBytes(UTF_8))).foreach(_ => ()), 1)

  test("a file much larger than a record needs little memory"):
    val line    = "{\"a\":\"" + "x" * 1000 + "\"}\n"
    val endless = new java.io.Reader:
      private var left                                           = 20_000L * line.length
      def read(into: Array[Char], offset: Int, length: Int): Int =
        if left == 0 then -1
        else
          val from  = ((20_000L * line.length - left) % line.length).toInt
          val count = math.min(math.min(length, line.length - from), left.toInt.max(1))
          line.getChars(from, from + count, into, offset)
          left -= count
          count
      def close(): Unit = ()
    assertEquals(JsonReader(endless).foreach(_ => ()), 20_000)
