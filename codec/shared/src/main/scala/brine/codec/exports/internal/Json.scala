package brine.codec.exports.internal

/** JSON output: just enough for exported schemas, because the codec depends on no JSON library. */
private[codec] enum Json:
  case Null
  case Bool(value: Boolean)
  case Number(digits: String)
  case Text(value: String)
  case Items(values: Vector[Json])
  case Members(values: Vector[(String, Json)])

  /** The text, indented by two spaces. A value that fits into 100 columns is written on one line unless it is nested
    * more than twice.
    */
  def render: String =
    val out = StringBuilder()
    Json.render(this, 0, out)
    out.append('\n').result()

private[codec] object Json:
  def number(value: Long): Json                      = Number(value.toString)
  def items(values: Json*): Json.Items               = Items(values.toVector)
  def members(values: (String, Json)*): Json.Members = Members(values.toVector)
  def texts(values: Iterable[String]): Json.Items    = Items(values.map(Text(_)).toVector)

  private final val Width = 100

  private def render(json: Json, indent: Int, out: StringBuilder): Unit =
    val line = StringBuilder()
    if inOneLine(json, line, Width - indent) then out.append(line)
    else
      json match
        case Items(values)   => block(values, indent, '[', ']', out)(render(_, indent + 2, out))
        case Members(values) =>
          block(values, indent, '{', '}', out) { (name, value) =>
            quote(name, out)
            out.append(": ")
            render(value, indent + 2, out)
          }
        case scalar => inOneLine(scalar, out, Int.MaxValue): Unit

  private def block[A](values: Vector[A], indent: Int, open: Char, close: Char, out: StringBuilder)(
      one: A => Unit
  ): Unit =
    out.append(open)
    values.iterator.zipWithIndex.foreach { (value, i) =>
      if i > 0 then out.append(',')
      out.append('\n').append(" " * (indent + 2))
      one(value)
    }
    out.append('\n').append(" " * indent).append(close): Unit

  /** Writes a value without line breaks; returns false if it takes more than `room` characters. */
  private def inOneLine(json: Json, out: StringBuilder, room: Int): Boolean = json match
    case Null           => fits(out.append("null"), room)
    case Bool(value)    => fits(out.append(value), room)
    case Number(digits) => fits(out.append(digits), room)
    case Text(value)    =>
      quote(value, out)
      fits(out, room)
    case Items(values) =>
      out.append('[')
      separated(values, out, room)(inOneLine(_, out, room)) && fits(out.append(']'), room)
    case Members(values) =>
      if values.isEmpty then fits(out.append("{}"), room)
      else
        out.append("{ ")
        separated(values, out, room) { (name, value) =>
          quote(name, out)
          out.append(": ")
          isSimple(value) && inOneLine(value, out, room)
        } && fits(out.append(" }"), room)

  private def separated[A](values: Vector[A], out: StringBuilder, room: Int)(one: A => Boolean): Boolean =
    values.iterator.zipWithIndex.forall { (value, i) =>
      if i > 0 then out.append(", ")
      fits(out, room) && one(value)
    }

  private def fits(out: StringBuilder, room: Int): Boolean = out.length <= room

  /** Whether a value may be nested within a value on one line: a scalar, or a container of scalars. */
  private def isSimple(json: Json): Boolean = json match
    case Members(values) => values.forall((_, value) => isScalar(value))
    case Items(values)   => values.forall(isScalar)
    case _               => true

  private def isScalar(json: Json): Boolean = json match
    case _: (Members | Items) => false
    case _                    => true

  /** RFC 8259, section 7; also escapes lone surrogates and the line terminators of JavaScript. */
  private def quote(text: String, out: StringBuilder): Unit =
    out.append('"')
    var i = 0
    while i < text.length do
      val unit = text.charAt(i)
      unit match
        case '"'  => out.append("\\\"")
        case '\\' => out.append("\\\\")
        case '\n' => out.append("\\n")
        case '\r' => out.append("\\r")
        case '\t' => out.append("\\t")
        case _    =>
          val isPair =
            Character.isHighSurrogate(unit) && i + 1 < text.length && Character.isLowSurrogate(text.charAt(i + 1))
          if isPair then
            i += 1
            out.append(unit).append(text.charAt(i))
          else if unit < ' ' || unit == '\u007f' || unit == '\u2028' || unit == '\u2029' || Character.isSurrogate(unit)
          then
            val hex = Integer.toHexString(unit)
            out.append("\\u").append("0" * (4 - hex.length)).append(hex)
          else out.append(unit)
      i += 1
    out.append('"'): Unit
