package brine.codec.internal.references

class RingSuite extends munit.FunSuite:
  private def ring(entries: Int, near: Int = 5000): Ring[String] =
    val ring = new Ring[String](near)
    (1 to entries).foreach(i => ring.enter(s"$i"))
    ring

  test("an entry is found by how many came since, while it grows and after"):
    for entries <- Seq(1, 63, 64, 65, 128, 129, 2047, 2048, 2049, 5000) do
      val full = ring(entries)
      for distance <- 1 to math.min(entries, Recent.Entries) do
        assertEquals(full.back(distance), s"${entries + 1 - distance}", s"$distance of $entries")

  test("there is none before the first and none beyond the window"):
    assert(ring(0).back(1) == null)
    assert(ring(3).back(4) == null)
    assert(ring(5000).back(Recent.Entries + 1) == null)

  test("what is asked for from afar is entered again, what is near is not"):
    val full = ring(10, near = 4)
    assertEquals(full.back(4), "7")
    assertEquals(full.back(1), "10")
    assertEquals(full.back(5), "6")
    assertEquals(full.back(1), "6")
    assertEquals(full.back(2), "10")

  test("cleared it is as new"):
    for entries <- Seq(3, 64, 3000) do
      val used = ring(entries)
      used.clear()
      assert(used.back(1) == null)
      used.enter("a")
      assertEquals(used.back(1), "a")
      assert(used.back(2) == null)

  test("what is kept for an entry is found with it, also after it is entered again"):
    val made = (1 to 3000).map(i => s"made of $i")
    val full = new Ring[String](4)
    made.indices.foreach: i =>
      full.enter(s"${i + 1}")
      assert(full.kept == null)
      if i % 3 == 0 then full.keep(made(i))
    for distance <- List(1, 2, 3, 4, 5, 2000) do
      val entry = full.back(distance).nn.toInt
      assertEquals(full.kept, if entry % 3 == 1 then made(entry - 1) else null, s"$distance")

  test("nothing is kept for what is no entry, nor after clearing"):
    val full = ring(3)
    full.skip()
    full.keep("none")
    assert(full.kept == null)
    assert(full.back(1) != null)
    full.keep("some")
    full.clear()
    assert(full.kept == null)
    full.enter("a")
    assert(full.kept == null)
