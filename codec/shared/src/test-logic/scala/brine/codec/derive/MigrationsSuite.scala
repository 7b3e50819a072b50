package brine.codec.derive

final class MigrationsSuite extends munit.FunSuite:

  test("a migration from a class with the same fields does not compile"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class Fahrenheit(degrees: Double, on: Boolean) derives Codec
      final case class Celsius(degrees: Double, on: Boolean)
      object Celsius:
        given Migration[Fahrenheit, Celsius] = Migration(old => Celsius((old.degrees - 32) / 1.8, old.on))
      Codec.derived[Celsius]
    """)
    assert(errors.contains("A migration to Celsius starts from Fahrenheit, which has the same fields"), errors)
    assert(errors.contains("give one of the fields another name"), errors)
    assert(errors.contains("mark Celsius by @was(\"Fahrenheit\")"), errors)

  test("a class of one field, and inside of another class"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class Fahrenheit(degrees: Double) derives Codec
      final case class Celsius(degrees: Double)
      object Celsius:
        given Migration[Fahrenheit, Celsius] = Migration(old => Celsius((old.degrees - 32) / 1.8))
      final case class Room(heat: Celsius, floor: Int)
      Codec.derived[Room]
    """)
    assert(errors.contains("A migration to Celsius starts from Fahrenheit, which has the same fields"), errors)

  test("types with arguments are compared with these"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class PageOld[A](items: List[A], at: Int) derives Codec
      final case class Page[A](items: List[A], at: Int)
      object Page:
        given Migration[PageOld[String], Page[String]] = Migration(old => Page(old.items, old.at + 1))
      Codec.derived[Page[String]]
    """)
    assert(errors.contains("A migration to Page starts from PageOld"), errors)

  test("the version before the last"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class One(degrees: Double, on: Boolean) derives Codec
      final case class Two(heat: Double, on: Boolean) derives Codec
      object Two:
        given Migration[One, Two] = Migration(old => Two(old.degrees, old.on))
      final case class Three(degrees: Double, on: Boolean)
      object Three:
        given Migration[Two, Three] = Migration(old => Three(old.heat - 1, old.on))
      Codec.derived[Three]
    """)
    assert(errors.contains("A migration to Three starts from One, which has the same fields"), errors)

  test("migrations in a circle"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class One(degrees: Double, on: Boolean)
      object One:
        given Migration[Two, One] = Migration(two => One(two.heat, two.on))
        given Codec[One] = Codec.derived
      final case class Two(heat: Double, on: Boolean)
      object Two:
        given Migration[One, Two] = Migration(one => Two(one.degrees, one.on))
        given Codec[Two] = Codec.derived
    """)
    assert(errors.contains("A migration to One starts from One, which has the same fields"), errors)

  test("a field of another type, or of another name, suffices"):
    val errors = compileErrors("""
      import brine.codec.*
      final case class One(degrees: Int, on: Boolean) derives Codec
      final case class Two(degrees: Double, on: Boolean) derives Codec
      object Two:
        given Migration[One, Two] = Migration(old => Two(old.degrees, old.on))
      final case class Three(heat: Double, on: Boolean) derives Codec
      object Three:
        given Migration[Two, Three] = Migration(old => Three(old.degrees, old.on))
    """)
    assertEquals(errors, "")
