package brine.entity.testkit

import java.util.SplittableRandom

class KnownRunsSuite extends munit.FunSuite:
  private val kept = Vector(0 -> 0, 1 -> 0)

  private def made(choices: Int*): Choices =
    val replay = Choices.Replay(choices.toVector)
    choices.foreach(_ => replay.next(100))
    replay

  test("choices that begin as those of a known run lead to it, with the quiet ones after them"):
    val known = KnownRuns()
    assert(!known.has(kept, Vector.empty))
    known.add(kept, made(1, 0, 2, 0))
    for same <- Vector(Vector(1, 0, 2), Vector(1, 0, 2, 0), Vector(1, 0, 2, 0, 5)) do assert(known.has(kept, same))
    for other <- Vector(Vector.empty, Vector(1), Vector(1, 0, 2, 1), Vector(1, 0, 3), Vector(0, 0, 2)) do
      assert(!known.has(kept, other), s"$other")
    assert(!known.has(kept.tail, Vector(1, 0, 2)))
    known.add(kept.tail, made())
    assert(known.has(kept.tail, Vector(7)))

  test("the same as a list of all runs"):
    for seed <- 0L until 200 do
      val random = SplittableRandom(seed)
      val known  = KnownRuns()
      var all    = Vector.empty[Vector[Int]]
      def some   = Vector.fill(random.nextInt(6))(random.nextInt(3))
      for _ <- 1 to 30 do
        val asked    = some
        val expected = all.exists(one => one == asked.padTo(one.size, 0).take(one.size))
        assertEquals(known.has(kept, asked), expected, s"seed $seed: $asked in $all")
        if !expected then
          // It takes no fewer choices than it was asked to begin with.
          val path = asked ++ Vector.fill(random.nextInt(3))(0)
          known.add(kept, made(path*))
          all :+= path
