package brine.codec.internal.evolution

import brine.codec.{Codec, Migration}

object MigrationsSuite:
  // Classes whose fields have different types with the same schema, so that the compiler does not see it.
  final case class Fahrenheit(degrees: Double)
  final case class Celsius(degrees: Double)
  final case class OvenOld(heat: Fahrenheit, on: Boolean) derives Codec
  final case class Oven(heat: Celsius, on: Boolean) derives Codec
  object Oven:
    given Migration[OvenOld, Oven] = Migration(old => Oven(Celsius((old.heat.degrees - 32) / 1.8), old.on))
  final case class Kitchen(oven: Oven, floor: Int) derives Codec
  final case class KitchenLater(oven: Oven, floor: Int, note: Option[String]) derives Codec

  final case class HeatOld(heat: Fahrenheit) derives Codec
  final case class Heat(heat: Celsius)
  object Heat:
    given Migration[HeatOld, Heat] = Migration(old => Heat(Celsius((old.heat.degrees - 32) / 1.8)))
  final case class Room(heat: Option[Heat], floor: Int) derives Codec

  sealed trait Device derives Codec
  object Device:
    final case class Stove(heat: Celsius, on: Boolean) extends Device
    object Stove:
      given Migration[OvenOld, Stove] = Migration(old => Stove(Celsius((old.heat.degrees - 32) / 1.8), old.on))
    case object None extends Device

  sealed trait ShapeOld derives Codec
  object ShapeOld:
    final case class Square(side: Fahrenheit) extends ShapeOld
    final case class Circle(radius: Int)      extends ShapeOld
  sealed trait Shape derives Codec
  object Shape:
    final case class Square(side: Celsius) extends Shape
    final case class Circle(radius: Int)   extends Shape
    given Migration[ShapeOld, Shape] = Migration(_ => Circle(0))

  // The first and the third version have the same schema.
  final case class One(heat: Fahrenheit, on: Boolean) derives Codec
  final case class Two(warmth: Fahrenheit, on: Boolean) derives Codec
  object Two:
    given Migration[One, Two] = Migration(old => Two(old.heat, old.on))
  final case class Three(heat: Celsius, on: Boolean) derives Codec
  object Three:
    given Migration[Two, Three] = Migration(old => Three(Celsius((old.warmth.degrees - 32) / 1.8), old.on))

  // An older type contains the present one.
  final case class NodeOld(children: List[Node], weight: Int) derives Codec
  final case class Node(children: List[Node], grams: Long) derives Codec
  object Node:
    given Migration[NodeOld, Node] = Migration(old => Node(old.children, old.weight * 1000L))

  final case class LeafOld(inner: Option[LeafOld], on: Boolean) derives Codec
  final case class Leaf(inner: Option[Leaf], on: Boolean) derives Codec
  object Leaf:
    given Migration[LeafOld, Leaf] = Migration(old => Leaf(None, !old.on))

final class MigrationsSuite extends munit.FunSuite:
  import MigrationsSuite.*

  private def refused(now: String, older: String)(use: => Any)(using munit.Location): Unit =
    val error = intercept[IllegalArgumentException](println(s"it gave $use"))
    assert(
      error.getMessage.startsWith(s"A migration to $now starts from $older, which has the same fields"),
      error.getMessage
    )

  test("a migration from a type with the same schema is refused, wherever its data are read or written"):
    val kitchen = Kitchen(Oven(Celsius(100), true), 2)
    refused("Oven", "OvenOld")(Codec[Oven].schema)
    refused("Oven", "OvenOld")(Codec[Kitchen].schema)
    refused("Oven", "OvenOld")(Codec.encode(kitchen))
    refused("Oven", "OvenOld")(Codec[List[Oven]].schema) // each time
    val decoded = Codec.decodeBare[Oven](Codec.encodeBare(kitchen.oven), Codec[OvenOld].schema)
    assert(decoded.left.exists(_.problem.contains("A migration to Oven starts from OvenOld")), decoded)

  test("a class of one field"):
    refused("Heat", "HeatOld")(Codec[Room].schema)

  test("a case"):
    refused("Stove", "OvenOld")(Codec[Device].schema)

  test("a sum"):
    refused("Shape", "ShapeOld")(Codec[Shape].schema)

  test("the version before the last"):
    assertEquals(Codec[Two].schema.definitions.head.name, "Two")
    refused("Three", "One")(Codec[Three].schema)

  test("a class that contains itself"):
    refused("Leaf", "LeafOld")(Codec[Leaf].schema)

  test("an older type may contain the present one"):
    val leaf  = Node(Nil, 7)
    val older = Codec[NodeOld].schema
    assert(!older.toString.contains("recursive"), older.toString)
    assert(!Codec[Node].schema.toString.contains("recursive"))
    val bytes = Codec.encodeBare(NodeOld(List(leaf), 2))
    assertEquals(Codec.decodeBare[Node](bytes, older), Right(Node(List(leaf), 2000)))
