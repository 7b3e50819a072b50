package custom.types

import brine.lab.sample.*
import java.time.Instant
import java.util.UUID

// Types as a person may have them, outside the lab's packages.

final case class Record(id: Int, @name("odd name") title: String, note: Option[String]) derives JsonForm

enum Level derives JsonForm:
  @name("debug") case Debug
  @name("warn it") case Warn

@discriminator("kind")
sealed trait Shape derives JsonForm
@name("round") final case class Circle(radius: Double) extends Shape derives JsonForm
final case class Square(side: Shape)                   extends Shape derives JsonForm
case object Point                                      extends Shape derives JsonForm

final case class Tree(value: Int, children: Vector[Tree]) derives JsonForm

@bare final case class Row(value: Vector[Int]) derives JsonForm

final case class All(at: Instant, id: UUID, sum: BigDecimal, large: Long) derives JsonForm

final case class Pair[A](first: A, second: A)
final case class Box(level: Level, shape: Option[Shape], trees: Map[String, List[Tree]], pair: Pair[Int])

final class Opaque(val bytes: Int)
enum Content:
  case Weighed(grams: Int)
  case Empty
final case class Parcel(content: Content, opaque: Opaque)

final case class Both(left: Tree, right: Option[Tree])

type Levels = Pair[Level]
final case class Pairs(numbers: Pair[Int], levels: Levels)

final case class Loose(first: Option[Int], all: Option[Vector[Int]]) derives JsonForm
