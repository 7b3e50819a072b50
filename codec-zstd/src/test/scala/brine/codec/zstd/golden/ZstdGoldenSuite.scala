package brine.codec.zstd.golden

import brine.codec.zstd.ZstdDictionary

/** What was written once by Zstandard reads the same for ever. */
class ZstdGoldenSuite extends munit.FunSuite:
  private lazy val lines = ZstdGolden.lines

  test("every case has its line and every line its case"):
    assertEquals(lines.keySet, (ZstdGolden.dictionary :: ZstdGolden.all).map(_.name).toSet)

  test("every line reads as its value"):
    val bytes      = ZstdGolden.bytes(lines("dictionary"))
    val dictionary = ZstdDictionary.fromBytes(bytes).toOption.get
    assert(ZstdGolden.dictionary.isRead(dictionary, bytes))
    for one <- ZstdGolden.all do assert(one.isRead(dictionary, ZstdGolden.bytes(lines(one.name))), one.name)
