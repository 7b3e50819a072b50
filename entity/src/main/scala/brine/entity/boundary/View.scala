package brine.entity.boundary

import brine.entity.boundary.internal.{ViewPart, ViewSteps}
import brine.journal.Query
import java.util.Objects

/** What a decision has to know: the fold of all events that a query selects, whatever their streams are.
  *
  * {{{
  * def places(course: Int)  = View[CampusEvent](Query.tagged(s"course:$course"), Course.unknown)(_ after _)
  * def load(student: Int)   = View[CampusEvent](Query.tagged(s"student:$student"), 0)((courses, event) => …)
  * boundary.decide(places(7) and load(9)): (course, courses) =>
  *   …
  * }}}
  *
  * Views of the same type of events combine with `and`. The value is then a tuple, and the query selects what any of
  * the parts selects. Each part folds only what its own query selects.
  *
  * A view depends on no log and on nothing that runs. Functions of it must be pure. Immutable.
  *
  * @tparam E
  *   the events
  * @tparam S
  *   the value, immutable
  */
sealed abstract class View[E, S] private[boundary] (
    private[boundary] val parts: Vector[ViewPart[E]],
    private[boundary] val steps: ViewSteps,
    selected: Query
):
  /** Selects the events. A decision is refused if somebody else appends one of them meanwhile. */
  final def query: Query = selected

  /** Whether reading begins with the first event that is kept. */
  private[boundary] def isFromFirstKept: Boolean

  /** The value, given those of the parts. */
  private[boundary] final def value(parts: Vector[Any]): S = steps.value(parts).asInstanceOf[S]

  /** Returns a view of the same events whose value is that of a function: of a tuple, it makes a class of your own.
    *
    * {{{
    * (places(7) and load(9)).map(Enrolment(_, _))
    * }}}
    *
    * If the function gives a null, decisions fail with [[BoundaryError.Failed]].
    */
  final def map[A](function: S => A): View[E, A] =
    Objects.requireNonNull(function, "function"): Unit
    View.Plain(parts, steps.map(function.asInstanceOf[Any => Any]), query, isFromFirstKept)

  /** Returns a view that begins with the first event that is kept. Without it, a decision fails with
    * [[BoundaryError.Gone]] if retention has deleted the first events of the log, because what it sees may be wrong.
    * Of views that are combined, each must say so.
    */
  def fromFirstKept: View[E, S]

  override def toString: String = s"a view of $query"

object View:
  /** A view of the events of a type. Call the result with query, initial value and fold.
    *
    * The query must select no events of other types, or decisions fail with [[BoundaryError.Unavailable]]: name tags,
    * streams or categories. Tags and streams are found by an index; any other clause reads the whole log.
    */
  def apply[E]: Of[E] = new Of[E]

  /** A view of the events of a type, whose query, initial value and fold follow. */
  final class Of[E] private[View] ():
    /** The view.
      *
      * @param query
      *   selects the events
      * @param initial
      *   the value without any event
      * @param fold
      *   the value after an event, given the value before. It must accept every event that the query selects
      */
    def apply[S](query: Query, initial: S)(fold: (S, E) => S): View[E, S] =
      Objects.requireNonNull(query, "query"): Unit
      Objects.requireNonNull(initial, "initial"): Unit
      Objects.requireNonNull(fold, "fold"): Unit
      val part = ViewPart[E](query, initial, fold.asInstanceOf[(Any, E) => Any])
      Plain(Vector(part), ViewSteps.one, query, false)

  extension [E, S](view: View[E, S])
    /** Returns a view of both; its value is a pair. A further `and` makes it a triple, and so on.
      *
      * @throws IllegalArgumentException
      *   if the query has more than [[brine.journal.Query.MostClauses]] clauses
      */
    infix def and[T](other: View[E, T]): Views[E, (S, T)] = Views.of(view, other)

  private[boundary] final class Plain[E, S](
      parts: Vector[ViewPart[E]],
      steps: ViewSteps,
      selected: Query,
      private[boundary] val isFromFirstKept: Boolean
  ) extends View[E, S](parts, steps, selected):
    def fromFirstKept: View[E, S] = Plain(parts, steps, selected, true)

/** Views that were combined: see [[View]]. Its value is a tuple.
  *
  * @tparam T
  *   the tuple
  */
final class Views[E, T <: Tuple] private (
    all: Vector[View[E, ?]],
    selected: Query,
    private[boundary] val isFromFirstKept: Boolean
) extends View[E, T](all.flatMap(_.parts), ViewSteps.tuple(all.map(_.steps)), selected):
  def fromFirstKept: Views[E, T] = new Views(all, selected, true)

  /** Returns a view of these and one more; its value is a tuple with one more element.
    *
    * @throws IllegalArgumentException
    *   if the query has more than [[brine.journal.Query.MostClauses]] clauses
    */
  infix def and[S](other: View[E, S]): Views[E, Tuple.Concat[T, S *: EmptyTuple]] =
    new Views(all :+ other, query or other.query, isFromFirstKept && other.isFromFirstKept)

private[boundary] object Views:
  def of[E, S, T](one: View[E, S], two: View[E, T]): Views[E, (S, T)] =
    new Views(Vector(one, two), one.query or two.query, one.isFromFirstKept && two.isFromFirstKept)
