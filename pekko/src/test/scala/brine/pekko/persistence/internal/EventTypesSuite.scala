package brine.pekko.persistence.internal

import brine.codec.{was, Codec, Schemas}
import scala.reflect.ClassTag

class EventTypesSuite extends munit.FunSuite:
  import EventTypesSuite.*

  private def typeOf[E](using tag: ClassTag[E], codec: Codec[E]) = EventType(tag.runtimeClass, codec, Schemas.none)

  // In every order: which type reads an event must not depend on that.
  private def read[A: Codec](event: A)(types: EventType[?]*): Set[Either[Vector[Class[?]], Any]] =
    types.toVector.permutations
      .map(EventTypes(_).decode(Codec.encodeBare(event), Codec[A].schema).left.map(_.map(_._1).sortBy(_.getName)))
      .toSet

  test("an event is of the type with its schema, or else with its name, whatever others could read it"):
    assertEquals(read(Now.Paid(5))(typeOf[Settled], typeOf[Now.Paid], typeOf[Cleared]), Set(Right(Now.Paid(5))))
    assertEquals(
      read(Now.Paid(5))(typeOf[Settled], typeOf[Later.Paid], typeOf[Cleared]),
      Set(Right(Later.Paid(5, None)))
    )

  test("a type whose events were called otherwise reads them, if no other type has that name"):
    assertEquals(read(Now.Paid(5))(typeOf[Settled], typeOf[Other]), Set(Right(Settled(5))))

  test("two types that claim the same earlier events are an error that names both"):
    val error = intercept[IllegalStateException](read(Now.Paid(5))(typeOf[Settled], typeOf[Cleared]))
    for part <- Vector("Paid", "Settled", "Cleared", "@was") do assert(clue(error.getMessage).contains(part))

  test("an event of another type is of none, though its fields fit"):
    assertEquals(read(Now.Paid(5))(typeOf[Other]), Set(Left(Vector(classOf[Other]))))
    assertEquals(read(Other(5))(typeOf[Now.Paid]), Set(Left(Vector(classOf[Now.Paid]))))
    assertEquals(read(5L)(typeOf[Other]), Set(Left(Vector.empty)))

object EventTypesSuite:
  object Now:
    final case class Paid(cents: Long) derives Codec
  object Later:
    final case class Paid(cents: Long, by: Option[String]) derives Codec
  @was("Paid") final case class Settled(cents: Long) derives Codec
  @was("Paid") final case class Cleared(cents: Long) derives Codec
  final case class Other(cents: Long) derives Codec
