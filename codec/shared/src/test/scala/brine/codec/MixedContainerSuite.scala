package brine.codec

/** Messages of several types in one block, which share its dictionary. */
final class MixedContainerSuite extends munit.FunSuite, ContainerChecks:
  import MixedContainerSuite.*

  private val elm   = Place("Elm Street", 12)
  private val bytes = containerOf(): container =>
    container.add(Visit(elm, 1))
    container.add(Trip(Span(1, 2), elm))
    container.add(Visit(elm, 2))

  test("a class has another number in the schema of each type"):
    def number(schema: Schema) = schema.definitions.indexWhere(_.name == "Place")
    assertNotEquals(number(Codec[Visit].schema), number(Codec[Trip].schema))

  test("a message refers to a marked value of a message of another type"):
    val container = ContainerReader(bytes)
    assertEquals(container.next[Visit](), Right(Visit(elm, 1)))
    assertEquals(container.next[Trip](), Right(Trip(Span(1, 2), elm)))
    assertEquals(container.next[Visit](), Right(Visit(elm, 2)))

  test("programs of the next version read such references too"):
    val container = ContainerReader(bytes)
    assertEquals(container.next[Next.Visit](), Right(Next.Visit(Next.Place(12L, None, "Elm Street"), 1)))
    assertEquals(container.next[Next.Trip](), Right(Next.Trip(Next.Place(12L, None, "Elm Street"))))
    assertEquals(container.next[Next.Visit](), Right(Next.Visit(Next.Place(12L, None, "Elm Street"), 2)))

  test("shared values of a class that has another number in each schema"):
    val elms = containerOf(): container =>
      container.add(Here(Shared(elm), 1))
      container.add(There(Span(1, 2), Shared(elm)))
    val container = ContainerReader(elms)
    assertEquals(container.next[Here]().map(_.place.value), Right(elm))
    assertEquals(container.next[There]().map(_.place.value), Right(elm))

object MixedContainerSuite:
  @dict final case class Place(street: String, number: Int)
  final case class Span(from: Int, to: Int)
  final case class Visit(place: Place, n: Int) derives Codec
  final case class Trip(span: Span, place: Place) derives Codec
  final case class Here(place: Shared[Place], n: Int) derives Codec
  final case class There(span: Span, place: Shared[Place]) derives Codec

  object Next:
    @dict final case class Place(number: Long, note: Option[String], street: String)
    final case class Visit(place: Place, n: Int) derives Codec
    final case class Trip(place: Place) derives Codec
