package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.{InRepeats, Repeats, SharedValues}
import brine.codec.{Codec, In}

/** Reads values of types and fields marked by `@dict`, see [[brine.codec.internal.Repeats]].
  *
  * A reference may need another target type than the first occurrence of its value. The value is written on its own in
  * the message, so it is then read again.
  */
private[codec] final class RepeatedReader(written: Type) extends Reader:
  private[evolution] var of: Codec[?] = scala.compiletime.uninitialized
  private val size                    = Once(0)(of.minSize)

  def minSize: Int = size.get

  def read(in: In): Any =
    if !Repeats.isRead(in) then of.read(in)
    else
      val at       = in.position
      val distance = in.readUnsignedInt()
      if distance == 0 then first(in)
      else
        val found = in.dictionary.nn.repeats.back(distance)
        if found == null then
          in.failAt(at, s"a reference to the value ${Integer.toUnsignedString(distance)} back, but there is none")
        found.nn.value match
          case place: RepeatedReader.Place if place.written == written => again(in, place)
          case _ => in.failAt(at, s"a reference to a value of another type")

  private def first(in: In): Any =
    val start = in.position
    val value = aside(in)
    if in.position - start <= Repeats.Longest then
      val place = RepeatedReader.Place(written, start, in.position - start, List(this -> value))
      in.dictionary.nn.repeats.enter(InRepeats.Entry(place, "value"))
    value

  private def again(in: In, place: RepeatedReader.Place): Any =
    place.values.collectFirst { case (by, value) if by eq this => value }.getOrElse {
      // Charged once per target type, because one byte of reference requires reading the whole value.
      in.charge(RepeatedReader.ChargeAgain * place.size)
      val here = in.position
      in.position = place.start
      val value = aside(in)
      in.position = here
      place.values = (this -> value) :: place.values
      value
    }

  private def aside(in: In): Any =
    val outside = Repeats.open(in)
    val value   = of.read(in)
    in.takeUp(outside)
    value

private[codec] object RepeatedReader:
  /** The position of a value, and its result for each reader that needed it. */
  final class Place(val written: Type, val start: Int, val size: Int, var values: List[(Reader, Any)])

  // Bytes of memory charged per byte that is read again.
  private val ChargeAgain = 8L

/** Reads values that were written as [[Shared]] and become [[Shared]]. */
private[codec] final class SharedReader(private[evolution] var name: String, private[evolution] var target: Target)
    extends Reader:
  private[evolution] var of: Codec[?] = scala.compiletime.uninitialized

  def minSize: Int = 1

  def read(in: In): Any =
    val known = SharedValues.read[Any](in, name)
    if known != null then known
    else
      val shared = SharedValues.begin[Any](in, name)
      SharedValues.complete(shared, of.read(in))
