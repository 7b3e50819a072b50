package brine.entity.internal

import brine.codec.inspect.{Diff, Inspect, Value}
import brine.codec.Codec
import java.util.Arrays
import scala.util.control.NonFatal

/** Values as their codec writes them, as text: two different ones have different texts, whatever their `toString` says,
  * and no text breaks a line.
  */
private[entity] object ValueDifference:
  private inline val LongestText  = 300
  private inline val LongestPlace = 60
  private inline val MostPlaces   = 3

  // Values are looked at as trees, which take many times their bytes.
  private inline val MostBytes = 1 << 24

  /** The text of a value. */
  def text[A: Codec](value: A): String = seen(Codec.encodeBare(value)).fold("too large to show")(_.text(LongestText))

  /** Where two values differ, as the end of a sentence that says that they do. None if they are equal, or have the same
    * bytes: an array equals no other one, and NaN not even itself.
    */
  def between[A: Codec](before: A, after: A): Option[String] =
    try
      if before == after then None
      else
        val one   = Codec.encodeBare(before)
        val other = Codec.encodeBare(after)
        if Arrays.equals(one, other) then None else Some(places(one, other))
    catch case NonFatal(failed) => Some(s", and cannot be compared: ${FailureText.message(failed)}")

  private def places[A: Codec](before: Array[Byte], after: Array[Byte]): String =
    (seen(before), seen(after)) match
      case (Some(one), Some(other)) =>
        val diff  = Diff(one, other, MostPlaces)
        val found = diff.differences.map(one => s"${one.path}: ${side(one.left)}, then ${side(one.right)}")
        if found.isEmpty then "" else found.mkString(": ", "; ", if diff.isComplete then "" else "; and more")
      case _ => ""

  private def side(of: Option[Value]): String = of.fold("nothing")(_.text(LongestPlace))

  private def seen[A](bytes: Array[Byte])(using codec: Codec[A]): Option[Value] =
    if bytes.length > MostBytes then None else Inspect.bareValue(bytes, codec.schema).toOption
