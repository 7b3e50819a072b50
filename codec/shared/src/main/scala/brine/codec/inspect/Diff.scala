package brine.codec.inspect

import brine.codec.inspect.internal.{Bytes, Differences, Table}

/** The differences between two values, of one schema or of two.
  *
  * {{{
  * val diff = Diff(before, after)
  * diff.text
  * // path          left    right
  * // to.number     12      14
  * // notes[2]              "second floor"
  * }}}
  *
  * Records and cases are compared by field name, maps by key. Equal elements at both ends of a sequence are skipped;
  * the elements between them are compared in order.
  *
  * @param differences
  *   the differences, in the order of the left value
  * @param isComplete
  *   whether these are all differences
  */
final class Diff private (val differences: Vector[Difference], val isComplete: Boolean):
  /** Whether no difference was found. */
  def isEmpty: Boolean = differences.isEmpty

  /** One line per difference, as a table; a side without a value is an empty cell. Empty if there is no difference. */
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

  /** Compares two values and stops after `most` differences. */
  def apply(left: Value, right: Value, most: Int = 1000): Diff =
    val found = Differences(most)
    found.compare(left, right, Path.Root)
    new Diff(found.result, found.isComplete)

  private def side(of: Option[Value], other: Option[Value]): String = (of, other) match
    case (Some(value), other) =>
      val text = value.text(LongestValue)
      // Values of two kinds may have the same text.
      val isAlike = other.exists(_.text(LongestValue) == text)
      if isAlike then s"$text (${kind(value)})" else text
    case _ => ""

  private def kind(value: Value): String = value match
    case Value.Primitive(kind, _) => kind.toString
    case other                    => other.productPrefix

/** One difference.
  *
  * @param path
  *   part of the value, such as `to.number`
  * @param left
  *   the left value of that part, if it has one
  * @param right
  *   the right value of that part, if it has one
  */
final case class Difference(path: String, left: Option[Value], right: Option[Value])
