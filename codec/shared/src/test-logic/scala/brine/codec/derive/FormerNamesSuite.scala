package brine.codec.derive

import brine.codec.{added, was, Codec}

object FormerNamesSuite:
  object Plain:
    final case class Reading(level: Int, floor: Int) derives Codec
    enum Event derives Codec:
      case Measured(reading: Reading)
      case Closed
  object Marked:
    @was("Level") final case class Reading(@was("depth") level: Int, @added(7) floor: Int) derives Codec
    enum Event derives Codec:
      @was("Read") case Measured(reading: Reading)
      case Closed

final class FormerNamesSuite extends munit.FunSuite:
  import FormerNamesSuite.*

  test("names that readers can match"):
    assertEquals(FormerNames.problem(Vector("a" -> Vector.empty, "b" -> Vector("a", "x"))), None)
    assertEquals(FormerNames.problem(Vector("b" -> Vector("a"), "c" -> Vector("b"), "d" -> Vector("d"))), None)

  test("two fields with the same former name do not compile"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class Two(@was("x") a: Int, @was("y", "x") b: Int)
      Codec.derived[Two]
    """)
    assert(errors.contains("a and b have the same former name x in @was"), errors)

  test("fields that exchanged their names do not compile"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class Swapped(@was("b") a: Int, @was("a") b: Int)
      Codec.derived[Swapped]
    """)
    assert(errors.contains("a and b exchanged their names by @was"), errors)
    val circle = Vector("a" -> Vector("c"), "b" -> Vector("a"), "c" -> Vector("b"))
    assert(FormerNames.problem(circle).exists(_.contains("exchanged their names")))

  test("cases with the same former name do not compile"):
    val errors = compileErrors("""
      import brine.codec.*
      enum Event:
        @was("Old") case One(a: Int)
        @was("Old") case Two(b: Int)
      Codec.derived[Event]
    """)
    assert(errors.contains("One and Two have the same former name Old"), errors)

  test("cases that exchanged their names do not compile"):
    val errors = compileErrors("""
      import brine.codec.*
      enum Event:
        @was("Two") case One(a: Int)
        @was("One") case Two(b: Int)
      Codec.derived[Event]
    """)
    assert(errors.contains("One and Two exchanged their names by @was"), errors)

  test("annotations change neither the schema nor the bytes"):
    assertEquals(Codec[Marked.Event].schema, Codec[Plain.Event].schema)
    assertEquals(
      Codec.encode[Marked.Event](Marked.Event.Measured(Marked.Reading(1, 2))).toVector,
      Codec.encode[Plain.Event](Plain.Event.Measured(Plain.Reading(1, 2))).toVector
    )
