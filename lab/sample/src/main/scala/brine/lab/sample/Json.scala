package brine.lab.sample

/** A JSON value with the line on which it starts. Equality ignores the line. Immutable.
  *
  * Numbers keep their text, so that no digit is lost before somebody decides what type they have.
  */
sealed trait Json:
  /** The line of the file, counted from 1. */
  def line: Int

  /** What an error message calls this kind of value. */
  def kind: String = this match
    case Json.Null()     => "null"
    case _: Json.Bool    => "a boolean"
    case _: Json.Number  => "a number"
    case _: Json.Text    => "a string"
    case _: Json.Items   => "an array"
    case _: Json.Members => "an object"

  /** Compact JSON text. */
  def text: String =
    val out = StringBuilder()
    Json.write(this, out)
    out.toString

object Json:
  final case class Null()(val line: Int)                               extends Json
  final case class Bool(value: Boolean)(val line: Int)                 extends Json
  final case class Number(digits: String)(val line: Int)               extends Json
  final case class Text(value: String)(val line: Int)                  extends Json
  final case class Items(values: Vector[Json])(val line: Int)          extends Json
  final case class Members(all: Vector[(String, Json)])(val line: Int) extends Json

  private def write(json: Json, out: StringBuilder): Unit = json match
    case Null()         => out ++= "null": Unit
    case Bool(value)    => out ++= value.toString: Unit
    case Number(digits) => out ++= digits: Unit
    case Text(value)    => quote(value, out)
    case Items(values)  =>
      out += '['
      var first = true
      for value <- values do
        if first then first = false else out += ','
        write(value, out)
      out += ']': Unit
    case Members(all) =>
      out += '{'
      var first = true
      for (name, value) <- all do
        if first then first = false else out += ','
        quote(name, out)
        out += ':'
        write(value, out)
      out += '}': Unit

  private def quote(text: String, out: StringBuilder): Unit =
    out += '"'
    text.foreach:
      case '"'           => out ++= "\\\""
      case '\\'          => out ++= "\\\\"
      case '\n'          => out ++= "\\n"
      case '\r'          => out ++= "\\r"
      case '\t'          => out ++= "\\t"
      case c if c < 0x20 => out ++= f"\\u${c.toInt}%04x"
      case c             => out += c
    out += '"': Unit

/** Data that cannot be used: where, what was expected, what was met.
  *
  * @param line
  *   line of the file, counted from 1
  * @param path
  *   the place inside the record, such as `$.user.tags[2]`
  */
final class BadJson(val line: Int, val path: String, val problem: String)
    extends Exception(s"line $line, $path: $problem")
