package brine.codec.internal.evolution

import brine.codec.internal.schema.SchemaLayout
import brine.codec.{Codec, In, Out}

import java.time.Instant

object AnythingWriterSuite:
  final case class Id(value: Long) derives Codec
  final case class Flag(value: Boolean) derives Codec
  enum Color derives Codec { case Red, Green, Blue }
  enum Move derives Codec:
    case Stay
    case Go(far: Boolean, by: Option[Int], color: Color)
  final case class Eight(a: Boolean, b: Boolean, c: Boolean, d: Boolean, e: Flag, f: Boolean, g: Boolean, h: Boolean)
      derives Codec
  final case class Layers(
      a: Option[Option[Boolean]],
      b: (Color, Move),
      c: Either[Move, Boolean],
      d: Option[Move],
      e: Option[Flag],
      f: Color,
      g: Eight,
      h: Option[Color]
  ) derives Codec
  // Several groups of a header: of 32 bits, and the rest.
  final case class Wide(
      a: Option[Color],
      b: Option[Color],
      c: Option[Color],
      d: Option[Color],
      e: Option[Color],
      f: Option[Color],
      g: Option[Color],
      h: Option[Color],
      i: Option[Color],
      j: Option[Color],
      k: Option[Move],
      l: Boolean
  ) derives Codec
  // The cases of a sum stand as fields and alone.
  final case class Both(one: Move, all: List[Move], pair: (Move, Boolean), id: Option[Id], at: Instant) derives Codec
  final case class Others(map: Map[Int, Either[String, Move]], set: Set[Id], deep: List[List[Option[Id]]]) derives Codec
  final case class Tree(value: Move, below: List[Tree]) derives Codec

/** What is read by the schema alone must be written as it was. */
final class AnythingWriterSuite extends munit.FunSuite:
  import AnythingWriterSuite.*

  /** Writes messages one after the other, reads them by the schema alone, and writes them again. */
  private def check[A](messages: Seq[A])(using codec: Codec[A]): Unit =
    val out = Out()
    messages.foreach(codec.write(out, _))
    val bytes  = out.toArray
    val in     = In(bytes)
    val plan   = Resolver(codec.schema).plan(Target.Anything)
    val writer = new AnythingWriter(SchemaLayout(codec.schema), in)
    val again  = Out()
    messages.foreach(_ => writer.value(again, codec.schema.root, plan.read(in)))
    assertEquals(again.toArray.toSeq, bytes.toSeq, codec.schema.toString)

  private def some[A](i: Int)(of: Int => A): Option[A] = Option.when(i % 3 > 0)(of(i))
  private def color(i: Int): Color                     = Color.fromOrdinal(i % 3)
  private def move(i: Int): Move                       =
    if i % 4 == 0 then Move.Stay else Move.Go(i % 3 == 0, some(i)(-_), color(i))
  private def eight(i: Int): Eight =
    Eight(i % 2 == 0, i % 3 == 0, i % 5 == 0, i % 7 == 0, Flag(i % 2 > 0), i % 3 > 0, i % 5 > 0, i % 7 > 0)

  test("headers of one group and of several, with other bits for each message"):
    check(Vector.tabulate(50)(eight))
    check(Vector.tabulate(50): i =>
      val colors = Vector.tabulate(10)(k => some(i / (k + 1))(color))
      Wide(
        colors(0),
        colors(1),
        colors(2),
        colors(3),
        colors(4),
        colors(5),
        colors(6),
        colors(7),
        colors(8),
        colors(9),
        some(i / 2)(move),
        i % 2 == 0
      ))

  test("options, alternatives and classes around bits"):
    check(Vector.tabulate(60): i =>
      Layers(
        some(i)(i => some(i / 3)(_ % 2 == 0)),
        (color(i), move(i)),
        if i % 2 == 0 then Left(move(i)) else Right(i % 3 == 0),
        some(i)(move),
        some(i / 2)(i => Flag(i % 2 == 0)),
        color(i / 2),
        eight(i),
        some(i)(color)
      ))

  test("a case as a field and alone"):
    check(Vector.tabulate(40): i =>
      val all = List.tabulate(i % 4)(move)
      Both(move(i), all, (move(i + 1), i % 2 == 0), some(i)(i => Id(i.toLong)), Instant.ofEpochSecond(i)))
    check(Vector.tabulate(10)(move))
    check(Vector(Tree(move(1), List(Tree(move(2), Nil), Tree(move(4), List(Tree(move(3), Nil)))))))

  test("collections"):
    check(Vector.tabulate(20): i =>
      Others(
        Map.from((0 until i % 4).map(k => k -> (if k % 2 == 0 then Left(s"$k") else Right(move(k))))),
        Set.from((0 until i % 4).map(k => Id(k.toLong))),
        List.tabulate(i % 3)(k => List.tabulate(k)(some(_)(i => Id(i.toLong))))
      ))
