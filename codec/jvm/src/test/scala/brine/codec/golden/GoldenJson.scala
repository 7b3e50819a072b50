package brine.codec.golden

import brine.codec.Schema.{Case, Definition, Field, Type}
import brine.codec.{Hex, Schema, Shared, UnknownCase}

import scala.collection.mutable
import scala.concurrent.duration.Duration

/** Values as JSON that is the same for every language, taken apart by their schema.
  *
  * A record is an object of its name with its fields in it, without fields it is its name, as is a case of a sum. An
  * `Option` is null or has `some`, an `Either` has `left` or `right`; maps are lists of pairs. Times, UUIDs and
  * decimals are texts, without zeros at the end of a fraction of a second. A shared value has a number, from 1 in the
  * order in which they come, and its value at the first.
  *
  * @param dictionary
  *   whether the message has one: what is marked then shares nothing with what is around it
  */
final class GoldenJson(dictionary: Boolean):
  private var shared = mutable.ListBuffer.empty[(AnyRef, Type)]

  def apply(schema: Schema, value: Any): String = Typed(schema).text(schema.root, value)

  private final class Typed(schema: Schema):
    def text(tpe: Type, value: Any): String = tpe match
      case Type.Primitive(kind) => primitive(value)
      case Type.Optional(of) => unwrapped(value) { case option: Option[?] => option.fold("null")(tag("some", of, _)) }
      case Type.Either(left, right) =>
        unwrapped(value) {
          case Left(inner)  => tag("left", left, inner)
          case Right(inner) => tag("right", right, inner)
        }
      case Type.Sequence(of) =>
        unwrapped(value) {
          case array: Array[?]       => list(array.iterator.map(text(of, _)))
          case elements: Iterable[?] => list(elements.iterator.map(text(of, _)))
        }
      case Type.Set(of) =>
        unwrapped(value) { case elements: collection.Set[?] => list(elements.iterator.map(text(of, _))) }
      case Type.Map(k, v) =>
        unwrapped(value) { case entries: collection.Map[?, ?] =>
          list(entries.iterator.map((key, inner) => list(Iterator(text(k, key), text(v, inner)))))
        }
      case Type.Tuple(elements) =>
        unwrapped(value) { case tuple: Product => list(elements.iterator.zip(tuple.productIterator).map(text)) }
      case Type.Boxed(of)    => text(of, value)
      case Type.Named(index) => named(schema.definitions(index), value)
      case Type.Shared(of)   =>
        unwrapped(value) { case value: Shared[?] => identity(of, value.value.asInstanceOf[AnyRef]) }
      case Type.Repeated(of)      => marked(of, value)
      case Type.Custom(name)      => custom(name, value)
      case Type.Wrapped(_, _, of) => text(of, value)

    private def tag(name: String, tpe: Type, value: Any): String =
      record(name, List("" -> text(tpe, value)), plain = true)

    private def named(definition: Definition, value: Any): String = definition match
      case Definition.Record(name, fields) =>
        unwrapped(value) { case record: Product if record.productPrefix == name => this.fields(name, fields, record) }
      case Definition.Sum(_, cases) =>
        unwrapped(value) {
          case constant: java.lang.Enum[?] if cases.contains(Case(constant.name, Vector.empty)) => string(constant.name)
          case part: Product if cases.exists(_.name == part.productPrefix)                      =>
            fields(part.productPrefix, cases.find(_.name == part.productPrefix).get.fields, part)
        }

    private def fields(name: String, fields: Vector[Field], value: Product): String =
      if fields.isEmpty then string(name)
      else
        record(
          name,
          fields.zip(value.productIterator).map((field, inner) => field.name -> text(field.of, inner)).toList
        )

    private def identity(of: Type, value: AnyRef): String =
      val known = shared.indexWhere((other, as) => (other eq value) && as == of)
      if known >= 0 then s"""{"shared": ${known + 1}}"""
      else
        shared += value -> of
        val number = shared.size
        s"""{"shared": $number, "value": ${text(of, value)}}"""

    private def marked(of: Type, value: Any): String =
      if !dictionary then text(of, value)
      else
        val outside = shared
        shared = mutable.ListBuffer.empty
        val result = text(of, value)
        shared = outside
        result

  private def record(name: String, fields: List[(String, String)], plain: Boolean = false): String =
    val inner =
      if plain then fields.head._2 else fields.map((f, text) => s"${string(f)}: $text").mkString("{", ", ", "}")
    s"{${string(name)}: $inner}"

  private def list(elements: Iterator[String]): String = elements.mkString("[", ", ", "]")

  // A class of one field is shown as the value of that field, an opaque type as what it is.
  private def unwrapped(value: Any)(text: PartialFunction[Any, String]): String =
    text.applyOrElse(
      value,
      {
        case wrapper: Product if wrapper.productArity == 1 => unwrapped(wrapper.productElement(0))(text)
        case other => throw IllegalArgumentException(s"no value of its schema: $other")
      }
    )

  private def custom(name: String, value: Any): String = (name, value) match
    case ("brine.UnknownCase", unknown: UnknownCase) =>
      val parts = List("schema" -> unknown.schema.canonical, "body" -> unknown.toArray)
      record("unknown", parts.map((part, bytes) => part -> string(Hex(bytes).filterNot(_ == ' '))))
    case ("tenths of a degree", degrees: Product) => degrees.productElement(0).toString
    case _                                        => throw IllegalArgumentException(s"no codec of the name $name")

  private def primitive(value: Any): String = unwrapped(value) {
    case ()                                                     => "[]"
    case number: (Boolean | Byte | Short | Int | Long | BigInt) => number.toString
    case number: java.math.BigInteger                           => number.toString
    case char: Char                                             => string(char.toString)
    case number: Float                                          => fraction(number.toDouble)
    case number: Double                                         => fraction(number)
    case text: String                                           => string(text)
    case decimal: BigDecimal                                    => string(decimal.bigDecimal.toString)
    case infinite: Duration.Infinite                            => string(infinite.toString.stripPrefix("Duration."))
    case duration: Duration                                     => string(duration.toString)
    case other: (java.math.BigDecimal | java.util.UUID | java.net.URI) => string(other.toString)
    case time if time.getClass.getPackageName.startsWith("java.time")  => string(withoutZeros(time.toString))
  }

  private def fraction(number: Double): String =
    if number.isNaN then string("nan")
    else if number.isInfinite then string(if number > 0 then "inf" else "-inf")
    else number.toString

  private def withoutZeros(time: String): String = time.replaceAll("(\\.\\d*?[1-9])0+(?!\\d)", "$1")

  private def string(text: String): String =
    text
      .map {
        case '"'                           => "\\\""
        case '\\'                          => "\\\\"
        case c if c >= ' ' && c < '\u007f' => c.toString
        case c                             => f"\\u${c.toInt}%04x"
      }
      .mkString("\"", "", "\"")
