package brine.lab.peers.msgpack

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import scala.compiletime.summonAll
import scala.deriving.Mirror

import org.msgpack.core.{MessagePacker, MessageUnpacker}

/** How a value is packed; what a person would write by hand for each type, derived. */
private trait Packer[A]:
  def pack(out: MessagePacker, value: A): Unit
  def unpack(in: MessageUnpacker): A

private object Packer:
  inline given derived[A](using mirror: Mirror.Of[A]): Packer[A] =
    val parts = summonAll[Tuple.Map[mirror.MirroredElemTypes, Packer]].toArray.map(_.asInstanceOf[Packer[Any]])
    inline mirror match
      case product: Mirror.ProductOf[A] => ProductPacker(product, parts)
      case sum: Mirror.SumOf[A]         => SumPacker(sum, parts)

  given Packer[String] with
    def pack(out: MessagePacker, value: String): Unit = { val _ = out.packString(value) }
    def unpack(in: MessageUnpacker): String           = in.unpackString()

  given Packer[Int] with
    def pack(out: MessagePacker, value: Int): Unit = { val _ = out.packInt(value) }
    def unpack(in: MessageUnpacker): Int           = in.unpackInt()

  given Packer[Long] with
    def pack(out: MessagePacker, value: Long): Unit = { val _ = out.packLong(value) }
    def unpack(in: MessageUnpacker): Long           = in.unpackLong()

  given Packer[Boolean] with
    def pack(out: MessagePacker, value: Boolean): Unit = { val _ = out.packBoolean(value) }
    def unpack(in: MessageUnpacker): Boolean           = in.unpackBoolean()

  given Packer[Float] with
    def pack(out: MessagePacker, value: Float): Unit = { val _ = out.packFloat(value) }
    def unpack(in: MessageUnpacker): Float           = in.unpackFloat()

  given Packer[Double] with
    def pack(out: MessagePacker, value: Double): Unit = { val _ = out.packDouble(value) }
    def unpack(in: MessageUnpacker): Double           = in.unpackDouble()

  given Packer[Instant] with
    def pack(out: MessagePacker, value: Instant): Unit = { val _ = out.packLong(value.toEpochMilli) }
    def unpack(in: MessageUnpacker): Instant           = Instant.ofEpochMilli(in.unpackLong())

  given Packer[UUID] with
    def pack(out: MessagePacker, value: UUID): Unit =
      val bytes = ByteBuffer.allocate(16).putLong(value.getMostSignificantBits).putLong(value.getLeastSignificantBits)
      val _     = out.packBinaryHeader(16).addPayload(bytes.array)
    def unpack(in: MessageUnpacker): UUID =
      val bytes = ByteBuffer.wrap(in.readPayload(in.unpackBinaryHeader()))
      UUID(bytes.getLong, bytes.getLong)

  given [A](using element: Packer[A]): Packer[Seq[A]]    = SeqPacker(element)
  given [A](using element: Packer[A]): Packer[Option[A]] = OptionPacker(element)

private final class ProductPacker[A](mirror: Mirror.ProductOf[A], fields: Array[Packer[Any]]) extends Packer[A]:
  def pack(out: MessagePacker, value: A): Unit =
    val product = value.asInstanceOf[Product]
    val _       = out.packArrayHeader(fields.length)
    var index   = 0
    while index < fields.length do
      fields(index).pack(out, product.productElement(index))
      index += 1

  def unpack(in: MessageUnpacker): A =
    val count = in.unpackArrayHeader()
    if count != fields.length then throw IllegalArgumentException(s"$count fields instead of ${fields.length}")
    val values = new Array[AnyRef](count)
    var index  = 0
    while index < count do
      values(index) = fields(index).unpack(in).asInstanceOf[AnyRef]
      index += 1
    mirror.fromProduct(Tuple.fromArray(values))

private final class SumPacker[A](mirror: Mirror.SumOf[A], cases: Array[Packer[Any]]) extends Packer[A]:
  def pack(out: MessagePacker, value: A): Unit =
    val ordinal = mirror.ordinal(value)
    val _       = out.packArrayHeader(2).packInt(ordinal)
    cases(ordinal).pack(out, value)

  def unpack(in: MessageUnpacker): A =
    val _ = in.unpackArrayHeader()
    cases(in.unpackInt()).unpack(in).asInstanceOf[A]

private final class EnumPacker[A <: Enum[A]](values: Array[A]) extends Packer[A]:
  def pack(out: MessagePacker, value: A): Unit = { val _ = out.packInt(value.ordinal) }
  def unpack(in: MessageUnpacker): A           = values(in.unpackInt())

private final class SeqPacker[A](element: Packer[A]) extends Packer[Seq[A]]:
  def pack(out: MessagePacker, values: Seq[A]): Unit =
    val _ = out.packArrayHeader(values.size)
    values.foreach(element.pack(out, _))

  def unpack(in: MessageUnpacker): Seq[A] =
    val builder = List.newBuilder[A]
    var left    = in.unpackArrayHeader()
    while left > 0 do
      builder += element.unpack(in)
      left -= 1
    builder.result()

private final class OptionPacker[A](element: Packer[A]) extends Packer[Option[A]]:
  def pack(out: MessagePacker, value: Option[A]): Unit = value match
    case Some(found) => element.pack(out, found)
    case None        => val _ = out.packNil()

  def unpack(in: MessageUnpacker): Option[A] = if in.tryUnpackNil() then None else Some(element.unpack(in))
