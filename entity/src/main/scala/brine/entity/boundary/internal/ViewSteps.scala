package brine.entity.boundary.internal

import java.util.ArrayDeque

/** How the value of a view follows from those of its parts, as steps on a stack of values. Steps, because `map` and
  * `and` nest as deep as the program likes, and a call within a call for each would overflow the stack. Immutable.
  */
private[boundary] final class ViewSteps private (private val steps: Vector[ViewSteps.Step]):
  import ViewSteps.*

  /** A function of the value. */
  def map(function: Any => Any): ViewSteps = new ViewSteps(steps :+ Step.Apply(function))

  /** The value, given those of the parts.
    *
    * @throws NullPointerException
    *   if a function gives a null
    */
  def value(parts: Vector[Any]): Any =
    val values = ArrayDeque[Any]()
    var next   = 0
    steps.foreach:
      case Step.Part =>
        values.push(parts(next))
        next += 1
      case Step.Join(count) =>
        val all = new Array[Any](count)
        for at <- count - 1 to 0 by -1 do all(at) = values.pop()
        values.push(Tuple.fromArray(all))
      case Step.Apply(function) =>
        val made = function(values.pop())
        if made == null then throw NullPointerException("a function of View.map gave a null, which no view has")
        values.push(made)
    values.pop()

private[boundary] object ViewSteps:
  /** The value of one part. */
  val one: ViewSteps = new ViewSteps(Vector(Step.Part))

  /** A tuple of several values. */
  def tuple(of: Vector[ViewSteps]): ViewSteps = new ViewSteps(of.flatMap(_.steps) :+ Step.Join(of.size))

  private enum Step:
    /** Pushes the value of the next part. */
    case Part

    /** Replaces the last values by a tuple of them. */
    case Join(count: Int)

    /** Replaces the last value by that of a function. */
    case Apply(function: Any => Any)
