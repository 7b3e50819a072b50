package brine.lab.custom

import java.math.BigDecimal as JBigDecimal
import java.time.Instant
import java.util.UUID
import scala.collection.mutable
import scala.util.Try

/** The numbers seen at one path. One thread. */
private[custom] final class Numbers:
  private var fractions = false
  private var ints      = true
  private var longs     = true
  private var doubles   = true

  def add(digits: String): Unit =
    if digits.exists(c => c == '.' || c == 'e' || c == 'E') then
      fractions = true
      doubles &&= Numbers.isDouble(digits)
    else
      val small = digits.length <= 19
      val value = if small then digits.toLongOption else None
      longs &&= value.nonEmpty
      ints &&= value.exists(number => number == number.toInt)
      doubles &&= value.exists(number => math.abs(number) <= Numbers.exactInDouble)

  def merge(other: Numbers): Unit =
    fractions ||= other.fractions
    ints &&= other.ints
    longs &&= other.longs
    doubles &&= other.doubles

  def copy: Numbers =
    val same = Numbers()
    same.merge(this)
    same

  def tpe: DataType =
    if !fractions && ints then DataType.Int32
    else if !fractions && longs then DataType.Int64
    else if fractions && doubles then DataType.Float64
    else DataType.Decimal

private[custom] object Numbers:
  private val exactInDouble = 1L << 53

  /** Whether a Double has exactly this value in its shortest decimal form. */
  private def isDouble(digits: String): Boolean =
    val value = digits.toDouble
    !value.isInfinite && JBigDecimal(digits).compareTo(JBigDecimal(value.toString)) == 0

/** The strings seen at one path. One thread. */
private[custom] final class Texts:
  private var count                                          = 0
  private var times                                          = true
  private var uuids                                          = true
  private var few: mutable.LinkedHashMap[String, Int] | Null = mutable.LinkedHashMap()

  def add(text: String): Unit =
    count += 1
    times &&= Texts.isTime(text)
    uuids &&= Texts.isUuid(text)
    note(text, 1)

  private def note(text: String, more: Int): Unit = few match
    case counts: mutable.LinkedHashMap[String, Int] =>
      if !Texts.isWord(text) then few = null
      else
        counts(text) = counts.getOrElse(text, 0) + more
        if counts.sizeIs > Texts.mostChoices then few = null
    case null => ()

  def merge(other: Texts): Unit =
    count += other.count
    times &&= other.times
    uuids &&= other.uuids
    other.few match
      case counts: mutable.LinkedHashMap[String, Int] => counts.foreach(note)
      case null                                       => few = null

  def copy: Texts =
    val same = Texts()
    same.merge(this)
    same

  /** The type, unless the strings are choices. */
  def tpe: DataType = if times then DataType.Time else if uuids then DataType.Uuid else DataType.Text

  /** The distinct strings in their order, if they are few and each occurs several times on average. */
  def choices: Option[List[String]] = few match
    case counts: mutable.LinkedHashMap[String, Int]
        if tpe == DataType.Text && counts.sizeIs >= 2 && count >= Texts.leastCount &&
          count >= counts.size * Texts.leastRepetition =>
      Some(counts.keys.toList)
    case _ => None

private[custom] object Texts:
  /** Most distinct strings of an enumeration. */
  val mostChoices = 24

  /** Fewest strings that can show that they are an enumeration. */
  val leastCount = 20

  /** How often each string of an enumeration occurs at least, on average. */
  val leastRepetition = 5

  /** Whether a string may be the name of a choice: short, one line, with a letter. */
  private def isWord(text: String): Boolean =
    text.length <= 40 && text.exists(_.isLetter) && text.forall(c => c.isLetterOrDigit || " _-.:/+#@".indexOf(c) >= 0)

  /** Whether [[Instant]] has the same text, but for zeros at the end of the fraction. */
  def isTime(text: String): Boolean =
    text.length >= 20 && text.length <= 30 && text.charAt(4) == '-' && text.last == 'Z' &&
      Try(Instant.parse(text)).toOption.exists(time => time.toString.take(19) == text.take(19))

  def isUuid(text: String): Boolean =
    text.length == 36 && text.charAt(8) == '-' && Try(UUID.fromString(text)).toOption.exists(_.toString == text)
