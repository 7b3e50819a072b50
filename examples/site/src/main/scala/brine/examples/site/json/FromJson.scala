package brine.examples.site.json

import scala.compiletime.{constValue, constValueTuple, erasedValue, summonFrom, summonInline}
import scala.deriving.Mirror

/** Reads a type from JSON that is exactly of it: nothing is converted, nothing but an `Option` may be left out, and no
  * field is ignored.
  */
trait FromJson[A]:
  /** Reads a value.
    *
    * @param path
    *   where the value is, for messages
    */
  private[json] def read(json: Json, path: String): A

  /** The value if there is none. */
  private[json] def missing(path: String): A = throw FromJson.Malformed(path, s"$expected is missing")

  /** What must be there, for messages. */
  private[json] def expected: String

object FromJson:
  /** What is wrong, and where. */
  private[json] final class Malformed(path: String, what: String)
      extends RuntimeException(if path.isEmpty then what else s"$path: $what", null, false, false)

  /** Reads a type of a single value.
    *
    * @param of
    *   what must be there, for messages
    */
  private[json] def simple[A](of: String)(of2: PartialFunction[Json, Option[A]]): FromJson[A] = new FromJson[A]:
    def expected: String                  = of
    def read(json: Json, path: String): A =
      of2.applyOrElse(json, _ => None).getOrElse(throw Malformed(path, s"expected $of, and found ${json.described}"))

  /** Whole numbers. Those with a fraction of zeros are whole, as in JSON Schema. */
  private[json] def whole[A](least: Long, most: Long)(of: Long => A): FromJson[A] =
    simple(s"a whole number from $least to $most") { case Json.Number(text) =>
      exact(text).filter(number => number >= least && number <= most).map(of)
    }

  private val MostDigits = 100

  private def exact(text: String): Option[Long] =
    if text.length > MostDigits then None
    else
      try
        val number = java.math.BigDecimal(text)
        // Before it is written out: an exponent may be of any size.
        if number.signum == 0 then Some(0)
        else if number.precision - number.scale.toLong > 19 then None
        else Some(number.longValueExact)
      catch case _: ArithmeticException | _: NumberFormatException => None

  given FromJson[Int]     = whole(Int.MinValue, Int.MaxValue)(_.toInt)
  given FromJson[Long]    = whole(Long.MinValue, Long.MaxValue)(identity)
  given FromJson[Boolean] = simple("true or false") { case Json.Truth(value) => Some(value) }
  given FromJson[String]  = simple("a text") { case Json.Text(value) => Some(value) }

  given [A](using of: FromJson[A]): FromJson[Option[A]] with
    def expected: String                                        = s"${of.expected} or null"
    override private[json] def missing(path: String): Option[A] = None
    def read(json: Json, path: String): Option[A]               =
      if json == Json.Null then None else Some(of.read(json, path))

  given [A](using of: FromJson[A]): FromJson[Vector[A]] with
    def expected: String                          = "a list"
    def read(json: Json, path: String): Vector[A] = json match
      case Json.Items(values) => values.zipWithIndex.map((value, at) => of.read(value, s"$path[$at]"))
      case other              => throw Malformed(path, s"expected $expected, and found ${other.described}")

  /** A case class: an object with its fields. */
  inline def product[A](using mirror: Mirror.ProductOf[A]): FromJson[A] =
    Product(names[mirror.MirroredElemLabels], fields[mirror.MirroredElemTypes], mirror.fromProduct(_), None)

  /** An enum of case classes: an object with the name of its case as `type`. */
  inline def sum[A](using mirror: Mirror.SumOf[A]): FromJson[A] =
    Sum(names[mirror.MirroredElemLabels].zip(cases[A, mirror.MirroredElemTypes]).toMap)

  private inline def names[Labels <: Tuple]: Vector[String] =
    constValueTuple[Labels].toList.map(_.toString).toVector

  private inline def fields[Types <: Tuple]: Vector[FromJson[?]] = inline erasedValue[Types] match
    case _: EmptyTuple     => Vector.empty
    case _: (head *: tail) => summonInline[FromJson[head]] +: fields[tail]

  private inline def cases[A, Types <: Tuple]: Vector[FromJson[A]] = inline erasedValue[Types] match
    case _: EmptyTuple => Vector.empty
    // Four at a time, because the compiler limits how deep it inlines.
    case _: (first *: second *: third *: fourth *: tail) =>
      Vector(one[A, first], one[A, second], one[A, third], one[A, fourth]) ++ cases[A, tail]
    case _: (head *: tail) => one[A, head] +: cases[A, tail]

  private inline def one[A, Case]: FromJson[A] = summonFrom:
    case mirror: Mirror.ProductOf[Case] =>
      Product[A](
        names[mirror.MirroredElemLabels],
        fields[mirror.MirroredElemTypes],
        mirror.fromProduct(_).asInstanceOf[A],
        Some(constValue[mirror.MirroredLabel].toString)
      )

  private def fieldsOf(json: Json, path: String, expected: String): Map[String, Json] = json match
    case Json.Fields(values) => values
    case other               => throw Malformed(path, s"expected $expected, and found ${other.described}")

  private def under(path: String, name: String) = if path.isEmpty then name else s"$path.$name"

  private[json] final class Product[A](
      names: Vector[String],
      fields: => Vector[FromJson[?]],
      make: scala.Product => A,
      ofType: Option[String]
  ) extends FromJson[A]:
    private lazy val readers = fields
    private val known        = names.toSet ++ ofType.map(_ => Type)

    def expected: String = "an object"

    def read(json: Json, path: String): A =
      val values = fieldsOf(json, path, expected)
      for name <- values.keys if !known(name) do
        throw Malformed(
          under(path, Json.shortened(name)),
          s"there is no such field, but ${(ofType.map(_ => Type).toVector ++ names).mkString(", ")}"
        )
      make(
        Tuple.fromArray(
          names
            .zip(readers)
            .map((name, of) =>
              val at = under(path, name)
              values.get(name).fold[Any](of.missing(at))(of.read(_, at))
            )
            .toArray
        )
      )

  private[json] final class Sum[A](cases: => Map[String, FromJson[A]]) extends FromJson[A]:
    private lazy val byName = cases

    def expected: String = s"an object with a $Type"

    def read(json: Json, path: String): A =
      val at = under(path, Type)
      fieldsOf(json, path, expected).get(Type) match
        case Some(Json.Text(name)) if byName.contains(name) => byName(name).read(json, path)
        case Some(other)                                    =>
          throw Malformed(
            at,
            s"expected one of ${byName.keys.toVector.sorted.mkString(", ")}, and found ${other.described}"
          )
        case None =>
          throw Malformed(at, s"it is missing: expected one of ${byName.keys.toVector.sorted.mkString(", ")}")

  private val Type = "type"
