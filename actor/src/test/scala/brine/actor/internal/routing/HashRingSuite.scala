package brine.actor.internal.routing

class HashRingSuite extends munit.FunSuite:
  private def counts(ring: HashRing[Int], keys: Int): Map[Int, Int] =
    (0 until keys).map(key => ring.of(s"key $key")).groupMapReduce(identity)(_ => 1)(_ + _)

  test("the members share the keys about evenly"):
    val ring   = HashRing(0 until 10, 128)
    val shares = counts(ring, 100000)
    assertEquals(shares.size, 10)
    // Keys and points are fixed, so this says the same everywhere.
    assert(shares.values.forall(share => share > 7000 && share < 13500), shares.toString)

  test("numbers in a row and in steps are spread too"):
    val ring = HashRing(0 until 8, 128)
    for step <- List(1, 64, 1 << 16) do
      val shares = (0 until 8000).map(i => ring.of(i * step)).groupMapReduce(identity)(_ => 1)(_ + _)
      assert(shares.size == 8 && shares.values.forall(_ > 500), s"$step: $shares")

  test("when a member goes only its own keys move"):
    val ring   = HashRing(0 until 10, 64)
    val before = (0 until 10000).map(key => key -> ring.of(key)).toMap
    ring.remove(_ == 3)
    val after = (0 until 10000).map(key => key -> ring.of(key)).toMap
    before.foreach((key, member) => if member != 3 then assertEquals(after(key), member))
    assert(!after.values.toSet.contains(3))

  test("one member has all keys, and none is empty"):
    val ring = HashRing(List("a"), 1)
    assertEquals((0 until 100).map(ring.of).distinct, Vector("a"))
    assert(!ring.isEmpty)
    ring.remove(_ == "b")
    assert(!ring.isEmpty)
    ring.remove(_ == "a")
    assert(ring.isEmpty)
    intercept[IllegalArgumentException](HashRing(List(1), 0))
