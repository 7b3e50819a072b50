package brine.docs.words

/** Takes code, links and emphasis out of the text of one block.
  *
  * @param source
  *   the block's Markdown, lines separated by `\n`
  * @param numbers
  *   for each character of `source`, the number of its line
  */
private[words] final class InlineMarkup(source: String, numbers: Vector[Int]):
  private val text     = StringBuilder()
  private val lines    = Vector.newBuilder[Int]
  private var codes    = 0
  private var position = 0

  lazy val prose: Prose =
    while position < source.length do step()
    Prose(text.toString, lines.result())

  private def emit(piece: String): Unit =
    text ++= piece
    lines ++= Vector.fill(piece.length)(numbers(math.min(position, numbers.size - 1)))

  private def emitCode(): Unit =
    emit(Prose.code(codes))
    codes += 1

  private def step(): Unit = source(position) match
    case '`'  => code()
    case '\\' => // the next character is itself
      position += 1
      if position < source.length then plain()
    case '!' if source.startsWith("![", position) => position += 1
    case '['                                      => position += 1
    case ']'                                      => endOfLink()
    case '<'                                      => angle()
    case '*' if isEmphasis                        => position += 1
    case '\n'                                     =>
      emit(" ")
      position += 1
    case _ => if isWordOfCode then () else plain()

  private def plain(): Unit =
    emit(source(position).toString)
    position += 1

  private def code(): Unit =
    val ticks = source.drop(position).takeWhile(_ == '`')
    val end   = source.indexOf(ticks, position + ticks.length)
    if end < 0 then plain()
    else
      emitCode()
      position = end + ticks.length

  private def endOfLink(): Unit =
    position += 1
    val close = source.lift(position) match
      case Some('(') => ')'
      case Some('[') => ']'
      case _         => return
    val end = source.indexOf(close.toInt, position)
    if end > 0 then position = end + 1

  // an address or a tag
  private def angle(): Unit =
    val end = source.indexOf('>', position)
    if end < 0 || source.lift(position + 1).forall(next => !next.isLetter && next != '/') then plain()
    else
      if source.startsWith("<http", position) then emitCode()
      position = end + 1

  private def isEmphasis: Boolean =
    def isSpace(at: Int) = source.lift(at).forall(_.isWhitespace)
    !isSpace(position - 1) || !isSpace(position + 1)

  // https://…: an address that is not marked as one
  private def isWordOfCode: Boolean =
    if !source.startsWith("http://", position) && !source.startsWith("https://", position) then false
    else
      emitCode()
      position += source.drop(position).takeWhile(char => !char.isWhitespace && char != ')').length
      true
