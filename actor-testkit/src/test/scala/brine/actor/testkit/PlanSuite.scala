package brine.actor.testkit

import brine.actor.*

class PlanSuite extends munit.FunSuite:
  /** Three actors handle three messages each, and the first chooses for each. */
  private def run(scheduler: Scheduler)(fails: String => Boolean): Run =
    Runs.run(
      scheduler,
      Schedule.Fifo,
      TestSettings(),
      system =>
        val came   = StringBuilder()
        val actors = List("a", "b", "c").map: name =>
          system.spawn(Behavior.receive[Int] { _ =>
            came ++= (if name == "a" then system.choose("case", "a", "A") else name): Unit
          })
        (1 to 3).foreach(n => actors.foreach(_ ! n))
        system.runUntilIdle()
        if fails(came.toString) then throw AssertionError(came.toString)
    )

  private def order(run: Run): String = run.failure.get.getMessage

  test("a plan is followed, and is what was done"):
    for seed <- 0 until 50 do
      val first = run(RandomScheduler(seed))(_ => true)
      val again = run(PlanScheduler(first.plan))(_ => true)
      assertEquals(again.choices, first.choices)
      assertEquals(again.plan, first.plan)

  test("steps that cannot be taken are left out, and what is missing comes without a change"):
    val first = run(OldestFirst)(_ => true)
    assertEquals(order(first), "abcabcabc")
    val keys = first.plan.steps.distinct
    assertEquals(order(run(PlanScheduler(Plan(Vector.empty, Map.empty)))(_ => true)), "aaabbbccc")
    assertEquals(order(run(PlanScheduler(Plan(Vector.fill(9)(keys(2)) :+ keys(1), Map.empty)))(_ => true)), "cccbbbaaa")
    assertEquals(order(run(PlanScheduler(Plan(Vector("nobody", keys(1), "no"), Map.empty)))(_ => true)), "bbbaaaccc")

  test("only what is needed of a plan is left"):
    def minimised(seed: Int)(fails: String => Boolean): Run =
      val first = run(RandomScheduler(seed))(fails)
      assert(first.failure.nonEmpty, s"seed $seed")
      PlanMinimiser(plan => Some(run(PlanScheduler(plan))(fails)).filter(_.failure.nonEmpty), 1000).minimise(first)
    val seeds = (0 until 200).filter(seed =>
      run(RandomScheduler(seed))(came => came.contains("cb") && came.contains("A")).failure.nonEmpty
    )
    assert(seeds.size > 20)
    seeds.foreach: seed =>
      val best = minimised(seed)(came => came.contains("cb") && came.contains("A"))
      assert(best.choices.count(_ != 0) <= 3, s"seed $seed: ${order(best)}")
      assertEquals(order(best).count(_ == 'A'), 1, s"seed $seed: ${order(best)}")
