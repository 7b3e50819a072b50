package brine.entity.erasure

import munit.FunSuite

class SettingsSuite extends FunSuite:
  test("settings of keys"):
    val settings = KeysSettings.defaults.withSubjectsInMemory(0).withValuesPerKey(KeysSettings.MostValues)
    assertEquals(settings, KeysSettings(0, 1L << 32))
    assert(intercept[IllegalArgumentException](settings.withSubjectsInMemory(-1)).getMessage.contains("subjectsInMemory is -1"))
    List(0L, (1L << 32) + 1).foreach(values => intercept[IllegalArgumentException](settings.withValuesPerKey(values)): Unit)

  test("settings of a key folder"):
    val first    = MasterKey.of("first", new Array[Byte](32))
    val settings = KeyFolderSettings.defaults.withMaster(first).withReadsPlain(true)
    assertEquals(settings, KeyFolderSettings(Some(first), Vector.empty, readsPlain = true))
    val same = intercept[IllegalArgumentException](settings.withFormer(Vector(MasterKey.of("first", new Array[Byte](32)))))
    assert(same.getMessage.contains("'first'"))
