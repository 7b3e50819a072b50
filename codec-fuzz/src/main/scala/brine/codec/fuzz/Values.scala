package brine.codec.fuzz

import brine.codec.Shared
import brine.codec.fuzz.Versions.Old.*

import java.time.{Instant, LocalDate}
import java.util.UUID

/** Values of the older version, chosen by a fuzzer's data. */
private[fuzz] final class Values(data: Choices):
  private def int(most: Int): Int         = data.consumeInt(0, most)
  private def bool: Boolean               = data.consumeBoolean()
  private def text: String                = data.consumeString(int(12))
  private var nodes: Vector[Shared[Node]] = Vector.empty

  private def list[A](most: Int)(one: => A): List[A] = List.fill(int(most))(one)
  private def maybe[A](one: => A): Option[A]         = if bool then Some(one) else None

  private def place: Place = Place(if bool then "Elm street" else text, int(3))

  private def kind(depth: Int): Kind = int(3) match
    case 0 => Kind.Small
    case 1 => Kind.Large
    case 2 => Kind.Odd(data.consumeInt(), maybe(bool))
    case _ => Kind.Gone(place, text, if depth > 3 then None else maybe(kind(depth + 1)), list(2)(shared))

  private def point: Point = Point(data.consumeInt(), data.consumeShort(), maybe(data.consumeByte()))

  private def node(next: Option[Shared[Node]], depth: Int): Node =
    Node(text, next, if depth > 2 then Nil else list(2)(node(nodes.lastOption, depth + 1)))

  private def shared: Shared[Node] =
    if nodes.nonEmpty && bool then nodes(int(nodes.size - 1))
    else
      val made =
        if bool then Shared.of[Node](self => node(Some(self), 0)) else Shared(node(nodes.headOption, 1))
      nodes :+= made
      made

  private def instant: Instant =
    if bool then Instant.ofEpochMilli(data.consumeLong(0L, 4000000000000L))
    else
      Instant.ofEpochSecond(
        data.consumeLong(Instant.MIN.getEpochSecond, Instant.MAX.getEpochSecond),
        data.consumeLong(0, 999999999)
      )

  private def bigInt: BigInt =
    val bytes = data.consumeBytes(int(20))
    if bytes.isEmpty then BigInt(0) else BigInt(bytes)

  def model(): Model = Model(
    new UUID(data.consumeLong(), data.consumeLong()),
    text,
    place,
    maybe(place),
    maybe(text),
    list(20)(kind(0)),
    list(40)(point).toVector,
    list(40)(text -> int(1000)).toMap,
    Owner(text, int(99)),
    shared,
    list(4)(shared),
    if bool then list(40)(int(10)) else list(40)(data.consumeInt()),
    bool,
    if bool then Left(data.consumeInt()) else Right(place),
    list(4)(place),
    maybe(shared),
    instant,
    list(4)(LocalDate.ofEpochDay(data.consumeInt(-1000000, 1000000))).toSet,
    bigInt,
    data.consumeFloat(),
    (data.consumeInt(), Wrapped(data.consumeInt())),
    if bool then Either3.One(data.consumeInt()) else Either3.Two(text, bool),
    list(9)(()),
    if bool then list(20)(int(1000) * 0.25).toArray else list(20)(data.consumeDouble()).toArray
  )
