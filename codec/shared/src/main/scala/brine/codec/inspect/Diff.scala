package brine.codec.inspect

import brine.codec.inspect.internal.{Bytes, Differences, Table}

/** What differs between two values, of the same schema or of two.
  *
  * {{{
  * val diff = Diff(before, after)
  * diff.text
  * // path          left    right
  * // to.number     12      14
  * // notes[2]              "second floor"
  * }}}
  *
  * Records and cases are compared by the names of their fields, maps by their keys; of sequences the same elements at both ends are set
  * aside, and those between are compared in order.
  *
  * @param differences
  *   in the order of the left value
  * @param isComplete
  *   whether these are all
  */
final class Diff private (val differences: Vector[Difference], val isComplete: Boolean):
  /** Whether nothing differs. */
  def isEmpty: Boolean = differences.isEmpty

  /** A line for each difference; the side that has nothing there is empty. Nothing if there is none. */
  def text: String =
    if isEmpty then ""
    else
      val rows =
        differences.map(one => Vector(one.path, Diff.side(one.left, one.right), Diff.side(one.right, one.left)))
      val more = if isComplete then "" else s"and more than these ${Bytes.count(differences.size, "difference")}\n"
      Table(Vector("path", "left", "right"), Set.empty).of(rows) + more

  override def toString: String = text

object Diff:
  private inline val LongestValue = 60

  /** What differs; no more than `most` differences are looked for. */
  def apply(left: Value, right: Value, most: Int = 1000): Diff =
    val found = Differences(most)
    found.compare(left, right, Path.Root)
    new Diff(found.result, found.isComplete)

  private def side(of: Option[Value], other: Option[Value]): String = (of, other) match
    case (Some(value), other) =>
      val text = value.text(LongestValue)
      // Two kinds of number may look the same.
      val isAlike = other.exists(_.text(LongestValue) == text)
      if isAlike then s"$text (${kind(value)})" else text
    case _ => ""

  private def kind(value: Value): String = value match
    case Value.Primitive(kind, _) => kind.toString
    case other                    => other.productPrefix

/** One difference.
  *
  * @param left
  *   what is there on the left side, if anything is
  * @param right
  *   what is there on the right side, if anything is
  */
final case class Difference(path: String, left: Option[Value], right: Option[Value])
