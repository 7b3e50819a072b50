package brine.entity.erasure

import brine.codec.{added, was, Codec, Compatibility, Schemas}
import brine.entity.erasure.internal.SealedRecord
import munit.FunSuite

/** Sealed values as data: their codec, their bytes, equality and texts. */
class SealedSuite extends FunSuite, ErasureBase:
  import SealedSuite.*

  test("a sealed value is a field like any other, and its codec needs no key"):
    withKeys(): keys =>
      val event = V1.Registered("c-1", keys.seal("p", V1.Address("Main Street", 7)))
      val bytes = Codec.encode(event)
      assertEquals(Codec.decode[V1.Registered](bytes), Right(event))
      val opened = Codec.decode[V1.Registered](bytes).map(read => keys.open(read.address))
      assertEquals(opened, Right(Opened.Value(V1.Address("Main Street", 7))))

  test("a later version of the type reads what was sealed before, from an event and from plain bytes"):
    withKeys(): keys =>
      val event = V1.Registered("c-1", keys.seal("p", V1.Address("Main Street", 7)))
      val bytes = Codec.encodeBare(event)
      val read  = Codec.decodeBare[V2.Registered](bytes, Codec[V1.Registered].schema).fold(throw _, identity)
      val now   = V2.Address("Main Street", 7L, None, "unknown")
      assertEquals(keys.open(read.address), Opened.Value(now))
      // The sealed value was written by the first version, also once the second has copied it.
      val copied = Codec.decode[V2.Registered](Codec.encode(read)).fold(throw _, identity)
      assertEquals(keys.open(copied.address), Opened.Value(now))
      assertEquals(keys.open(Sealed.fromBytes[V2.Address](event.address.toBytes)), Opened.Value(now))

  test("a version that cannot read what was sealed is a verdict, and a clear error"):
    withKeys(): keys =>
      val value   = keys.seal("p", V1.Address("Main Street", 7))
      val verdict = Compatibility.of(Codec[V3.Registered], Codec[V1.Registered].schema)
      assert(verdict.toString.contains("zip"), verdict.toString)
      val event = Codec.encodeBare(V1.Registered("c-1", value))
      assert(Codec.decodeBare[V3.Registered](event, Codec[V1.Registered].schema).isLeft)
      error(keys.open(Sealed.fromBytes[V3.Address](value.toBytes))) match
        case ErasureError.Unreadable("p", _, problem) => assert(problem.contains("zip"), problem)
        case other                                    => fail(other.toString)

  test("an error of a value that cannot be read shows none of its bytes"):
    withKeys(): keys =>
      val value  = Sealed.fromBytes[V3.Address](keys.seal("p", V1.Address("Main Street", 7)).toBytes)
      val failed = intercept[ErasureException](keys.open(value))
      val texts  = Iterator.iterate[Throwable](failed)(_.getCause).takeWhile(_ != null).map(_.toString).mkString
      val hex    = java.util.HexFormat.ofDelimiter(" ").formatHex("Main".getBytes)
      assert(!texts.contains(hex) && !texts.contains("Main"), texts)

  test("neither messages nor causes show what a function says of a value"):
    withKeys(): keys =>
      val refusing = Codec[String].iemap[Int](text => Left(s"'$text' is no number"))(_.toString)
      val failing  =
        Codec[String].imap[Int](text => throw IllegalStateException(text))(_ => throw IllegalStateException("SECRET"))
      val text = keys.seal("p", "SECRET").toBytes
      for codec <- Vector(refusing, failing) do
        val failed = intercept[ErasureException](keys.open(Sealed.fromBytes[Int](text))(using codec))
        val texts  = Iterator.iterate[Throwable](failed)(_.getCause).takeWhile(_ != null).map(_.toString).mkString
        assert(!texts.contains("SECRET"), texts)
      val unsealed = intercept[ErasureException](keys.seal("p", 1)(using failing))
      assert(!unsealed.toString.contains("SECRET") && unsealed.getCause == null, unsealed.toString)

  test("a value of another type is refused, even if its fields would fit; a history says that two types are one"):
    withKeys(): keys =>
      val value = Sealed.fromBytes[Place](keys.seal("p", V1.Address("Main Street", 7)).toBytes)
      error(keys.open(value)) match
        case ErasureError.Unreadable("p", _, problem) => assert(problem.contains("Place"), problem)
        case other                                    => fail(other.toString)
      locally:
        given Schemas = Schemas.none.add("address", Codec[V1.Address].schema).add("address", Codec[Place].schema)
        assertEquals(keys.open(value), Opened.Value(Place("Main Street", 7)))
      assert(error(keys.open(Sealed.fromBytes[Int](keys.seal("p", "text").toBytes))).message.contains("'p'"))

  test("equality is that of subject and encrypted bytes"):
    withKeys(): keys =>
      val value = keys.seal("p", "Ada")
      val again = Codec.decodeBare[Sealed[String]](Codec.encodeBare(value)).fold(throw _, identity)
      assertEquals(again, value)
      assertEquals(again.hashCode, value.hashCode)
      assertNotEquals(keys.seal("p", "Ada"), value)
      assertNotEquals(new Sealed[String]("q", value.box), value)
      assert(!value.equals("Ada"))

  test("no text shows what is inside"):
    withKeys(): keys =>
      val value = keys.seal("p\nq", "Ada Byron")
      assert(value.toString.matches("""Sealed\(p\\nq, key [0-9a-f]{8}, \d+ bytes\)"""), value.toString)
      assertEquals(keys.open(value).toString, "Value(…)")
      assertEquals(Opened.Forgotten("p").toString, "Forgotten(p)")

  test("bytes that are no sealed value are refused"):
    withKeys(): keys =>
      val bytes = keys.seal("p", "Ada").toBytes
      for length <- 0 until bytes.length do
        error(Sealed.fromBytes[String](bytes.take(length))) match
          case ErasureError.Malformed(_) => ()
          case other                     => fail(s"$length: $other")
      intercept[NullPointerException](Sealed.fromBytes[String](null)): Unit
      given Codec[SealedRecord[String]] = SealedRecord.codec

      def of(subject: String, box: Array[Byte], plain: Option[String] = None): Array[Byte] =
        Codec.encodeBare(SealedRecord(subject, box, plain))
      assert(Codec.decodeBare[Sealed[String]](of("p", keys.seal("p", "Ada").box)).isRight)
      val short = of("p", new Array[Byte](32))
      assert(Codec.decodeBare[Sealed[String]](short).left.exists(_.problem.contains("33 bytes or more")))
      val plain = of("p", keys.seal("p", "Ada").box, Some("Ada"))
      assert(Codec.decodeBare[Sealed[String]](plain).isLeft)
      for subject <- Vector("", "p" * 513) do
        assert(Codec.decodeBare[Sealed[String]](of(subject, keys.seal("p", "Ada").box)).isLeft)

  test("a text takes 40 bytes more than by itself, and its subject"):
    withKeys(): keys =>
      val plain  = Codec.encodeBare("Ada Byron").length
      val inside = Codec.encodeBare(keys.seal("p", "Ada Byron")).length
      assertEquals(inside - plain - Codec.encodeBare("p").length, 40)

object SealedSuite:
  object V1:
    final case class Address(street: String, number: Int) derives Codec
    final case class Registered(id: String, address: Sealed[Address]) derives Codec
  object V2:
    final case class Address(
        @was("street") road: String,
        number: Long,
        floor: Option[Int],
        @added("unknown") city: String
    ) derives Codec
    final case class Registered(id: String, address: Sealed[Address]) derives Codec
  object V3:
    final case class Address(street: String, number: Int, zip: String) derives Codec
    final case class Registered(id: String, address: Sealed[Address]) derives Codec
  final case class Place(street: String, number: Int) derives Codec
