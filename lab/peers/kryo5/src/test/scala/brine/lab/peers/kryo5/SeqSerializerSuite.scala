package brine.lab.peers.kryo5

import com.esotericsoftware.kryo.Serializer
import com.esotericsoftware.kryo.io.{Input, Output}

import brine.lab.model.{Domain, MetaTag}

final class SeqSerializerSuite extends munit.FunSuite:
  private def list(elementClass: Option[Class[? <: AnyRef]]) =
    SeqSerializer[List[AnyRef]](() => List.newBuilder, elementClass)

  /** The bytes of a value, which is read back and compared. */
  private def bytes[A <: AnyRef](value: A, serializer: Serializer[A]): Int =
    val kryo   = ModelKryo()
    val output = Output(64, -1)
    kryo.writeObject(output, value, serializer)
    val read = kryo.readObject(Input(output.toBytes), value.getClass.asInstanceOf[Class[A]], serializer)
    assertEquals(read, value)
    output.position

  private val tags = List.tabulate[AnyRef](5)(at => MetaTag(s"name$at", "value"))

  test("elements of a known class are written without it"):
    assertEquals(bytes(tags, list(Some(classOf[MetaTag]))), 1 + 5 * (5 + 5))

  test("elements that share a class are written after it, others each with their own"):
    assertEquals(bytes(tags, list(None)), 1 + 1 + 5 * (5 + 5))
    assertEquals(bytes(tags :+ Domain("site", true), list(None)), 1 + 5 * (1 + 5 + 5) + 1 + 4 + 1)

  test("an empty sequence is one byte, and a long one is read back"):
    for known <- List(None, Some(classOf[MetaTag])) do
      assertEquals(bytes(List.empty[AnyRef], list(known)), 1)
      val long = List.fill[AnyRef](100000)(MetaTag("a", "b"))
      assert(bytes(long, list(known)) < 100000 * 6)

  test("keys and values of a map are written without their classes if those are known"):
    val map   = Map[AnyRef, AnyRef]("one" -> Integer.valueOf(1), "two" -> Integer.valueOf(2))
    val known = MapSerializer(Some(classOf[String]), Some(classOf[Integer]))
    assertEquals(bytes(map, known), 1 + 2 * (3 + 1))
    assertEquals(bytes(map, MapSerializer()), 1 + 2 * (1 + 3 + 1 + 1))

  test("an option that is a field takes one byte beside its value"):
    assertEquals(bytes[Option[AnyRef]](None, OptionSerializer(Some(classOf[MetaTag]))), 1)
    assertEquals(bytes[Option[AnyRef]](Some(MetaTag("a1", "b2")), OptionSerializer(Some(classOf[MetaTag]))), 1 + 2 + 2)
    assertEquals(bytes[Option[AnyRef]](Some(MetaTag("a1", "b2")), OptionSerializer(None)), 1 + 2 + 2)
