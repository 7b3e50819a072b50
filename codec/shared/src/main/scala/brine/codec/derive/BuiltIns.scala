package brine.codec.derive

import brine.codec.Schema.Kind
import brine.codec.Shared

import scala.quoted.*

/** The types that the macro handles without calling a codec: primitives through a method of `Out`, common collections
  * through a loop.
  */
private[derive] trait BuiltIns extends Shapes:
  import quotes.reflect.*

  private lazy val kinds: Map[Symbol, Kind] =
    def cls(name: String) = Symbol.requiredClass(name)
    Map(
      TypeRepr.of[Unit].typeSymbol    -> Kind.Unit,
      TypeRepr.of[Boolean].typeSymbol -> Kind.Boolean,
      TypeRepr.of[Byte].typeSymbol    -> Kind.Byte,
      TypeRepr.of[Short].typeSymbol   -> Kind.Short,
      TypeRepr.of[Int].typeSymbol     -> Kind.Int,
      TypeRepr.of[Long].typeSymbol    -> Kind.Long,
      TypeRepr.of[Char].typeSymbol    -> Kind.Char,
      TypeRepr.of[Float].typeSymbol   -> Kind.Float,
      TypeRepr.of[Double].typeSymbol  -> Kind.Double,
      TypeRepr.of[String].typeSymbol  -> Kind.String,
      cls("scala.math.BigInt")        -> Kind.BigInt,
      cls("scala.math.BigDecimal")    -> Kind.BigDecimal,
      cls("java.util.UUID")           -> Kind.UUID,
      cls("java.time.Instant")        -> Kind.Instant
    )

  private lazy val lists = List(
    "scala.collection.immutable.List",
    "scala.collection.immutable.Seq",
    "scala.collection.immutable.LinearSeq",
    "scala.collection.immutable.Iterable"
  ).map(Symbol.requiredClass)
  private lazy val vectors =
    List("scala.collection.immutable.Vector", "scala.collection.immutable.IndexedSeq").map(Symbol.requiredClass)
  private lazy val arrays  = Symbol.requiredClass("scala.Array")
  private lazy val options = Symbol.requiredClass("scala.Option")
  private lazy val shared  = TypeRepr.of[Shared].typeSymbol
  private lazy val eithers = Symbol.requiredClass("scala.util.Either")

  protected def builtIn(tpe: TypeRepr, codec: Option[Term], path: List[String]): Option[Shape] =
    def sequence(collection: Collection, of: TypeRepr) =
      Some(Sequence(tpe, collection, shapeOf(of, "[]" :: path), codec))
    tpe match
      case AppliedType(tycon, arguments) =>
        (tycon.typeSymbol, arguments) match
          case (`options`, List(of))          => Some(Optional(tpe, fieldShape(of, of, path)))
          case (`eithers`, List(left, right)) =>
            Some(Alternative(tpe, shapeOf(left, "left" :: path), shapeOf(right, "right" :: path)))
          case (`shared`, List(of))                           => Some(Identity(tpe, shapeOf(of, "value" :: path)))
          case (symbol, List(of)) if lists.contains(symbol)   => sequence(Collection.List, of)
          case (symbol, List(of)) if vectors.contains(symbol) => sequence(Collection.Vector, of)
          case (`arrays`, List(of))                           => sequence(Collection.Array, of)
          case (symbol, _) if defn.isTupleClass(symbol)       =>
            Some(Tuples(tpe, arguments.zipWithIndex.map((of, i) => shapeOf(of, s"_${i + 1}" :: path))))
          case (_, List(of)) if tpe <:< TypeRepr.of[scala.collection.Iterable[Any]] => sequence(Collection.Other, of)
          case (_, List(key, value)) if tpe <:< TypeRepr.of[scala.collection.Map[?, Any]] =>
            Some(Mapping(tpe, shapeOf(key, "key" :: path), shapeOf(value, "value" :: path), codec))
          case _ => None
      case _ => kinds.get(tpe.typeSymbol).map(Primitive(tpe, _))
