package brine.codec.internal.lock

import brine.codec.SchemasError

/** Parses one line of a lock file.
  *
  * @param number
  *   number of the line, starting at 1
  */
private[codec] final class LineReader(val number: Int, text: String):
  private var at = 0

  def fail(problem: String, remedy: String): Nothing =
    // Names are as long as the file likes.
    throw SchemasError(number, LineReader.cut(problem, LineReader.LongestProblem), remedy)

  // What is left of the line, for messages.
  private def left: String           = cut(at)
  private def cut(from: Int): String = LineReader.cut(text.drop(from), LineReader.LongestRest)

  def skipSpaces(): Unit = while at < text.length && text(at) <= ' ' do at += 1

  /** Whether only spaces are left. */
  def isAtEnd: Boolean =
    skipSpaces()
    at == text.length

  /** The next character other than a space; 0 at the end. */
  def peek: Char = if isAtEnd then 0 else text(at)

  /** The rest of the line. */
  def rest: String =
    skipSpaces()
    val left = text.substring(at)
    at = text.length
    left

  /** Consumes this character if it is next, and returns whether it was. */
  def take(c: Char): Boolean =
    val found = peek == c
    if found then at += 1
    found

  def expect(c: Char, where: String): Unit =
    if !take(c) then fail(s"$where lacks a '$c' before '$left'", LineReader.Restore)

  def expectEnd(where: String): Unit =
    if !isAtEnd then fail(s"'$left' follows $where", LineReader.Restore)

  /** Reads a word, and whether it is quoted. */
  def word(what: String): (String, Boolean) =
    peek match
      case '`'                   => (quoted(), true)
      case c if Words.isStart(c) => (plain(Words.isPart), false)
      case _                     => fail(s"$what is missing before '$left'", LineReader.Restore)

  /** Reads a quoted word; the next character is the quote. */
  def quoted(): String =
    val quote  = peek
    val result = new StringBuilder
    at += 1
    while at < text.length && text(at) != quote do result.append(character())
    if at == text.length then fail(s"a name whose closing $quote is missing", LineReader.Restore)
    at += 1
    result.toString

  private def character(): Char =
    val c = text(at)
    at += 1
    if c != '\\' then c
    else if at < text.length && text(at) != 'u' then
      at += 1
      text(at - 1)
    else
      val digits = text.slice(at + 1, at + 5)
      at += 5
      if digits.length == 4 && digits.forall(c => Character.digit(c, 16) >= 0) then Integer.parseInt(digits, 16).toChar
      else fail(s"'\\u$digits' is not a character", LineReader.Restore)

  def digits(what: String): Int =
    val start = { skipSpaces(); at }
    val found = plain(c => c >= '0' && c <= '9')
    found.toIntOption
      .filter(_ > 0)
      .getOrElse(fail(s"$what must be a number from 1, not '${cut(start)}'", LineReader.Restore))

  def plain(isPart: Char => Boolean): String =
    skipSpaces()
    val start = at
    while at < text.length && isPart(text(at)) do at += 1
    text.substring(start, at)

private[codec] object LineReader:
  final val Restore = "restore the line from version control"

  private val LongestProblem = 500
  private val LongestRest    = 100

  private def cut(text: String, most: Int): String = if text.length <= most then text else text.take(most) + "..."
