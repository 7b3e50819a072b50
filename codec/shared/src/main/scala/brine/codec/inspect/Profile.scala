package brine.codec.inspect

import brine.codec.inspect.internal.{Budget, Bytes, Escaped, Outcome, Sink, Table, Walk}
import brine.codec.{DecodeError, Limits, Schema}

import scala.collection.mutable

/** Where the bytes went: over one message, many, or a segment; [[Inspect.profile]] makes it.
  *
  * @param rows
  *   what takes bytes, the most first
  * @param stored
  *   the bytes given; less than [[bytes]] if blocks are compressed
  * @param messages
  *   how many there are
  * @param errors
  *   with the number of the input, from 0; bytes after an error are in the part [[Part.Unread]]
  */
final class Profile private[inspect] (
    val rows: Vector[Profile.Row],
    val stored: Long,
    val messages: Long,
    val errors: Vector[(Int, DecodeError)]
):
  /** All bytes, those of compressed blocks expanded. */
  val bytes: Long = rows.iterator.map(_.bytes).sum

  /** The bytes and values of each part, those of the most bytes first. */
  val parts: Vector[(Part, Long, Long)] =
    rows
      .groupBy(_.part)
      .iterator
      .map((part, rows) => (part, rows.iterator.map(_.bytes).sum, rows.iterator.map(_.count).sum))
      .toVector
      .sortBy((part, bytes, _) => (-bytes, part.ordinal))

  /** The share of some bytes in all, from 0 to 1. */
  def share(of: Long): Double = if bytes == 0 then 0 else of.toDouble / bytes

  /** A line for each row, then one for each part, and one for each error.
    *
    * @param most
    *   so many rows; a line stands for the others
    */
  def text(most: Int): String =
    table(most) +
      errors.map((input, error) => s"error in input $input: ${Escaped.clipped(error.getMessage, 500)}\n").mkString

  /** The same without the errors. */
  def table(most: Int): String =
    val shown  = rows.take(most).map(row => cells(row.path, row.part.label, row.bytes, row.count))
    val others = rows.drop(most)
    val rest   =
      if others.isEmpty then Vector.empty
      else
        Vector(cells(s"(${others.size} more)", "", others.iterator.map(_.bytes).sum, others.iterator.map(_.count).sum))
    val totals = parts.map((part, bytes, count) => cells("(all)", part.label, bytes, count))
    val table  = Table(Vector("path", "part", "bytes", "share", "count", "each"), Set(2, 3, 4, 5))
    table.of(shown ++ rest ++ totals) + summary

  /** The same with all rows. */
  def text: String = text(Int.MaxValue)

  private def summary: String =
    val packed = if stored == bytes then "" else s", stored in ${Bytes.count(stored, "byte")}"
    s"${Bytes.count(messages, "message")}, ${Bytes.count(bytes, "byte")}$packed\n"

  private def cells(path: String, part: String, bytes: Long, count: Long): Vector[String] =
    Vector(path, part, bytes.toString, s"${Profile.tenths(1000 * share(bytes))}%", count.toString, each(bytes, count))

  private def each(bytes: Long, count: Long): String =
    if count == 0 then "" else Profile.tenths(10.0 * bytes / count)

  override def toString: String = text

object Profile:
  /** What a part of all values takes.
    *
    * @param path
    *   that of the value, all elements of a collection taken for one; empty for what is around messages
    * @param count
    *   how many there are: values, or for other parts than [[Part.Content]] their occurrences
    */
  final case class Row(path: String, part: Part, bytes: Long, count: Long)

  // The same text on all platforms, whatever the machine's language is.
  private def tenths(of: Double): String =
    val rounded = math.round(of)
    s"${rounded / 10}.${rounded % 10}"

  /** Adds up entries. */
  private[inspect] final class Counts extends Sink, Outcome:
    private val totals   = mutable.HashMap.empty[(String, Part), Array[Long]]
    private var budget   = Budget(0, Limits.default)
    private var stored   = 0L
    private var inputs   = 0
    private var messages = 0L
    private val errors   = Vector.newBuilder[(Int, DecodeError)]

    /** One more input follows. */
    def begin(bytes: Int, limits: Limits): Unit =
      budget = Budget(bytes, limits)
      stored += bytes
      inputs += 1

    def entry(
        walk: Walk,
        from: Int,
        until: Int,
        path: Path,
        part: Part,
        what: => String,
        value: => Option[Value],
        count: Int
    ): Unit =
      // An item of a header is in the header's bytes, and compressed bytes are counted as what they stand for.
      if until > from && part != Part.Compressed then
        val key   = (path.collapsed, part)
        val total = totals.getOrElseUpdate(
          key, {
            budget.take(walk.in, Budget.Entry + 2L * key._1.length)
            new Array[Long](2)
          }
        )
        total(0) += until - from
        total(1) += count

    def value(value: Value): Unit                        = messages += 1
    def schema(schema: Schema): Unit                     = ()
    def error(error: DecodeError): Unit                  = errors += (inputs - 1) -> error
    def expanded(block: Int, payload: Array[Byte]): Unit = ()

    def result: Profile =
      val rows = totals.iterator.map { case ((path, part), total) => Row(path, part, total(0), total(1)) }.toVector
      Profile(rows.sortBy(row => (-row.bytes, row.path, row.part.ordinal)), stored, messages, errors.result())
