package brine.lab.sample

import java.time.Instant
import java.util.UUID
import scala.annotation.implicitNotFound
import scala.deriving.Mirror
import scala.util.Try

/** How values of a type stand in JSON. Immutable.
  *
  * {{{
  * final case class Line(article: String, count: Int) derives JsonForm
  * final case class Order(lines: Vector[Line]) derives JsonForm
  * }}}
  */
@implicitNotFound("the lab cannot read ${A} from JSON; add `derives JsonForm` to its definition")
trait JsonForm[A]:
  /** Reads a value.
    *
    * @param at
    *   path of the JSON inside its record
    * @throws BadJson
    *   if the JSON does not fit the type
    */
  def read(json: Json, at: String = "$"): A

  /** The JSON of a value. Fields that are `None` are left out. */
  def write(value: A): Json

object JsonForm:
  /** The form of a case class, a sealed trait or an enum. */
  inline def derived[A](using mirror: Mirror.Of[A]): JsonForm[A] = ${ Derivation.form[A]('mirror) }

  private[sample] def mismatch(json: Json, at: String, wanted: String): Nothing =
    val met = json match
      case Json.Text(value)    => s"the string ${JsonReader.shown(value)}"
      case Json.Number(digits) => s"the number ${if digits.length <= 40 then digits else digits.take(39) + "…"}"
      case Json.Bool(value)    => value.toString
      case other               => other.kind
    throw BadJson(json.line, at, s"expected $wanted, met $met")

  private def scalar[A](wanted: String, show: A => Json)(take: PartialFunction[Json, Option[A]]): JsonForm[A] =
    new JsonForm[A]:
      def read(json: Json, at: String): A = take.applyOrElse(json, _ => None).getOrElse(mismatch(json, at, wanted))
      def write(value: A): Json           = show(value)

  private def number(digits: String)                                   = Json.Number(digits)(0)
  private def text[A](wanted: String)(parse: String => A): JsonForm[A] =
    scalar[A](wanted, value => Json.Text(value.toString)(0)) { case Json.Text(value) => Try(parse(value)).toOption }

  given JsonForm[Boolean] = scalar[Boolean]("a boolean", Json.Bool(_)(0)) { case Json.Bool(value) => Some(value) }
  given JsonForm[Int]     = scalar[Int]("an Int", value => number(value.toString)):
    case Json.Number(digits) => digits.toIntOption
  given JsonForm[Long] = scalar[Long]("a Long", value => number(value.toString)):
    case Json.Number(digits) => digits.toLongOption
  given JsonForm[Float] = scalar[Float]("a Float", value => number(value.toString)):
    case Json.Number(digits) => digits.toFloatOption.filter(_.isFinite)
  given JsonForm[Double] = scalar[Double]("a Double", value => number(value.toString)):
    case Json.Number(digits) => digits.toDoubleOption.filter(_.isFinite)
  given JsonForm[BigInt] = scalar[BigInt]("a whole number", value => number(value.toString)):
    case Json.Number(digits) => Try(BigInt(digits)).toOption
  given JsonForm[BigDecimal] = scalar[BigDecimal]("a number", value => number(value.bigDecimal.toString)):
    case Json.Number(digits) => Some(BigDecimal.exact(digits))
  given JsonForm[String]  = scalar[String]("a string", Json.Text(_)(0)) { case Json.Text(value) => Some(value) }
  given JsonForm[Instant] = text("an instant such as \"2026-01-31T12:00:00Z\"")(Instant.parse)
  given JsonForm[UUID]    = text("a UUID")(UUID.fromString)

  given [A](using form: JsonForm[A]): JsonForm[Option[A]] with
    def read(json: Json, at: String): Option[A] = if json == Json.Null()(0) then None else Some(form.read(json, at))
    def write(value: Option[A]): Json           = value.fold(Json.Null()(0): Json)(form.write)

  given vector[A](using form: JsonForm[A]): JsonForm[Vector[A]] with
    def read(json: Json, at: String): Vector[A] = json match
      case Json.Items(values) => values.zipWithIndex.map((value, index) => form.read(value, s"$at[$index]"))
      case other              => mismatch(other, at, "an array")
    def write(value: Vector[A]): Json = Json.Items(value.map(form.write))(0)

  given list[A](using form: JsonForm[A]): JsonForm[List[A]] with
    private val vectors                       = vector[A]
    def read(json: Json, at: String): List[A] = vectors.read(json, at).toList
    def write(value: List[A]): Json           = vectors.write(value.toVector)

  given seq[A](using form: JsonForm[A]): JsonForm[Seq[A]] with
    private val vectors                      = vector[A]
    def read(json: Json, at: String): Seq[A] = vectors.read(json, at)
    def write(value: Seq[A]): Json           = vectors.write(value.toVector)

  given map[A](using form: JsonForm[A]): JsonForm[Map[String, A]] with
    def read(json: Json, at: String): Map[String, A] = json match
      case Json.Members(all) => all.map((key, value) => key -> form.read(value, at + JsonReader.step(key))).toMap
      case other             => mismatch(other, at, "an object")
    def write(value: Map[String, A]): Json = Json.Members(value.toVector.map((key, one) => key -> form.write(one)))(0)
