package brine.lab.harness

final class EntityPicksSuite extends munit.FunSuite:
  private val entities = 1000
  private val requests = 1 << 16

  private def counts(load: String): Map[Int, Int] =
    val picks = EntityPicks.of(load, entities)
    List.tabulate(requests)(number => picks.at(number.toLong)).groupMapReduce(identity)(_ => 1)(_ + _)

  test("a hot load picks one entity alone"):
    assertEquals(counts("hot"), Map(0 -> requests))

  test("a uniform load picks every entity about as often as another"):
    val found = counts("uniform")
    assertEquals(found.keySet, (0 until entities).toSet)
    assert(found.values.forall(count => count > 25 && count < 130), found.values.minmax)

  test("a skewed load picks entities by Zipf's law"):
    val found = counts("skewed")
    val whole = (1 to entities).map(1.0 / _).sum
    assert(found.keySet.subsetOf((0 until entities).toSet))
    for entity <- List(0, 1, 2, 9, 99) do
      val expected = requests / (entity + 1) / whole
      assert(
        math.abs(found(entity) - expected) < 5 * math.sqrt(expected) + 1,
        s"$entity: ${found(entity)} of $expected"
      )

  test("the picks are the same each time, for any number of a request; another load is refused"):
    val (one, other) = (EntityPicks.of("skewed", entities), EntityPicks.of("skewed", entities))
    for number <- List(0L, 7919L, 1L << 40, Long.MaxValue) do assertEquals(one.at(number), other.at(number))
    intercept[IllegalArgumentException](EntityPicks.of("cold", entities)): Unit

  extension (counts: Iterable[Int]) private def minmax = s"${counts.min} to ${counts.max}"
