package brine.codec.testkit

import brine.codec.Codec

import java.time.*
import java.util.UUID
import scala.collection.immutable.{BitSet, SortedMap}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A model with one of everything that codecs are derived for. */
object RichModel:
  opaque type Email = String
  object Email:
    def apply(text: String): Email = text

  final case class UserId(value: UUID)
  final case class Percent(value: Int):
    require(value >= 0 && value <= 100, s"$value percent")

  enum Role:
    case Reader, Writer, Owner

  sealed trait Event derives Codec
  final case class Joined(user: UserId, email: Email, role: Role, invited: Boolean)                    extends Event
  final case class Wrote(at: Instant, text: String, tags: Set[String], reply: Option[Long])            extends Event
  final case class Measured(values: Array[Int], times: Vector[Long], ratio: Either[String, Percent])   extends Event
  final case class Scheduled(day: LocalDate, time: LocalTime, zone: ZoneOffset, every: FiniteDuration) extends Event
  case object Left                                                                                     extends Event

  enum Tree[+A] derives Codec:
    case Leaf
    case Node(value: A, children: List[Tree[A]])

  final case class Page(
      title: String,
      visible: Boolean,
      draft: Option[Boolean],
      events: List[Event],
      index: Map[String, List[Int]],
      sorted: SortedMap[Int, Role],
      outline: Tree[String],
      bits: BitSet,
      price: BigDecimal,
      units: List[Unit],
      pair: (Int, Option[String])
  ) derives Codec

  private val id = UserId(UUID.fromString("123e4567-e89b-42d3-a456-426614174000"))

  val events: List[Event] = List(
    Joined(id, Email("a@example.org"), Role.Owner, true),
    Wrote(Instant.parse("2024-02-29T12:34:56.789Z"), "Привет, мир", Set("a", "b", "ц"), Some(-5)),
    Wrote(Instant.parse("2024-02-29T12:34:57Z"), "plain", Set.empty, None),
    Measured(Array(1, 5, 2, 4, 3, 3, 4, 2, 5, 1), Vector(1L << 40, 1L << 41), Right(Percent(55))),
    Scheduled(LocalDate.of(2024, 2, 29), LocalTime.NOON, ZoneOffset.ofHours(2), 5.minutes),
    Left
  )

  val page: Page = Page(
    "A page",
    true,
    Some(false),
    events,
    Map("one"   -> List(1, 2), "two" -> Nil),
    SortedMap(1 -> Role.Writer, 7    -> Role.Owner),
    Tree.Node("root", List(Tree.Leaf, Tree.Node("leaf", Nil))),
    BitSet(1, 2, 3, 70),
    BigDecimal("12.50"),
    List((), ()),
    (5, Some("five"))
  )

  val small: Page =
    Page("", false, None, Nil, Map.empty, SortedMap.empty, Tree.Leaf, BitSet.empty, BigDecimal(0), Nil, (0, None))
