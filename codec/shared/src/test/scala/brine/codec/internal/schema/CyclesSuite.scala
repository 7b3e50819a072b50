package brine.codec.internal.schema

class CyclesSuite extends munit.FunSuite:
  private def inCycle(edges: (Int, Int)*): Set[Int] =
    val count = edges.flatMap((a, b) => List(a, b)).maxOption.fold(0)(_ + 1)
    val found = Cycles.of(count)(node => edges.filter(_._1 == node).map(_._2).toArray)
    found.indices.filter(found(_)).toSet

  test("no edge, no cycle"):
    assertEquals(inCycle(), Set.empty)
    assertEquals(inCycle(0 -> 1, 1 -> 2, 0 -> 2, 3 -> 2), Set.empty)

  test("a node may lead to itself"):
    assertEquals(inCycle(0 -> 1, 1 -> 1, 1 -> 2), Set(1))

  test("what leads to a cycle, or comes after one, is not in it"):
    assertEquals(inCycle(0 -> 1, 1 -> 2, 2 -> 1, 2 -> 3), Set(1, 2))
    assertEquals(inCycle(0 -> 1, 1 -> 0, 1 -> 2, 2 -> 3, 3 -> 2), Set(0, 1, 2, 3))

  test("as a search from every node says, in random graphs"):
    val random = new scala.util.Random(1)
    for _ <- 0 until 300 do
      val count = 1 + random.nextInt(8)
      val edges = Seq.fill(random.nextInt(14))((random.nextInt(count), random.nextInt(count)))
      val found = Cycles.of(count)(node => edges.filter(_._1 == node).map(_._2).toArray)
      def reaches(open: Set[Int]): Set[Int] =
        val more = open ++ edges.collect { case (a, b) if open(a) => b }
        if more == open then open else reaches(more)
      for node <- 0 until count do
        val next = edges.collect { case (`node`, b) => b }.toSet
        assertEquals(found(node), reaches(next)(node), s"$node in $edges")

  test("a long way takes no stack"):
    val count = 200000
    val found = Cycles.of(count)(node => if node + 1 < count then Array(node + 1) else Array(count - 2))
    assertEquals(found.indices.filter(found(_)).toList, List(count - 2, count - 1))
