package brine.codec.evolution.oracle

import brine.codec.*
import brine.codec.Schema.Kind

import java.time.Instant
import scala.collection.immutable.VectorMap

/** The model of the oracle has the schemas and the bytes of compiled types. */
final class ModelSuite extends munit.FunSuite:
  import ModelSuite.*
  import ModelTypes.*

  private def check[T](name: String, ty: Ty)(values: T*)(using codec: Codec[T]): Unit = test(name):
    val dynamic = Codecs.of(ty)
    assertEquals(dynamic.schema, codec.schema)
    for value <- values; options <- List(MessageOptions.defaults, MessageOptions.withDictionary) do
      val expected = Codec.encodeBare(value, options)
      val obj      = plain(value)
      assertEquals(hex(Codec.encodeBare(obj, options)(using dynamic)), hex(expected), obj.toString)
      val read = Codec.decodeBare[Any](expected, options)(using dynamic)
      assert(read.exists(Values.agree(obj, _)), s"$obj: $read")

  check("Point", point)(Point(1, -2), Point(0, 300))
  check("Flags", flags)(Flags(true, Some("hi"), false, Some(true)), Flags(false, None, true, None))
  check("Id", id)(Id(1), Id(-5))
  check("On", on)(On(true), On(false))
  check("MaybeId", rec("MaybeId", "id" -> opt(int)))(MaybeId(None), MaybeId(Some(3)))
  check("Side", rec("Side", "side" -> alt(int, bool)))(Side(Left(1)), Side(Right(true)))
  check("wrappers in a record", user)(
    User(Id(1), On(true), MaybeId(None), Side(Right(false)), "n"),
    User(Id(2), On(false), MaybeId(Some(7)), Side(Left(9)), "")
  )
  check("wrapper of a wrapper", rec("Outer", "on" -> on))(Outer(On(true)), Outer(On(false)))
  check("wrapper of a record", rec("Around", "point" -> point))(Around(Point(3, 4)))
  check("Color", color)(Color.Red, Color.Green, Color.Blue)
  check("Shape", shape)(Shape.Circle(Point(1, 2), 1.5f), Shape.Rect(Point(1, 2), true), Shape.Empty, Shape.One(true))
  check("sums in a record", drawing)(
    Drawing(Shape.Rect(Point(0, 0), true), Color.Blue, Some(Color.Green), Left(1), Some(Shape.Empty)),
    Drawing(Shape.Empty, Color.Red, None, Right(true), None)
  )
  check(
    "nested sealed types",
    sum("Event", "Paid" -> Vector("cents" -> long), "Opened" -> Vector("by" -> str), "Closed" -> Vector())
  )(
    Opened("a"),
    Paid(5L),
    Closed
  )
  check("sum of one case", sum("Only", "Single" -> Vector("value" -> bool)))(Only.Single(true))
  check("sum of one object", sum("Lone", "Alone" -> Vector()))(Lone.Alone)
  check(
    "a field of a sum of one case",
    rec("HasOnly", "only" -> sum("Only", "Single" -> Vector("value" -> bool)), "on" -> bool)
  )(
    HasOnly(Only.Single(true), true)
  )
  check("tuple in a record", rec("Pair", "both" -> tup(int, bool), "more" -> bool))(Pair((1, true), false))
  check("opaque type", rec("Badge", "key" -> opaque(long), "on" -> opaque(bool)))(Badge(Key(5L), Lit(true)))
  check("collections", many)(
    Many(List(1, 2), Vector(true), Set("a"), Map(1 -> Point(1, 2)), List(Id(1)), Vector(On(true))),
    Many(
      List.range(0, 40),
      Vector.tabulate(20)(_ % 3 == 0),
      Set("a", "b"),
      (0 until 30).map(i => i -> Point(i, -i)).toMap,
      List.tabulate(20)(Id(_)),
      Vector.tabulate(20)(i => On(i % 2 == 0))
    )
  )
  check("options of options", rec("Deep", "deep" -> opt(opt(bool)), "list" -> opt(coll(Collected.List, int))))(
    Deep(Some(None), None),
    Deep(Some(Some(true)), Some(List(1))),
    Deep(None, Some(Nil))
  )
  check("option of a wrapper", rec("MaybeOn", "on" -> opt(on), "id" -> opt(id)))(
    MaybeOn(Some(On(true)), None),
    MaybeOn(None, Some(Id(4)))
  )
  check("option of a sum", rec("MaybeShape", "shape" -> opt(shape), "color" -> opt(color)))(
    MaybeShape(Some(Shape.One(false)), Some(Color.Blue)),
    MaybeShape(None, None)
  )
  check("every kind", rec("Kinds", kinds*))(
    Kinds((), 1, 2, 'c', 1.5f, 2.5, BigInt(300), BigDecimal("1.5"), Instant.EPOCH.plusSeconds(9))
  )
  check("marked fields", rec("Tagged", "name" -> marked(str), "point" -> marked(point), "on" -> marked(bool)))(
    Tagged("north", Point(1, 2), true)
  )
  check("marked type", coll(Collected.List, marked(rec("Place", "street" -> str, "number" -> int))))(
    List.tabulate(5)(_ => Place("Elm", 1))
  )
  check("long list of records", coll(Collected.List, point))(List.tabulate(40)(i => Point(i, i * i)), List(Point(1, 1)))
  check("long list of flags", coll(Collected.Vector, flags))(
    Vector.tabulate(30)(i =>
      Flags(i % 2 == 0, Option.when(i % 3 == 0)(s"n$i"), true, Option.when(i % 5 == 0)(i % 2 == 1))
    )
  )
  check("long list of an enum", coll(Collected.List, color))(List.tabulate(40)(i => Color.fromOrdinal(i % 3)))
  check("long list of options", coll(Collected.List, opt(int)))(List.tabulate(40)(i => Option.when(i % 3 == 0)(i)))
  check("long list of wrappers", coll(Collected.List, id))(List.tabulate(40)(Id(_)))
  check("long list of wrappers of Booleans", coll(Collected.List, on))(List.tabulate(40)(i => On(i % 3 == 0)))
  check("long list of wrappers of Options", coll(Collected.List, rec("MaybeId", "id" -> opt(int))))(
    List.tabulate(40)(i => MaybeId(Option.when(i % 3 == 0)(i)))
  )
  check(
    "long list of opaque Booleans",
    coll(Collected.List, rec("Badge", "key" -> opaque(long), "on" -> opaque(bool)))
  )(
    List.tabulate(40)(i => Badge(Key(i.toLong), Lit(i % 2 == 0)))
  )
  check("long list of tuples", coll(Collected.List, tup(bool, id)))(List.tabulate(40)(i => (i % 2 == 0, Id(i))))
  check("map with wrappers", dict(id, on))(
    VectorMap.from((0 until 30).map(i => Id(i) -> On(i % 2 == 0))),
    Map(Id(1) -> On(true))
  )
  check("more than 32 bits of items", rec("Wide", wide*))(
    Wide(
      Some(true),
      Shape.One(true),
      Some(Some(false)),
      Color.Blue,
      Tile.T39,
      Some(Tile.T7(true)),
      Some(None),
      Some(Tile.T32),
      true
    ),
    Wide(None, Shape.Empty, None, Color.Red, Tile.T7(false), None, Some(Some(Tile.T1)), Some(Tile.T7(true)), false)
  )

private object ModelSuite:
  private var last         = 0
  private def newId(): Int =
    last += 1
    last

  private def kind(of: Kind): Ty = Ty.Prim(newId(), of)

  def int: Ty                           = kind(Kind.Int)
  def bool: Ty                          = kind(Kind.Boolean)
  def str: Ty                           = kind(Kind.String)
  def long: Ty                          = kind(Kind.Long)
  def opt(of: Ty): Ty                   = Ty.Opt(newId(), of)
  def alt(left: Ty, right: Ty): Ty      = Ty.Alt(newId(), left, right)
  def tup(of: Ty*): Ty                  = Ty.Tup(newId(), fields(of.zipWithIndex.map((ty, i) => s"_${i + 1}" -> ty)))
  def coll(kind: Collected, of: Ty): Ty = Ty.Coll(newId(), kind, of)
  def dict(key: Ty, value: Ty): Ty      = Ty.Dict(newId(), key, value)
  def opaque(of: Ty): Ty                = Ty.Opaque(newId(), of)
  def marked(of: Ty): Ty                = Ty.Marked(newId(), of)

  def rec(name: String, of: (String, Ty)*): Ty = Ty.Rec(newId(), name, fields(of), 0, None)

  def sum(name: String, cases: (String, Vector[(String, Ty)])*): Ty =
    Ty.Sum(newId(), name, cases.map((name, of) => Cse(newId(), name, fields(of))).toVector)

  private def fields(of: Seq[(String, Ty)]): Vector[Fld] = of.map((name, ty) => Fld(newId(), name, ty)).toVector

  def point: Ty = rec("Point", "x" -> int, "y" -> int)
  def flags: Ty = rec("Flags", "a" -> bool, "note" -> opt(str), "b" -> bool, "maybe" -> opt(bool))
  def id: Ty    = rec("Id", "value" -> int)
  def on: Ty    = rec("On", "value" -> bool)
  def color: Ty = sum("Color", "Red" -> Vector(), "Green" -> Vector(), "Blue" -> Vector())
  def shape: Ty = sum(
    "Shape",
    "Circle" -> Vector("center" -> point, "radius" -> kind(Kind.Float)),
    "Rect"   -> Vector("from" -> point, "filled" -> bool),
    "Empty"  -> Vector(),
    "One"    -> Vector("on" -> bool)
  )
  def user: Ty = rec(
    "User",
    "id"    -> id,
    "on"    -> on,
    "maybe" -> rec("MaybeId", "id" -> opt(int)),
    "side"  -> rec("Side", "side" -> alt(int, bool)),
    "name"  -> str
  )
  def drawing: Ty = rec(
    "Drawing",
    "shape" -> shape,
    "color" -> color,
    "maybe" -> opt(color),
    "side"  -> alt(int, bool),
    "more"  -> opt(shape)
  )
  def many: Ty = rec(
    "Many",
    "ints"  -> coll(Collected.List, int),
    "bits"  -> coll(Collected.Vector, bool),
    "names" -> coll(Collected.Set, str),
    "map"   -> dict(int, point),
    "ids"   -> coll(Collected.List, id),
    "ons"   -> coll(Collected.Vector, on)
  )
  def kinds: Seq[(String, Ty)] = Seq(
    "unit"    -> kind(Kind.Unit),
    "byte"    -> kind(Kind.Byte),
    "short"   -> kind(Kind.Short),
    "char"    -> kind(Kind.Char),
    "float"   -> kind(Kind.Float),
    "double"  -> kind(Kind.Double),
    "big"     -> kind(Kind.BigInt),
    "decimal" -> kind(Kind.BigDecimal),
    "at"      -> kind(Kind.Instant)
  )
  def wide: Seq[(String, Ty)] = Seq(
    "a" -> opt(bool),
    "b" -> shape,
    "c" -> opt(opt(bool)),
    "d" -> color,
    "e" -> tiles,
    "f" -> opt(tiles),
    "g" -> opt(opt(tiles)),
    "h" -> opt(tiles),
    "i" -> bool
  )
  private def tiles: Ty =
    sum("Tile", (0 until 40).map(i => s"T$i" -> (if i == 7 then Vector("on" -> bool) else Vector()))*)

  /** A value of a compiled type as one of the model. */
  def plain(value: Any): Any = value match
    case option: Option[?]                                             => option.map(plain)
    case Left(inner)                                                   => Left(plain(inner))
    case Right(inner)                                                  => Right(plain(inner))
    case list: List[?]                                                 => list.map(plain)
    case vector: Vector[?]                                             => vector.map(plain)
    case set: Set[?]                                                   => set.map(plain(_): Any)
    case map: Map[?, ?]                                                => map.map((k, v) => plain(k) -> plain(v))
    case product: Product if product.productPrefix.startsWith("Tuple") =>
      Values.tuple(product.productIterator.map(plain).toVector)
    case product: Product => Obj(product.productPrefix, product.productIterator.map(plain).toVector)
    case other            => other

  def hex(bytes: Array[Byte]): String = bytes.map(b => f"$b%02x").mkString(" ")
