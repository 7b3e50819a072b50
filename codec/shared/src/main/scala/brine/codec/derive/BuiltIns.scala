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

  private lazy val boxes: Map[Symbol, (TypeRepr, Kind, String)] = Map(
    TypeRepr.of[java.lang.Boolean].typeSymbol   -> (TypeRepr.of[Boolean], Kind.Boolean, "Boolean"),
    TypeRepr.of[java.lang.Byte].typeSymbol      -> (TypeRepr.of[Byte], Kind.Byte, "Byte"),
    TypeRepr.of[java.lang.Short].typeSymbol     -> (TypeRepr.of[Short], Kind.Short, "Short"),
    TypeRepr.of[java.lang.Character].typeSymbol -> (TypeRepr.of[Char], Kind.Char, "Char"),
    TypeRepr.of[java.lang.Integer].typeSymbol   -> (TypeRepr.of[Int], Kind.Int, "Int"),
    TypeRepr.of[java.lang.Long].typeSymbol      -> (TypeRepr.of[Long], Kind.Long, "Long"),
    TypeRepr.of[java.lang.Float].typeSymbol     -> (TypeRepr.of[Float], Kind.Float, "Float"),
    TypeRepr.of[java.lang.Double].typeSymbol    -> (TypeRepr.of[Double], Kind.Double, "Double")
  )

  // One of Java's boxes: a wrapper of a primitive.
  private def boxed(tpe: TypeRepr): Option[Shape] = boxes.get(tpe.typeSymbol).map { (of, kind, name) =>
    val module = Ref(Symbol.requiredModule("brine.codec.internal.codecs.Boxes"))
    Wrapper(tpe, Primitive(of, kind), converted(module, s"to$name", _), converted(module, s"of$name", _))
  }

  private def converted(module: Term, method: String, value: Term): Term =
    Apply(Select.unique(module, method), List(value))

  private lazy val lists = List(
    "scala.collection.immutable.List",
    "scala.collection.immutable.Seq",
    "scala.collection.immutable.LinearSeq",
    "scala.collection.immutable.Iterable"
  ).map(Symbol.requiredClass)
  private lazy val vectors =
    List("scala.collection.immutable.Vector", "scala.collection.immutable.IndexedSeq").map(Symbol.requiredClass)
  private lazy val arrays       = Symbol.requiredClass("scala.Array")
  private lazy val options      = Symbol.requiredClass("scala.Option")
  private lazy val frozenArrays = TypeRepr.of[IArray[Any]].typeSymbol
  private lazy val maps         = Symbol.requiredClass("scala.collection.Map")
  private lazy val iterables    = Symbol.requiredClass("scala.collection.Iterable")
  private lazy val shared       = TypeRepr.of[Shared].typeSymbol
  private lazy val eithers      = Symbol.requiredClass("scala.util.Either")

  protected def builtIn(tpe: TypeRepr, codec: Option[Term], path: List[String]): Option[Shape] =
    def sequence(collection: Collection, of: TypeRepr) =
      Some(Sequence(tpe, collection, shapeOf(of, "[]" :: path), codec))
    tpe match
      case ConstantType(_) =>
        report.errorAndAbort(
          s"${tpe.show} is a literal type${neededFor(path)}, which has no codec. Declare it as " +
            s"${tpe.widen.typeSymbol.name}, or give it a codec by hand with Codec.of"
        )
      case AppliedType(tycon, arguments) =>
        (tycon.typeSymbol, arguments.map(bound)) match
          case (`options`, List(of))          => Some(Optional(tpe, fieldShape(of, of, path)))
          case (`eithers`, List(left, right)) =>
            Some(Alternative(tpe, shapeOf(left, "left" :: path), shapeOf(right, "right" :: path)))
          case (`shared`, List(of))                           => Some(Identity(tpe, shapeOf(of, "value" :: path)))
          case (symbol, List(of)) if lists.contains(symbol)   => sequence(Collection.List, of)
          case (symbol, List(of)) if vectors.contains(symbol) => sequence(Collection.Vector, of)
          case (`arrays`, List(of))                           => sequence(Collection.Array, of)
          case (`frozenArrays`, List(of))                     => sequence(Collection.Other, of)
          case (symbol, _) if defn.isTupleClass(symbol)       =>
            Some(Tuples(tpe, arguments.zipWithIndex.map((of, i) => shapeOf(of, s"_${i + 1}" :: path))))
          case (symbol, _) if codec.isEmpty && isOwn(symbol) => None
          case _                                             =>
            // The type arguments may be others than those of the collection: an IntMap[V] is a Map[Int, V].
            (tpe.baseType(maps), tpe.baseType(iterables)) match
              case (AppliedType(_, List(key, value)), _) =>
                Some(Mapping(tpe, shapeOf(bound(key), "key" :: path), shapeOf(bound(value), "value" :: path), codec))
              case (_, AppliedType(_, List(of))) => sequence(Collection.Other, bound(of))
              case _                             => None
      case _ => kinds.get(tpe.typeSymbol).map(Primitive(tpe, _)).orElse(boxed(tpe))

  // A class of the user's whose fields are known, even if it is a collection as well.
  private def isOwn(symbol: Symbol): Boolean =
    symbol.isClassDef && !symbol.fullName.startsWith("scala.") &&
      (symbol.flags.is(Flags.Case) || symbol.flags.is(Flags.Sealed))

  // What a wildcard stands for: values of this type.
  private def bound(argument: TypeRepr): TypeRepr = argument match
    case TypeBounds(_, high) => high
    case other               => other
