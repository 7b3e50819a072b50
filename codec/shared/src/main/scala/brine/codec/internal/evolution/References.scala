package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.matching.SameSchema
import brine.codec.internal.references.{InRepeats, Repeats, SharedValues}
import brine.codec.{Codec, In, Schema}

/** Reads values of types and fields marked by `@dict`, see [[brine.codec.internal.references.Repeats]].
  *
  * A reference may need another target type than the first occurrence of its value. The value is written on its own in
  * the message, so it is then read again.
  */
private[codec] final class RepeatedReader(schema: Schema, written: Type) extends Reader:
  private val own = RepeatedReader.Written(schema, written)
  // An equal type, found last: comparing types takes as long as they are large, and a reference takes a byte.
  private var equal = own

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
        in.keyWork += found.nn.work
        found.nn.value match
          case place: RepeatedReader.Place =>
            place.valueOf(this).getOrElse {
              if isEqual(in, place.of) then again(in, place)
              else in.failAt(at, "a reference to a value of another type")
            }
          case _ => in.failAt(at, "a reference to a value of another type")

  // Messages of one block may have several schemas, in which one class has several numbers.
  private def isEqual(in: In, other: RepeatedReader.Written): Boolean =
    other.is(own) || other.is(equal) || {
      def count() = in.charge(RepeatedReader.ChargeComparison)
      val result  = SameSchema(other.schema, other.tpe, schema, written)(() => count())
      if result then equal = other
      result
    }

  private def first(in: In): Any =
    val outside = Repeats.open(in)
    val start   = in.position
    val value   = of.read(in)
    in.takeUp(outside)
    if in.position - start <= Repeats.Longest then
      val place = RepeatedReader.Place(own, start, in.position - start, List(this -> value))
      in.dictionary.nn.repeats.enter(InRepeats.Entry(place, "value", outside.workSince(in)))
    value

  private def again(in: In, place: RepeatedReader.Place): Any =
    // Charged once per target type, because one byte of reference requires reading the whole value.
    in.charge(RepeatedReader.ChargeAgain * place.size)
    val here = in.position
    in.position = place.start
    val value = aside(in)
    in.position = here
    place.values = (this -> value) :: place.values
    value

  private def aside(in: In): Any =
    val outside = Repeats.open(in)
    val value   = of.read(in)
    in.takeUp(outside)
    value

private[codec] object RepeatedReader:
  /** A type of a schema. */
  final class Written(val schema: Schema, val tpe: Type):
    def is(other: Written): Boolean = (schema eq other.schema) && (tpe eq other.tpe)

  /** The position of a value, and its result for each reader that needed it. */
  final class Place(val of: Written, val start: Int, val size: Int, var values: List[(Reader, Any)]):
    def valueOf(reader: Reader): Option[Any] = values.collectFirst { case (by, value) if by eq reader => value }

  // Bytes of memory charged per byte that is read again.
  private val ChargeAgain = 8L

  // Bytes of memory charged per comparison of types.
  private val ChargeComparison = 8L

/** Reads values that were written as [[Shared]] and become [[Shared]]. */
private[codec] final class SharedReader(private[evolution] var name: String, private[evolution] var target: Target)
    extends Reader:
  private[evolution] var of: Codec[?] = scala.compiletime.uninitialized

  def minSize: Int = 1

  def read(in: In): Any =
    val known = SharedValues.find(in, name)
    if known != null then known.nn.shared else first(in)

  private def first(in: In): brine.codec.Shared[Any] =
    val shared  = new brine.codec.Shared[Any]()
    val entry   = SharedValues.enter(in, shared, name)
    val start   = in.position
    val storage = in.storage
    val work    = in.keyWork
    SharedValues.complete(shared, of.read(in)): Unit
    entry.work = in.workSince(start, storage, work)
    entry.nested = in.workSince(in.position, in.storage, work)
    shared

  /** Reads a value that loses its identity: what it refers to counts again each time, because values that share parts
    * may stand for exponentially many.
    */
  private[evolution] def readPlain(in: In): Any =
    val known = SharedValues.find(in, name)
    if known == null then first(in).value
    else
      in.keyWork += known.nn.work
      if known.nn.nested > 0 then in.chargeWork(known.nn.nested)
      known.nn.shared.value

/** Reads values that were written as [[Shared]] and become plain values. */
private[codec] final class Unshared(of: SharedReader) extends Reader:
  def minSize: Int      = of.minSize
  def read(in: In): Any = of.readPlain(in)
