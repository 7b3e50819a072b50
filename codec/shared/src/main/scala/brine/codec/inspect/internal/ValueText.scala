package brine.codec.inspect.internal

import brine.codec.Schema.Kind
import brine.codec.inspect.Value

/** Renders values on one line, up to a limit: values may refer to others and can then be larger than their bytes. */
private[inspect] final class ValueText(most: Int):
  private val out = new StringBuilder

  def of(value: Value): String =
    add(value)
    if isFull then
      out.setLength(math.max(0, most))
      out += '…'
    out.toString

  private def isFull: Boolean = out.length > most

  private def add(value: Value): Unit = if !isFull then
    value match
      case Value.Primitive(kind, of)   => primitive(kind, of)
      case Value.Absent                => out ++= "null"
      case Value.Present(of)           => present(of)
      case Value.Left(of)              => within("left(", of, ")")
      case Value.Right(of)             => within("right(", of, ")")
      case Value.Sequence(elements)    => all("[", elements, "]")(add)
      case Value.Mapping(entries)      => all("{", entries, "}")((key, of) => { add(key); within(": ", of, "") })
      case Value.Tuple(elements)       => all("(", elements, ")")(add)
      case Value.Record(name, fields)  => named(name, fields)
      case Value.Case(_, name, fields) => named(name, fields)
      case Value.Shared(number, of)    => within(s"&$number ", of, "")
      case Value.Same(number)          => out ++= s"*$number"
      case Value.Custom(name, of)      => out ++= s"${Escaped.name(name)}(${Escaped.clipped(s"$of", most)})"
      case Value.Opaque(name, bytes)   => opaque(name, bytes)
      case Value.Unread                => out ++= "unread"

  private def primitive(kind: Kind, of: Any): Unit = of match
    case text: String => out ++= Escaped.quoted(text, most, '"')
    case char: Char   => out ++= Escaped.quoted(char.toString, most, '\'')
    case other        =>
      val text = kind match
        case Kind.Unit                => "()"
        case Kind.Float | Kind.Double => fraction(s"$other")
        case _                        => s"$other"
      out ++= Escaped.clipped(text, most)

  // JavaScript omits the fraction of an integral number.
  private def fraction(text: String): String =
    if text.forall(char => char >= '0' && char <= '9' || char == '-') then s"$text.0" else text

  // Rendered without a wrapper, unless it could be mistaken for the enclosing option.
  private def present(of: Value): Unit = of match
    case Value.Absent | Value.Present(_) => within("some(", of, ")")
    case other                           => add(other)

  private def named(name: String, fields: Vector[(String, Value)]): Unit =
    out ++= Escaped.name(name)
    if fields.nonEmpty then
      all(" {", fields, "}"): (field, of) =>
        out ++= Escaped.name(field)
        within(": ", of, "")

  private def opaque(name: String, bytes: IArray[Byte]): Unit =
    val shown = math.min(bytes.length, math.max(0, most / 3))
    out ++= s"${Escaped.name(name)}<${Bytes.hex(bytes.unsafeArray, 0, shown)}${
        if shown < bytes.length then " …" else ""
      }>"

  private def within(before: String, of: Value, after: String): Unit =
    out ++= before
    add(of)
    out ++= after

  private def all[A](open: String, parts: Vector[A], close: String)(one: A => Unit): Unit =
    out ++= open
    val each  = parts.iterator
    var first = true
    while each.hasNext && !isFull do
      if !first then out ++= ", "
      first = false
      one(each.next())
    out ++= close
