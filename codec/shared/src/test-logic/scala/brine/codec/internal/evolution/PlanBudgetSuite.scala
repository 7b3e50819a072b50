package brine.codec.internal.evolution

import brine.codec.internal.matching.Incompatible

final class PlanBudgetSuite extends munit.FunSuite:

  test("a plan takes a bounded number of steps, however much room there is"):
    val budget = PlanBudget(Long.MaxValue)
    budget.count(PlanBudget.MostSteps)
    assertEquals(budget.steps, PlanBudget.MostSteps)
    val error = intercept[Incompatible](budget.count(1))
    assert(error.problem.contains(s"more than ${PlanBudget.MostSteps} steps"), error.problem)

  test("little room allows few steps and few comparisons"):
    val steps = PlanBudget(10 * PlanBudget.StepCost)
    steps.count(10)
    intercept[Incompatible](steps.count(1)): Unit
    val compared = PlanBudget(3 * PlanBudget.ComparisonCost)
    for _ <- 0 until 3 do compared.countComparison()
    val error = intercept[Incompatible](compared.countComparison())
    assert(error.problem.contains("more than 3 comparisons"), error.problem)

  test("the cost counts the plan, its steps and its comparisons"):
    val budget = PlanBudget(Long.MaxValue)
    assertEquals(budget.cost, PlanBudget.PlanCost)
    budget.count(2)
    budget.countComparison()
    assertEquals(budget.cost, PlanBudget.PlanCost + 2 * PlanBudget.StepCost + PlanBudget.ComparisonCost)
