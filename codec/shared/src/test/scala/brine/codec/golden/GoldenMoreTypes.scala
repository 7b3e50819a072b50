package brine.codec.golden

import brine.codec.golden.GoldenTypes.{Address, Color, Point}
import brine.codec.{dict, fallback, Codec, Shared, UnknownCase}

import java.time.Instant
import java.util.UUID

/** More records and sums of the golden cases, which do not change either. */
object GoldenMoreTypes:
  enum Event derives Codec:
    case Closed
    @fallback case Unknown(event: UnknownCase)

  /** What another version of the program has. */
  object Later:
    enum Event derives Codec:
      case Closed
      case Opened(name: String, on: Boolean)
      case Moved(
          from: Point,
          to: Option[Point],
          tags: List[String],
          colors: Map[String, Color],
          by: Shared[UUID],
          at: Instant
      )

  final case class Eight(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) derives Codec
  final case class SixtyFour(a: Eight, b: Eight, c: Eight, d: Eight, e: Eight, f: Eight, g: Eight, h: Eight)
      derives Codec
  final case class SixtyFive(all: SixtyFour, more: Int) derives Codec

  final case class Serial(number: Long) derives Codec

  @dict final case class Mark() derives Codec
  @dict final case class Note(text: String, number: Int) derives Codec
  @dict final case class Visit(at: Instant, to: Shared[Point]) derives Codec
  final case class Home(address: Address)
  final case class Gift(@dict to: Address, @dict from: Home, number: Int) derives Codec

  object Garden:
    final case class Tree(value: String, children: List[Tree]) derives Codec
  object Forest:
    final case class Tree(value: String, children: List[Tree]) derives Codec
    final case class Leaf(value: String, tree: Option[Tree]) derives Codec
