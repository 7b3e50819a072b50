package brine.codec.internal.bytes

class EngineSuite extends munit.FunSuite:
  test("the memory of arrays is reached without a copy"):
    assert(Engine.isShared)
    val array = Array.tabulate[Byte](100)(_.toByte)
    val view  = Engine.view(array, 10, 20)
    array(12) = 42
    assertEquals((view.length, view(2).toInt), (20, 42))
    view(3) = 43
    assertEquals(array(13).toInt, 43)
    val doubles = Array(1.0, 2.0, 3.0)
    Engine.bytesOf(doubles, 2)(15) = 0
    assert(doubles(1) < 1 && doubles(2) == 3.0)

  test("the engine has the decoders that texts are read by"):
    assert(Engine.utf8 != null && Engine.utf16 != null && Engine.latin1 != null)
