package brine.entity.testkit

import brine.entity.projection.Projection
import brine.journal.Query
import java.util.SplittableRandom
import scala.collection.mutable

/** How small failing runs become, and how many runs that takes. */
class ShrinkingSuite extends munit.FunSuite:
  import ShrinkingSuite.*

  test("no run is executed twice, also of programs that fail in some orders alone"):
    for seed <- 0L until 300 do
      val random  = SplittableRandom(seed)
      val size    = 1 + random.nextInt(25)
      val needed  = Set.fill(1 + random.nextInt(4))(0 -> random.nextInt(size))
      val modulus = 1 + random.nextInt(4)
      val program = Program(size, (kept, made) => needed.subsetOf(kept) && made.sum % modulus == 0)
      program
        .firstFailing(seed)
        .foreach: failed =>
          val smallest = program.shrink(failed)
          assertEquals(program.repeated, 0, s"seed $seed")
          assert(program.runs <= 1_500)
          assert(needed.subsetOf(smallest.kept.toSet), s"seed $seed")
          assert((smallest eq failed) || smallest.isSmallerThan(failed))
          if modulus == 1 then assertEquals((smallest.kept.toSet, smallest.choices), (needed, Vector.empty), s"$seed")

  test("of programs that fail from a number of commands on, few runs are executed for each command"):
    for size <- Vector(8, 16, 32, 64, 128, 256); least <- Vector(2, size / 2, size - 1) do
      val program  = Program(size, (kept, _) => kept.size >= least)
      val smallest = program.shrink(program.firstFailing(size).get)
      assertEquals((smallest.kept.size, smallest.choices), (least, Vector.empty))
      assert(program.runs <= 4 * size + 150, s"${program.runs} runs for $size commands, of which $least are needed")

  test("it ends at a number of runs, and at a number of steps"):
    val all   = Program(200, (kept, made) => kept.size > 100 && made.headOption.contains(1))
    val first = all.firstFailing(1).get
    for (runs, steps) <- Vector((0, Long.MaxValue), (10, Long.MaxValue), (1_000, 0L), (1_000, 5_000L)) do
      val program  = Program(200, (kept, made) => kept.size > 100 && made.headOption.contains(1))
      val smallest = program.shrink(first, runs, steps)
      assert(program.runs <= runs)
      // The last one may begin below the limit.
      assert(program.steps <= steps + 1_000 || steps == Long.MaxValue, s"${program.steps}")
      assert((smallest eq first) || smallest.isSmallerThan(first))

  test("a view that fails at some record takes few runs, however long the program is"):
    val all = Projection[WalletEvent]("spoilt")(Query.category("wallet"))
    for commands <- Vector(8, 32, 128); least <- Vector(3, 12) do
      val calm  = SimulationSettings(commands = commands, faults = 0, powerCuts = 0, closings = 0)
      var lives = 0
      val view  = Wallets.simulation
        .over: log =>
          lives += 1
          log
        .withSettings(calm)
        .withView(all, 0)((sum, _) => if sum >= least then throw IllegalStateException("too many") else sum + 1)
      val failed = intercept[SimulationFailure](view.check(400))
      assertEquals(failed.violation, Violation.Failed)
      // Some commands have two events.
      assert(clue(failed.commands.size) <= least + 2)
      // Each run has one process. Those before it are no part of it, and the first one is repeated.
      val runs = lives - failed.tried - 1
      assert(runs <= 220, s"$runs runs for up to $commands commands of a client")

object ShrinkingSuite:
  private val problem = SimulationProblem(Violation.Failed, "of the test")

  /** A program of one client. Each command takes five choices of four ways and as many steps.
    *
    * @param fails
    *   whether it fails with these commands and choices
    */
  private final class Program(size: Int, fails: (Set[(Int, Int)], Vector[Int]) => Boolean):
    private val known = mutable.HashSet.empty[(Vector[(Int, Int)], Vector[Int])]
    var runs          = 0
    var steps         = 0L

    /** How many runs were repeated, but for those whose choices nobody could know before. */
    var repeated = 0

    private def attempt(kept: Vector[(Int, Int)], choices: Choices): Shrinking.Attempt =
      val made = Vector.fill(5 * kept.size)(choices.next(4))
      runs += 1
      steps += made.size
      if !known.add(kept -> made) && choices.isInstanceOf[Choices.Replay] then repeated += 1
      val failed =
        Option.when(fails(kept.toSet, made)):
          FailedRun(kept, choices.decided, problem, made.size, Vector.empty, Vector.empty)
      Shrinking.Attempt(made.size, failed)

    /** The first run that fails, of some. */
    def firstFailing(seed: Long): Option[FailedRun] =
      val all   = Vector.tabulate(size)(0 -> _)
      val found = Iterator.from(0).take(20).flatMap(at => attempt(all, Choices.Random(seed + at)).failed).nextOption()
      known.clear()
      runs = 0
      steps = 0
      found

    def shrink(failed: FailedRun, mostRuns: Int = 1_500, mostSteps: Long = Long.MaxValue): FailedRun =
      Shrinking(attempt, mostRuns, mostSteps).smallest(failed)
