package brine.actor.testkit

import brine.actor.*

class ScheduleSuite extends munit.FunSuite:
  /** The order in which three actors handle three messages each. */
  private def order(schedule: Schedule): String =
    val system = TestSystem(schedule)
    val came   = StringBuilder()
    val actors = List("a", "b", "c").map(name =>
      system.spawn(Behavior.receive[Int](_ => came ++= name: Unit), ActorOptions(name = name))
    )
    (1 to 3).foreach(n => actors.foreach(_ ! n))
    system.runUntilIdle()
    came.toString

  test("first in, first out takes turns"):
    assertEquals(order(Schedule.Fifo), "abcabcabc")

  test("a replay without choices never changes the actor while it can go on"):
    assertEquals(order(Schedule.Replay("")), "aaabbbccc")

  test("a replay makes the choices it is told, and the first where there is no such way"):
    assertEquals(order(Schedule.Replay("2")), "cccaaabbb")
    assertEquals(order(Schedule.Replay(" 2  7\n1 ")), order(Schedule.Replay("2 0 1")))

  test("what is no list of numbers is refused"):
    val failure = intercept[IllegalArgumentException](TestSystem(Schedule.Replay("1 x")))
    assert(failure.getMessage.contains("\"x\""), failure.getMessage)
    val _ = intercept[IllegalArgumentException](TestSystem(Schedule.Replay("1 -1")))

  test("with priorities an actor runs until it has nothing to do, but for the changes"):
    for seed <- 0 until 50 do
      val changes =
        (0 until 9).map(order(Schedule.Pct(seed, depth = 1)).lift(_)).sliding(2).count(pair => pair(0) != pair(1))
      assertEquals(changes, 2, s"seed $seed: ${order(Schedule.Pct(seed, depth = 1))}")
      val more = order(Schedule.Pct(seed, depth = 3, steps = 12))
      assert(more.sliding(2).count(pair => pair(0) != pair(1)) <= 4, s"seed $seed: $more")
    assertEquals((0 until 100).map(seed => order(Schedule.Pct(seed, depth = 1))).distinct.size, 6)
    assert((0 until 100).map(seed => order(Schedule.Pct(seed, depth = 2, steps = 12))).distinct.size > 15)

  test("a depth or a number of steps that cannot be is refused"):
    val _ = intercept[IllegalArgumentException](TestSystem(Schedule.Pct(1, depth = 0)))
    val _ = intercept[IllegalArgumentException](TestSystem(Schedule.Pct(1, steps = 0)))

  test("a schedule of one's own chooses by the names of actors"):
    def reversed(point: ChoicePoint): Int = (0 until point.size).maxBy(point.label)
    assertEquals(order(Schedule.Custom(reversed)), "cccbbbaaa")

  test("a schedule of one's own that chooses what is not there ends the test"):
    val _ = intercept[IndexOutOfBoundsException](order(Schedule.Custom(_.size)))

  test("a schedule prints as the code that makes it"):
    assertEquals(Schedule.Random(7).toString, "Schedule.Random(seed = 7L)")
    assertEquals(Schedule.Pct(7, 2, 30).toString, "Schedule.Pct(seed = 7L, depth = 2, steps = 30)")
    assertEquals(Schedule.Replay("1 0 2").toString, "Schedule.Replay(\"1 0 2\")")
    assertEquals(Schedule.Fifo.toString, "Schedule.Fifo")
