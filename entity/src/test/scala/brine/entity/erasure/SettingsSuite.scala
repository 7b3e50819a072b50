package brine.entity.erasure

import java.util.{List as JavaList, Optional}
import munit.FunSuite

class SettingsSuite extends FunSuite:
  test("settings of keys"):
    val settings = KeysSettings.defaults.withSubjectsInMemory(0).withValuesPerKey(KeysSettings.MostValues)
    assertEquals(settings, KeysSettings(0, 1L << 32))
    def message(body: => Any) = intercept[IllegalArgumentException](body).getMessage
    assert(message(settings.withSubjectsInMemory(-1)).contains("subjectsInMemory is -1"))
    List(0L, (1L << 32) + 1).foreach: values =>
      assert(message(settings.withValuesPerKey(values)).contains(s"valuesPerKey is $values"))

  test("settings of a key folder"):
    val first    = MasterKey.of("first", new Array[Byte](32))
    val settings = KeyFolderSettings.defaults.withMaster(first).withReadsPlain(true)
    assertEquals(settings, KeyFolderSettings(Optional.of(first), JavaList.of(), readsPlain = true))
    assertEquals(settings.withAcceptsMissing(true), settings.copy(acceptsMissing = true))
    val other = MasterKey.of("first", Array.fill[Byte](32)(1))
    val same  = intercept[IllegalArgumentException](settings.withFormer(JavaList.of(other)))
    assert(same.getMessage.contains("'first'"))
