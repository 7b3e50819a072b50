package brine.lab.sample

import scala.deriving.Mirror

/** The form of a case class. Public because derived code uses it. */
final class RecordForm[A](
    labels: List[String],
    isBare: Boolean,
    formsOf: => List[JsonForm[?]],
    isOptional: List[Boolean],
    mirror: Mirror.ProductOf[A]
) extends JsonForm[A]:
  private lazy val forms    = formsOf.toArray.asInstanceOf[Array[JsonForm[Any]]]
  private val names         = labels.toArray
  private val optional      = isOptional.toArray
  private lazy val expected = labels.zipWithIndex.toMap

  def read(json: Json, at: String): A =
    if isBare then build(Array[Any](forms(0).read(json, at)))
    else
      json match
        case Json.Members(all) => members(json, all, at)
        case other             => JsonForm.mismatch(other, at, "an object")

  private def members(json: Json, all: Vector[(String, Json)], at: String): A =
    val values = new Array[Any](names.length)
    val found  = new Array[Boolean](names.length)
    for (label, value) <- all do
      expected
        .get(label)
        .foreach: index =>
          found(index) = true
          values(index) = forms(index).read(value, at + JsonReader.step(label))
    for index <- names.indices if !found(index) do
      if optional(index) then values(index) = None
      else throw BadJson(json.line, at, s"expected the field ${JsonReader.shown(names(index))}, which is missing")
    build(values)

  private def build(values: Array[Any]): A = mirror.fromProduct(Tuple.fromArray(values.map(_.asInstanceOf[Object])))

  def write(value: A): Json =
    val fields = value.asInstanceOf[Product].productIterator.toVector
    if isBare then forms(0).write(fields.head)
    else
      val present = names.indices.toVector.filterNot(index => optional(index) && fields(index) == None)
      Json.Members(present.map(index => names(index) -> forms(index).write(fields(index))))(0)

/** The form of an enum without parameters: strings. Public because derived code uses it. */
final class ChoiceForm[A](texts: List[String], values: List[A]) extends JsonForm[A]:
  private val byText = texts.zip(values).toMap
  private val byCase = values.zip(texts).toMap

  def read(json: Json, at: String): A = json match
    case Json.Text(text) =>
      byText.getOrElse(text, JsonForm.mismatch(json, at, s"one of ${texts.map(JsonReader.shown).mkString(", ")}"))
    case other => JsonForm.mismatch(other, at, s"one of ${texts.map(JsonReader.shown).mkString(", ")}")

  def write(value: A): Json = Json.Text(byCase(value))(0)

/** The form of a sealed trait: objects with a field that names the case. Public because derived code uses it. */
final class UnionForm[A](
    discriminator: String,
    texts: List[String],
    formsOf: => List[JsonForm[? <: A]],
    mirror: Mirror.SumOf[A]
) extends JsonForm[A]:
  private lazy val forms = formsOf.toVector
  private val ordinals   = texts.zipWithIndex.toMap

  def read(json: Json, at: String): A = json match
    case Json.Members(all) =>
      val (kinds, others) = all.partition(_._1 == discriminator)
      kinds match
        case Vector((_, Json.Text(kind))) if ordinals.contains(kind) =>
          forms(ordinals(kind)).read(Json.Members(others)(json.line), at)
        case Vector((_, other)) =>
          val known = texts.map(JsonReader.shown).mkString(", ")
          JsonForm.mismatch(other, at + JsonReader.step(discriminator), s"one of $known")
        case _ =>
          throw BadJson(json.line, at, s"expected the field ${JsonReader.shown(discriminator)}, which is missing")
    case other => JsonForm.mismatch(other, at, "an object")

  def write(value: A): Json =
    val ordinal = mirror.ordinal(value)
    val kind    = discriminator -> Json.Text(texts(ordinal))(0)
    forms(ordinal).asInstanceOf[JsonForm[A]].write(value) match
      case Json.Members(all) => Json.Members(kind +: all)(0)
      case _                 => Json.Members(Vector(kind))(0)
