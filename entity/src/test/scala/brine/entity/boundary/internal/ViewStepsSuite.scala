package brine.entity.boundary.internal

import java.util.SplittableRandom

class ViewStepsSuite extends munit.FunSuite:
  /** A view as nested calls would make it: of how many parts, and its value. */
  private final class Nested(val count: Int, val value: Vector[Any] => Any, val steps: ViewSteps)

  private val part = Nested(1, _.head, ViewSteps.one)

  private def mapped(of: Nested, function: Any => Any) =
    Nested(of.count, values => function(of.value(values)), of.steps.map(function))

  private def joined(all: Vector[Nested]) =
    def value(values: Vector[Any]): Any =
      var from = 0
      Tuple.fromArray(
        all
          .map: one =>
            from += one.count
            one.value(values.slice(from - one.count, from))
          .toArray[Any]
      )
    Nested(all.map(_.count).sum, value, ViewSteps.tuple(all.map(_.steps)))

  private def nested(random: SplittableRandom, depth: Int): Nested = random.nextInt(if depth == 0 then 1 else 3) match
    case 0 => part
    case 1 =>
      val number = random.nextInt(100)
      mapped(nested(random, depth - 1), value => s"$number($value)")
    case _ => joined(Vector.fill(2 + random.nextInt(3))(nested(random, depth - 1)))

  test("the value is that of nested calls, whatever is nested in what"):
    for seed <- 1L to 500L do
      val made   = nested(SplittableRandom(seed), 6)
      val values = Vector.tabulate[Any](made.count)(number => s"v$number")
      assertEquals(made.steps.value(values), made.value(values), s"seed $seed")

  test("many steps need no stack"):
    val deep   = (1 to 100_000).foldLeft(ViewSteps.one)((steps, _) => steps.map(value => value.asInstanceOf[Int] + 1))
    val tuples = (1 to 2_000).foldLeft(ViewSteps.one)((steps, _) => ViewSteps.tuple(Vector(ViewSteps.one, steps)))
    val thread = Thread(null, () => assertEquals(deep.value(Vector(0)): Any, 100_000: Any), "small", 64 * 1024)
    var failed = Option.empty[Throwable]
    thread.setUncaughtExceptionHandler((_, error) => failed = Some(error))
    thread.start()
    thread.join()
    assertEquals(failed, None)
    assert(tuples.value(Vector.fill[Any](2_001)(1)).isInstanceOf[Tuple2[?, ?]])

  test("a function that gives a null is named"):
    val failed = intercept[NullPointerException](ViewSteps.one.map(_ => null).map(identity).value(Vector(1)))
    assert(failed.getMessage.contains("View.map"), failed.getMessage)
