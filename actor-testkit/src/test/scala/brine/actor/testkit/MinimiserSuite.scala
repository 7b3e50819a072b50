package brine.actor.testkit

class MinimiserSuite extends munit.FunSuite:
  private def run(choices: Vector[Int]): Run =
    Run(Some(AssertionError()), false, choices, Vector.empty, Plan(Vector.empty, Map.empty), 10)

  /** What is left of `choices` when all lists fail that `fails` is true for. */
  private def minimised(choices: Vector[Int], most: Int = 10000)(fails: Vector[Int] => Boolean): (Vector[Int], Int) =
    val minimiser = Minimiser(tried => Option.when(fails(tried))(run(tried)), most)
    (Runs.trimmed(minimiser.minimise(run(choices)).choices), minimiser.attempts)

  test("only what is needed is left"):
    val long = Vector.tabulate(60)(index => 1 + index % 3)
    assertEquals(minimised(long)(_.count(_ == 3) >= 2)._1, Vector(3, 3))
    assertEquals(minimised(long)(_ => true)._1, Vector.empty)

  test("what stays at its place does so, with less before it"):
    val long = Vector.tabulate(40)(index => index % 4)
    assertEquals(minimised(long)(choices => choices.lift(7).exists(_ > 0))._1, Vector(0, 0, 0, 0, 0, 0, 0, 1))

  test("numbers become smaller"):
    assertEquals(minimised(Vector(9, 9, 9))(choices => choices.headOption.exists(_ >= 4))._1, Vector(4))

  test("what cannot be made smaller stays"):
    val choices = Vector(1, 0, 1)
    assertEquals(minimised(choices)(_ == choices)._1, choices)

  test("it stops after the runs it may take"):
    val (_, attempts) = minimised(Vector.fill(100)(2), most = 17)(_ => false)
    assertEquals(attempts, 17)
