package brine.codec.exports.internal

import java.util.Locale

/** An exported schema has the same names wherever it is made. */
class ProtobufLocaleSuite extends munit.FunSuite:
  test("in Turkish, whose lowercase letter of I is not i"):
    val before = Locale.getDefault
    Locale.setDefault(Locale.forLanguageTag("tr-TR"))
    try
      assertEquals(ProtobufNames.field("ID"), "id")
      assertEquals(ProtobufNames.value("info"), "INFO")
      assertEquals(ProtobufNames.key("theID"), "theid")
    finally Locale.setDefault(before)
