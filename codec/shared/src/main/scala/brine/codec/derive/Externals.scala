package brine.codec.derive

import brine.codec.Codec
import brine.codec.Schema.Kind
import brine.codec.internal.codecs.Derived

import scala.annotation.unused
import scala.collection.mutable
import scala.quoted.*

/** The codecs that a generated codec calls for types it does not handle itself: types with a codec of the user's, type
  * parameters, and collections without a loop here. They are fetched once, on first use, because a codec in scope may
  * still be initializing at that moment.
  */
private[derive] trait Externals extends Layout:
  import quotes.reflect.*

  /** The external codecs of one generated codec, by number; `array` contains them at run time, and `parts` the codecs
    * of its own parts that are elements in columns.
    */
  final class ExternalCodecs(array: Expr[Array[Codec[?]]], parts: Expr[Array[Codec[?]]]):
    def get(shape: Shape): Term =
      val index = Expr(indexOf(shape))
      shape.tpe.asType match
        case '[t] => '{ $array($index).asInstanceOf[Codec[t]] }.asTerm

    /** The codec of elements in columns, by the number of the part. */
    def part(number: Int, shape: Shape): Term = shape.tpe.asType match
      case '[t] => '{ $parts(${ Expr(number) }).asInstanceOf[Codec[t]] }.asTerm

    def writes(shape: Shape): Boolean = isExternal(shape)

    /** The fewest bytes of a value of this shape. */
    def leastOf(shape: Shape): Expr[Int] =
      val Least(bytes, of) = least(shape)
      of.foldLeft(Expr(bytes)) { (sum, external) =>
        val index = Expr(indexOf(external))
        '{ $sum + $array($index).minSize }
      }

  /** The numbers of the external codecs whose minimum size adds to that of `shape`. */
  def leastExternalsOf(shape: Shape): List[Int] = least(shape).of.map(indexOf)

  private val shapes = mutable.ArrayBuffer.empty[Shape]

  def indexOf(shape: Shape): Int =
    val found = shapes.indexWhere(_.tpe =:= shape.tpe)
    if found >= 0 then found
    else
      shapes += shape
      shapes.size - 1

  /** Whether values of this shape are written by a codec of their own. */
  def isExternal(shape: Shape): Boolean = shape match
    case _: External                         => true
    case _: Mapping                          => true
    case Sequence(_, Collection.Other, _, _) => true
    case Sequence(_, _, of, _)               => isPacked(of) || isOpen(of)
    case Tuples(_, elements)                 => elements.exists(isOpen)
    case _                                   => false

  /** Whether a collection has no equal elements. */
  protected def isSet(tpe: TypeRepr): Boolean = tpe.derivesFrom(Symbol.requiredClass("scala.collection.Set"))

  // A codec in scope may turn out to be of a type whose sequences are packed, which only the collection's codec knows.
  private def isOpen(of: Shape): Boolean = of match
    case External(_, _, builtIn) => !builtIn
    case Optional(_, of)         => isOpen(of)
    case Tuples(_, elements)     => elements.exists(isOpen)
    case _                       => false

  // Sequences of these types are written as a block, by the codec of the collection.
  private def isPacked(of: Shape): Boolean = of match
    case Primitive(_, kind) => kind.ordinal <= Kind.Double.ordinal
    case _                  => false

  /** The codecs in the order of their numbers; requested after everything else is generated. */
  def externalCodecs: Expr[Array[Codec[?]]] =
    val codecs = shapes.toList.map(codecOf)
    '{ Array[Codec[?]](${ Varargs(codecs) }*) }

  /** The codec of an external shape. */
  def codecOf(shape: Shape): Expr[Codec[?]] = shape match
    case External(_, codec, _)                            => codec.asExprOf[Codec[?]]
    case Sequence(_, _, _, Some(codec))                   => codec.asExprOf[Codec[?]]
    case Mapping(_, _, _, Some(codec))                    => codec.asExprOf[Codec[?]]
    case Sequence(tpe, _, of, None)                       => withElements(tpe, List(of))
    case Mapping(tpe, key, value, None)                   => withElements(tpe, List(key, value))
    case Tuples(tpe, elements) if elements.exists(isOpen) =>
      val codecs = elements.map(of => of.tpe.asType match { case '[e] => elementCodec[e] })
      '{ Derived.tuple(Array[Codec[?]](${ Varargs(codecs) }*)) }
    case Named(tpe, _)     => tpe.asType match { case '[t] => elementCodec[t] }
    case Primitive(tpe, _) => tpe.asType match { case '[t] => elementCodec[t] }
    case other             => other.tpe.asType match { case '[t] => '{ Codec.derived[t] } }

  // For a collection whose elements have no codec in scope: derives the elements' codec, then looks up the
  // collection's.
  private def withElements(tpe: TypeRepr, elements: List[Shape]): Expr[Codec[?]] =
    // Two givens of one type would be ambiguous.
    val types = elements
      .map(_.tpe)
      .foldRight(List.empty[TypeRepr]): (tpe, others) =>
        if others.exists(_ =:= tpe) then others else tpe :: others
    // The codecs of the elements are derived outside of the scope of these givens: one of the two would take the other
    // for a codec of the user's.
    (tpe.asType, types.map(_.asType)) match
      case ('[t], List('[e])) =>
        '{
          val element = ${ elementCodec[e] }
          locally:
            @unused given Codec[e] = element
            scala.compiletime.summonInline[Codec[t]]
        }
      case ('[t], List('[k], '[v])) =>
        '{
          val key   = ${ elementCodec[k] }
          val value = ${ elementCodec[v] }
          locally:
            @unused given Codec[k] = key
            @unused given Codec[v] = value
            scala.compiletime.summonInline[Codec[t]]
        }
      case _ => report.errorAndAbort(s"no codec of its own writes ${tpe.show}")

  private def elementCodec[E: Type]: Expr[Codec[E]] =
    Expr.summon[Codec[E]].getOrElse('{ Codec.derived[E] })
