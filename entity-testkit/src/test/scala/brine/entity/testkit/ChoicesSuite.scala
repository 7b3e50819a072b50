package brine.entity.testkit

class ChoicesSuite extends munit.FunSuite:
  test("random choices are those of the seed, and replay"):
    def some(choices: Choices) = Vector.fill(50)((choices.next(4), choices.happens(3), choices.next(1)))
    val first                  = Choices.Random(7)
    val made                   = some(first)
    assertEquals(some(Choices.Random(7)), made)
    assertNotEquals(some(Choices.Random(8)), made)
    assertEquals(made.map(_._1).toSet, Set(0, 1, 2, 3))
    assertEquals(made.map(_._3).toSet, Set(0))
    val again = Choices.Replay(first.decided)
    assertEquals(some(again), made)
    assertEquals(again.decided, first.decided)

  test("a replay is quiet where it has no choice, or one that is too large"):
    val replay = Choices.Replay(Vector(5, 1))
    assertEquals(replay.next(3), 0)
    assert(replay.happens(10))
    assert(!replay.happens(2))
    assertEquals(replay.decided, Vector(0, 1))

  test("a tree has each way once"):
    val tree  = Choices.Tree()
    val found = Iterator
      .iterate(true)(_ => tree.advance())
      .takeWhile(identity)
      .map: _ =>
        val choices = tree.run()
        // The second choice depends on the first.
        val first = choices.next(3)
        if first == 1 then Vector(first, if choices.happens(100) then 1 else 0, choices.next(2)) else Vector(first)
      .toVector
    val second = Vector(Vector(0, 0), Vector(0, 1), Vector(1, 0), Vector(1, 1))
    assertEquals(found, Vector(0) +: second.map(1 +: _) :+ Vector(2))

  test("a program that has other options than before is found"):
    val tree = Choices.Tree()
    tree.run().next(2): Unit
    assert(tree.advance())
    val failed = intercept[SimulationProblem](tree.run().next(3))
    assertEquals(failed.violation, Violation.NotDeterministic)
