package brine.lab.sample

import java.io.{BufferedInputStream, InputStream, InputStreamReader, Reader}
import java.nio.charset.{CharacterCodingException, CodingErrorAction, StandardCharsets}

/** Reads the records of a file: JSON values one after another, as in JSON lines, or the elements of one array. Holds
  * one record at a time, so that a file may be larger than the memory. One thread.
  *
  * @param recordLimit
  *   longest record, in characters
  */
final class JsonReader(in: Reader, recordLimit: Int = JsonReader.recordLimit) extends AutoCloseable:
  private val buffer = new Array[Char](1 << 16)
  private var length = 0
  private var next   = 0
  private var line   = 1

  /** Characters read before the buffer, and those before the current record. */
  private var before = 0L
  private var start  = 0L

  private val path    = Path()
  private val chars   = StringBuilder()
  private var records = 0
  private var inArray = false
  private var ended   = false

  /** Calls `use` with each record.
    *
    * @return
    *   the number of records
    * @throws BadJson
    *   for the first place that is no JSON, or no JSON that can be measured
    */
  def foreach(use: Json => Unit): Int =
    open()
    while !ended do
      record().foreach: json =>
        records += 1
        use(json)
    if records == 0 then
      fail(if inArray then "expected records in the array, met an empty array" else "expected JSON, met an empty file")
    records

  def close(): Unit = in.close()

  private def open(): Unit =
    if peek() == 0xfeff then skip()
    if peek() == 0 then fail("expected JSON in UTF-8, met a zero byte; convert UTF-16 or binary files first")
    blank()
    inArray = peek() == '['
    if inArray then
      skip()
      blank()
      if peek() == ']' then endOfArray()
    else if peek() < 0 then ended = true

  private def record(): Option[Json] =
    start = before + next
    if inArray then path.index(records)
    val value = json(0)
    blank()
    if inArray then
      peek() match
        case ',' => skip(); blank()
        case ']' => path.clear(); endOfArray()
        case _   => fail(s"expected ',' or ']' after an element, met ${met()}")
    else
      // `1,2` would otherwise be read as one record and an error without a hint.
      if peek() == ',' then fail("expected the next record, met ','; records stand one after another, or in one array")
      if peek() < 0 then ended = true
    path.clear()
    Some(value)

  private def endOfArray(): Unit =
    skip()
    blank()
    if peek() >= 0 then
      fail(
        s"expected the end of the file after the array, met ${met()}; " +
          "records that are arrays can be given as one array of arrays"
      )
    ended = true

  private def json(depth: Int): Json =
    if depth > JsonReader.depthLimit then fail(s"expected at most ${JsonReader.depthLimit} levels of nesting, met more")
    blank()
    val at = line
    peek() match
      case '{'                                   => members(depth, at)
      case '['                                   => items(depth, at)
      case '"'                                   => Json.Text(string())(at)
      case 't'                                   => word("true"); Json.Bool(true)(at)
      case 'f'                                   => word("false"); Json.Bool(false)(at)
      case 'n'                                   => word("null"); Json.Null()(at)
      case c if c == '-' || c >= '0' && c <= '9' => Json.Number(number())(at)
      case _                                     => fail(s"expected a JSON value, met ${met()}")

  private def members(depth: Int, at: Int): Json =
    skip()
    blank()
    val all  = Vector.newBuilder[(String, Json)]
    val seen = scala.collection.mutable.HashSet[String]()
    if peek() == '}' then skip()
    else
      var more = true
      while more do
        blank()
        if peek() != '"' then fail(s"expected a name in quotes, met ${met()}")
        val name = string()
        if !seen.add(name) then fail(s"expected each name once, met ${JsonReader.shown(name)} again in the same object")
        blank()
        if peek() != ':' then fail(s"expected ':' after the name ${JsonReader.shown(name)}, met ${met()}")
        skip()
        path.name(name)
        all += name -> json(depth + 1)
        blank()
        peek() match
          case ',' => path.up(); skip()
          case '}' => path.up(); skip(); more = false
          case _   => fail(s"expected ',' or '}' after a value, met ${met()}")
    Json.Members(all.result())(at)

  private def items(depth: Int, at: Int): Json =
    skip()
    blank()
    val all   = Vector.newBuilder[Json]
    var count = 0
    if peek() == ']' then skip()
    else
      var more = true
      while more do
        path.index(count)
        all += json(depth + 1)
        count += 1
        blank()
        peek() match
          case ',' => path.up(); skip()
          case ']' => path.up(); skip(); more = false
          case _   => fail(s"expected ',' or ']' after an element, met ${met()}")
    Json.Items(all.result())(at)

  private def string(): String =
    skip()
    chars.clear()
    var open = true
    while open do
      peek() match
        case '"'  => skip(); open = false
        case '\\' => skip(); escape()
        case -1   => fail("expected '\"' at the end of a string, met the end of the file")
        case c    =>
          if c < 0x20 then fail(f"expected \\u$c%04x in a string, met the bare control character")
          take()
    JsonReader
      .loneSurrogate(chars)
      .foreach: lone =>
        fail(f"expected pairs of surrogates, met a lone \\u${lone.toInt}%04x, which has no form in UTF-8")
    chars.toString

  private def escape(): Unit =
    val c      = peek()
    val simple = "\"\\/bfnrt".indexOf(c)
    if simple >= 0 then
      chars += "\"\\/\b\f\n\r\t".charAt(simple)
      skip()
    else if c == 'u' then
      skip()
      var code = 0
      for _ <- 1 to 4 do
        val digit = if peek() < 0 then -1 else Character.digit(peek(), 16)
        if digit < 0 then fail(s"expected four hexadecimal digits after \\u, met ${met()}")
        code = code * 16 + digit
        skip()
      chars += code.toChar: Unit
    else fail(s"expected an escape such as \\n after the backslash, met ${met()}")

  private def number(): String =
    chars.clear()
    if peek() == '-' then take()
    if peek() == '0' then take()
    else digits()
    if isDigit then fail("expected no zero before other digits of a number")
    if peek() == '.' then
      take()
      digits()
    if peek() == 'e' || peek() == 'E' then
      take()
      if peek() == '+' || peek() == '-' then take()
      val from = chars.length
      digits()
      val power = chars.substring(from)
      if power.dropWhile(_ == '0').length > 4 then fail(s"expected an exponent of at most four digits, met $power")
    if chars.length > JsonReader.digitLimit then
      fail(s"expected a number of at most ${JsonReader.digitLimit} characters, met ${chars.length}")
    chars.toString

  private def isDigit = peek() >= '0' && peek() <= '9'

  private def digits(): Unit =
    if !isDigit then fail(s"expected a digit, met ${met()}")
    while isDigit do take()

  private def word(wanted: String): Unit =
    for c <- wanted do
      if peek() != c then fail(s"expected $wanted, met ${met()}")
      skip()

  private def blank(): Unit =
    while peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t' do skip()

  private def take(): Unit =
    chars += peek().toChar
    skip()

  private def skip(): Unit =
    if buffer(next) == '\n' then line += 1
    next += 1
    if before + next - start > recordLimit then
      fail(s"expected records of at most $recordLimit characters, met a longer one; split it into lines")

  /** The next character, or -1 at the end. */
  private def peek(): Int =
    if next < length then buffer(next)
    else if length < 0 then -1
    else
      before += length
      next = 0
      length =
        try in.read(buffer)
        catch case _: CharacterCodingException => fail("expected UTF-8, met other bytes soon after this place")
      if length < 0 then -1 else buffer(0)

  private def met(): String = peek() match
    case -1            => "the end of the file"
    case c if c < 0x20 => f"the control character \\u$c%04x"
    case c             => s"'${c.toChar}'"

  private def fail(problem: String): Nothing = throw BadJson(line, path.shown, problem)

  /** The place inside the record. */
  private final class Path:
    private val steps = scala.collection.mutable.ArrayBuffer[String | Int]()

    def name(name: String): Unit = steps += name: Unit
    def index(index: Int): Unit  = steps += index: Unit
    def up(): Unit               = steps.dropRightInPlace(1): Unit
    def clear(): Unit            = steps.clear()
    def shown: String            =
      val all = steps.iterator.map:
        case name: String => JsonReader.step(name)
        case index: Int   => s"[$index]"
      val said = all.mkString("$", "", "")
      if said.length <= 200 then said else s"${said.take(100)} … ${said.takeRight(80)}"

object JsonReader:
  /** Deepest nesting. Codecs recurse, so much deeper data overflows the stack of every library. */
  val depthLimit = 512

  /** Longest number, in characters. */
  val digitLimit = 1000

  /** Longest record, in characters. */
  val recordLimit: Int = 64 << 20

  /** Reads UTF-8; other bytes are an error instead of a replacement character.
    *
    * @throws BadJson
    *   for gzip files and UTF-16
    */
  def utf8(in: InputStream): JsonReader =
    val decoder = StandardCharsets.UTF_8.newDecoder
      .onMalformedInput(CodingErrorAction.REPORT)
      .onUnmappableCharacter(CodingErrorAction.REPORT)
    val bytes = BufferedInputStream(in)
    bytes.mark(2)
    val start = (bytes.read(), bytes.read())
    bytes.reset()
    val other = start match
      case (0x1f, 0x8b)                => Some("a gzip file; unpack it first")
      case (0xff, 0xfe) | (0xfe, 0xff) => Some("UTF-16; convert it first")
      case _                           => None
    other.foreach(met => throw BadJson(1, "$", s"expected UTF-8, met $met"))
    JsonReader(InputStreamReader(bytes, decoder))

  /** All records of a text. */
  def all(text: String): Vector[Json] =
    val found = Vector.newBuilder[Json]
    JsonReader(java.io.StringReader(text)).foreach(found += _): Unit
    found.result()

  /** A step of a path: `.name`, or `["odd name"]`. */
  def step(name: String): String =
    if name.matches("[A-Za-z_$][A-Za-z0-9_$-]*") then s".$name" else s"[${shown(name)}]"

  /** A string as a message shows it. */
  def shown(text: String): String =
    Json.Text(if text.length <= 40 then text else text.take(39) + "…")(0).text

  private def loneSurrogate(text: CharSequence): Option[Char] =
    var index = 0
    var found = Option.empty[Char]
    while index < text.length && found.isEmpty do
      val c = text.charAt(index)
      if Character.isHighSurrogate(c) && index + 1 < text.length && Character.isLowSurrogate(text.charAt(index + 1))
      then index += 2
      else if Character.isSurrogate(c) then found = Some(c)
      else index += 1
    found
