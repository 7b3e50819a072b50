package brine.journal

class NamesSuite extends munit.FunSuite:
  test("a name has 1 to 1024 characters"):
    for length <- Seq(1, 2, 1024) do Names.requireLength("tag", "x" * length)
    for length <- Seq(0, 1025) do
      val error = intercept[IllegalArgumentException](Names.requireLength("tag", "x" * length))
      assertEquals(error.getMessage, s"the name of a tag has 1 to 1024 characters, not $length")

  test("an unpaired surrogate is not text"):
    val pair = "\ud83d\ude00"
    for name <- Seq("", "a", "\u0000", pair, s"a${pair}b", "\ud7ff\ue000") do assert(Names.isText(name), name)
    for name <- Seq(
        pair.take(1),
        pair.drop(1),
        pair.drop(1) + pair.take(1),
        s"a${pair.take(1)}b",
        s"$pair${pair.drop(1)}"
      )
    do
      assert(!Names.isText(name))
      intercept[IllegalArgumentException](Names.requireText("stream", name)): Unit
