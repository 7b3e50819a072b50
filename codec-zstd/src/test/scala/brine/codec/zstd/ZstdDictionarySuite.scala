package brine.codec.zstd

class ZstdDictionarySuite extends munit.FunSuite:
  import Messages.*

  test("the same samples give the same dictionary, of the size asked for"):
    assertEquals(ZstdDictionary.train(messages(100, 2000), 2048), trained)
    assertEquals(trained.size, 2048)
    assert(trained.id >= 32768, trained.id)
    assertNotEquals(trained.id, other.id)

  test("it comes back from its bytes"):
    assertEquals(ZstdDictionary.fromBytes(trained.toArray), Right(trained))
    assertEquals(ZstdDictionary.fromBytes(trained.toArray).map(_.id), Right(trained.id))

  test("its bytes are the caller's own"):
    val bytes = trained.toArray
    val read  = ZstdDictionary.fromBytes(bytes).toOption.get
    java.util.Arrays.fill(bytes, 0.toByte)
    assertEquals(read, trained)

  test("it can be given another id, and then is another dictionary"):
    for id <- Seq(1L, 255L, 65536L, 0xffffffffL) do
      assertEquals(trained.withId(id).id, id)
      assertNotEquals(trained.withId(id), trained)
    assertEquals(trained.withId(7).withId(trained.id), trained)
    for id <- Seq(0L, -1L, 1L << 32) do intercept[IllegalArgumentException](trained.withId(id))

  test("what is no dictionary is refused"):
    for bytes <- Seq(Array.emptyByteArray, Array[Byte](1, 2, 3), text(20), random(1, 5000)) do
      assert(ZstdDictionary.fromBytes(bytes).left.exists(_.problem.contains("not a Zstandard dictionary")))
    val noId = trained.toArray
    for i <- 4 until 8 do noId(i) = 0
    assert(ZstdDictionary.fromBytes(noId).isLeft)
    for length <- Seq(4, 8, 9, 20, 60) do
      assert(ZstdDictionary.fromBytes(trained.toArray.take(length)).isLeft, s"$length bytes")

  test("nothing can be learnt from too little"):
    val error = intercept[IllegalArgumentException](ZstdDictionary.train(messages(1, 3), 16384))
    assert(error.getMessage.contains("16384 bytes") && error.getMessage.contains("3 samples"), error.getMessage)
    intercept[IllegalArgumentException](ZstdDictionary.train(Nil, 1024))
    intercept[IllegalArgumentException](ZstdDictionary.train(messages(1, 3000), 255))
