package brine.lab.peers.protostuff

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import scala.compiletime.summonAll
import scala.deriving.Mirror

import io.protostuff.{Input, Output, Schema}

/** How the value of one field is written under its number, and read, perhaps in several pieces, into a slot. */
private trait Field[A]:
  def write(out: Output, number: Int, value: A, repeated: Boolean): Unit

  /** What the slot holds after one more occurrence of the field; `null` before the first. */
  def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef

  /** The value of a slot. */
  def finish(slot: AnyRef): A = slot.asInstanceOf[A]

private object Field:
  inline given derived[A](using mirror: Mirror.Of[A]): Message[A] =
    val parts = summonAll[Tuple.Map[mirror.MirroredElemTypes, Field]].toArray.map(_.asInstanceOf[Field[Any]])
    inline mirror match
      case product: Mirror.ProductOf[A] => RecordMessage(product, parts)
      case sum: Mirror.SumOf[A]         => CaseMessage(sum, parts)

  given Field[String] with
    def write(out: Output, number: Int, value: String, repeated: Boolean): Unit =
      out.writeString(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = in.readString()

  given Field[Int] with
    def write(out: Output, number: Int, value: Int, repeated: Boolean): Unit = out.writeInt32(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef        = Int.box(in.readInt32())

  given Field[Long] with
    def write(out: Output, number: Int, value: Long, repeated: Boolean): Unit = out.writeInt64(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef         = Long.box(in.readInt64())

  given Field[Boolean] with
    def write(out: Output, number: Int, value: Boolean, repeated: Boolean): Unit =
      out.writeBool(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = Boolean.box(in.readBool())

  given Field[Float] with
    def write(out: Output, number: Int, value: Float, repeated: Boolean): Unit =
      out.writeFloat(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = Float.box(in.readFloat())

  given Field[Double] with
    def write(out: Output, number: Int, value: Double, repeated: Boolean): Unit =
      out.writeDouble(number, value, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = Double.box(in.readDouble())

  given Field[Instant] with
    def write(out: Output, number: Int, value: Instant, repeated: Boolean): Unit =
      out.writeInt64(number, value.toEpochMilli, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = Instant.ofEpochMilli(in.readInt64())

  given Field[UUID] with
    def write(out: Output, number: Int, value: UUID, repeated: Boolean): Unit =
      val bytes = ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits)
      out.writeByteArray(number, bytes.array, repeated)
    def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef =
      val bytes = ByteBuffer.wrap(in.readByteArray())
      UUID(bytes.getLong, bytes.getLong)

  given [A](using element: Field[A]): Field[Seq[A]]    = SeqField(element)
  given [A](using element: Field[A]): Field[Option[A]] = OptionField(element)

private final class EnumField[A <: Enum[A]](values: Array[A]) extends Field[A]:
  def write(out: Output, number: Int, value: A, repeated: Boolean): Unit =
    out.writeEnum(number, value.ordinal, repeated)
  def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = values(in.readEnum())

private final class SeqField[A](element: Field[A]) extends Field[Seq[A]]:
  def write(out: Output, number: Int, values: Seq[A], repeated: Boolean): Unit =
    values.foreach(element.write(out, number, _, true))

  def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef =
    val builder = if soFar == null then List.newBuilder[A] else soFar.asInstanceOf[SeqField.Builder[A]]
    builder += element.finish(element.read(in, null, owner))

  override def finish(slot: AnyRef): Seq[A] =
    if slot == null then Nil else slot.asInstanceOf[SeqField.Builder[A]].result()

private object SeqField:
  type Builder[A] = scala.collection.mutable.Builder[A, List[A]]

private final class OptionField[A](element: Field[A]) extends Field[Option[A]]:
  def write(out: Output, number: Int, value: Option[A], repeated: Boolean): Unit =
    value.foreach(element.write(out, number, _, repeated))
  def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = Some(
    element.finish(element.read(in, null, owner))
  )
  override def finish(slot: AnyRef): Option[A] = if slot == null then None else slot.asInstanceOf[Some[A]]
