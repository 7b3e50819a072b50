package brine.codec.exports.internal

class ProtobufNamesSuite extends munit.FunSuite:

  test("fields are words with underscores between them"):
    val names = Seq("lastDigits", "HTTPServer", "x", "_1", "größe", "already_so", "::", "a1B", "IDs", "1st")
    assertEquals(
      names.map(ProtobufNames.field),
      Seq("last_digits", "http_server", "x", "x1", "gr_e", "already_so", "x", "a1_b", "i_ds", "x1st")
    )

  test("messages start with a large letter, values of enums have large ones throughout"):
    assertEquals(
      Seq("reading", "Reading", "::", "1st", "string").map(ProtobufNames.message),
      Seq("Reading", "Reading", "X", "X1st", "String")
    )
    assertEquals(Seq("Info", "notFound").map(ProtobufNames.value), Seq("INFO", "NOT_FOUND"))

  test("names that protoc does not tell apart have one key"):
    assertEquals(ProtobufNames.key("foo_bar"), ProtobufNames.key("fooBar"))
    assertNotEquals(ProtobufNames.key("foo"), ProtobufNames.key("foo2"))
