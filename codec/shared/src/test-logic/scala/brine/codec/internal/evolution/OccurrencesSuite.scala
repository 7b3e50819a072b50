package brine.codec.internal.evolution

import brine.codec.internal.matching.Incompatible
import brine.codec.{dict, Codec, Shared}

object OccurrencesSuite:
  final case class Place(name: String, number: Int) derives Codec
  final case class Town(name: String, number: Long) derives Codec
  final case class Trip(from: Shared[Place], to: Shared[Place]) derives Codec
  final case class Tour(to: Shared[Town], from: Shared[Town]) derives Codec
  final case class Mixed(from: Shared[Place], to: Shared[Town]) derives Codec
  final case class Last(to: Shared[Town]) derives Codec
  final case class Stops(@dict first: Place, @dict next: Place) derives Codec
  final case class Halts(next: Town, first: Option[Town]) derives Codec

final class OccurrencesSuite extends munit.FunSuite:
  import OccurrencesSuite.*

  private def read[Now: Codec, Then: Codec](value: Then): Either[Any, Now] =
    Codec.decodeBare[Now](Codec.encodeBare(value), Codec[Then].schema)

  private val place = Place("a", 1)
  private val trip  =
    val same = Shared(place)
    Trip(same, same)

  test("a shared value is read once, and stays one object"):
    val tour = read[Tour, Trip](trip).toOption.get
    assertEquals(tour.to.value, Town("a", 1))
    assert(tour.to.value eq tour.from.value)

  test("a value that is skipped at its first occurrence is read at a reference"):
    assertEquals(read[Last, Trip](trip).map(_.to.value), Right(Town("a", 1)))

  test("shared values of one type cannot become values of two"):
    val error = intercept[Incompatible](Resolver(Codec[Trip].schema).plan(Target.Whole(Codec[Mixed])))
    assert(error.getMessage.contains("would become values of several types"), error.getMessage)

  test("marked values are read as values without a mark, each as its own type"):
    assertEquals(read[Halts, Stops](Stops(place, place)), Right(Halts(Town("a", 1), Some(Town("a", 1)))))
    assertEquals(read[Stops, Stops](Stops(place, place)), Right(Stops(place, place)))
