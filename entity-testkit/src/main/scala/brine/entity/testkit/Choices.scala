package brine.entity.testkit

import java.util.SplittableRandom
import scala.collection.mutable

/** Decides wherever a run can continue in more than one way, and keeps what it has decided. The first option of each
  * choice is the quiet one: no fault, and the step that has been possible for the longest time. For one thread.
  */
private[testkit] abstract class Choices:
  private val made = mutable.ArrayBuffer[Int]()

  /** One of some options, each as likely. */
  final def next(options: Int): Int = if options <= 1 then 0 else keep(decide(options))

  /** Whether something happens that happens once in a number of times. */
  final def happens(oneIn: Int): Boolean = keep(decideRare(oneIn)) == 1

  /** What was decided so far, without the quiet options at the end. */
  final def decided: Vector[Int] = Choices.trimmed(made.toVector)

  /** Passes each decision so far. */
  final def foreach(body: Int => Unit): Unit = made.foreach(body)

  private def keep(choice: Int): Int =
    made += choice
    choice

  protected def decide(options: Int): Int
  protected def decideRare(oneIn: Int): Int

private[testkit] object Choices:
  def trimmed(choices: Vector[Int]): Vector[Int] = choices.take(choices.lastIndexWhere(_ != 0) + 1)

  /** By random numbers. */
  final class Random(seed: Long) extends Choices:
    private val random                        = SplittableRandom(seed)
    protected def decide(options: Int): Int   = random.nextInt(options)
    protected def decideRare(oneIn: Int): Int = if random.nextInt(oneIn) == 0 then 1 else 0

  /** As in a run before. After that, the quiet options. */
  final class Replay(choices: Vector[Int]) extends Choices:
    private var at                          = 0
    protected def decide(options: Int): Int =
      val wanted = if at < choices.size then choices(at) else 0
      at += 1
      if wanted < options then wanted else 0
    protected def decideRare(oneIn: Int): Int = decide(2)

  /** The quiet options. */
  def quiet: Choices = Replay(Vector.empty)

  /** All ways to decide, one run after the other, depth first. */
  final class Tree:
    // What was decided in this run, or will be in the next one, and how many options there were.
    private val path = mutable.ArrayBuffer[(Int, Int)]()

    /** The choices of the next run. */
    def run(): Choices = new Choices:
      private var at                            = 0
      protected def decideRare(oneIn: Int): Int = decide(2)
      protected def decide(options: Int): Int   =
        if at == path.size then path += 0 -> options
        val (choice, known) = path(at)
        at += 1
        if known != options then
          throw SimulationProblem(
            Violation.NotDeterministic,
            s"there were $known ways to continue, and $options when everything was the same as before"
          )
        choice

    /** Prepares the next run. False if there is none left. */
    def advance(): Boolean =
      while path.nonEmpty && path.last._1 + 1 == path.last._2 do path.dropRightInPlace(1)
      if path.nonEmpty then
        val (choice, options) = path.last
        path(path.size - 1) = (choice + 1, options)
      path.nonEmpty
