package brine.codec.inspect

import brine.codec.inspect.internal.{Budget, Bytes, Escaped, Outcome, Sink, Table, Walk}
import brine.codec.{DecodeError, Limits, Schema}

import scala.collection.mutable

/** How many bytes each part takes, over one message, many messages, or a container; created by [[Inspect.profile]].
  *
  * @param rows
  *   bytes by path and part, the largest first
  * @param stored
  *   number of bytes given; less than [[bytes]] if blocks are compressed
  * @param messages
  *   number of messages
  * @param errors
  *   errors with the number of their input, starting at 0; bytes after an error count as [[Part.Unread]]
  */
final class Profile private[inspect] (
    val rows: Vector[Profile.Row],
    val stored: Long,
    val messages: Long,
    val errors: Vector[(Int, DecodeError)]
):
  /** Total number of bytes, with compressed blocks expanded. */
  val bytes: Long = rows.iterator.map(_.bytes).sum

  /** Bytes and counts of each part, the largest first. */
  val parts: Vector[(Part, Long, Long)] =
    rows
      .groupBy(_.part)
      .iterator
      .map((part, rows) => (part, rows.iterator.map(_.bytes).sum, rows.iterator.map(_.count).sum))
      .toVector
      .sortBy((part, bytes, _) => (-bytes, part.ordinal))

  /** The share of `of` bytes in the total, from 0 to 1. */
  def share(of: Long): Double = if bytes == 0 then 0 else of.toDouble / bytes

  /** A table with one line per row and per part, then one line per error.
    *
    * @param most
    *   number of rows to show; a single line sums up the rest
    */
  def text(most: Int): String =
    table(most) +
      errors.map((input, error) => s"error in input $input: ${Escaped.clipped(error.getMessage, 500)}\n").mkString

  /** The table without the errors. */
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

  /** The table with all rows, and the errors. */
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
  /** The bytes of one part over all values.
    *
    * @param path
    *   path with all elements of a collection merged; empty for what surrounds messages
    * @param part
    *   role of the bytes
    * @param bytes
    *   number of bytes
    * @param count
    *   number of values; for parts other than [[Part.Content]], number of occurrences
    */
  final case class Row(path: String, part: Part, bytes: Long, count: Long)

  // Independent of platform and locale.
  private def tenths(of: Double): String =
    val rounded = math.round(of)
    s"${rounded / 10}.${rounded % 10}"

  private inline val MostKnown = 4096

  /** The totals of a path with all elements merged. */
  private final class Node(before: Node | Null, step: String):
    val inner: mutable.HashMap[String, Node] = mutable.HashMap.empty
    val length: Int                          = step.length + (if before == null then 0 else before.nn.length)

    /** Bytes and count of each part. */
    val totals: Array[Array[Long]] = Array.fill(Part.values.length)(new Array[Long](2))

    def addTo(all: mutable.HashMap[(String, Part), Array[Long]]): Unit =
      val used = Part.values.filter(part => totals(part.ordinal)(0) > 0)
      if used.nonEmpty then
        val path = text
        used.foreach: part =>
          val total = all.getOrElseUpdate((path, part), new Array[Long](2))
          total(0) += totals(part.ordinal)(0)
          total(1) += totals(part.ordinal)(1)
      inner.valuesIterator.foreach(_.addTo(all))

    private def text: String =
      var steps: List[String] = List(step)
      var around              = before
      while around != null do
        steps = around.nn.ownStep :: steps
        around = around.nn.outer
      val all = steps.mkString
      if all.startsWith(".") then all.drop(1) else all

    private def ownStep: String    = step
    private def outer: Node | Null = before

  /** Sums up entries. */
  private[inspect] final class Counts extends Sink, Outcome:
    private val roots    = mutable.HashMap.empty[String, Node]
    private val known    = new java.util.IdentityHashMap[Path, Node]
    private var budget   = Budget(0, Limits.defaults)
    private var stored   = 0L
    private var inputs   = 0
    private var messages = 0L
    private val errors   = Vector.newBuilder[(Int, DecodeError)]

    /** Starts the next input. */
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
      // Header items are part of the header's bytes; compressed bytes are counted expanded.
      if until > from && part != Part.Compressed then
        val total = find(walk, path).totals(part.ordinal)
        total(0) += until - from
        total(1) += count

    // Paths share their prefixes, so a path deep in a value is found by the one around it.
    private def find(walk: Walk, path: Path): Node =
      val before = path.before
      val step   = path.collapsedStep
      if before == null then roots.getOrElseUpdate(step, node(walk, null, step))
      else
        val around = enclosing(walk, before.nn)
        around.inner.getOrElseUpdate(step, node(walk, around, step))

    private def enclosing(walk: Walk, path: Path): Node =
      val found = known.get(path)
      if found != null then found
      else
        val made = find(walk, path)
        if known.size >= MostKnown then known.clear()
        known.put(path, made): Unit
        made

    private def node(walk: Walk, before: Node | Null, step: String): Node =
      val made = Node(before, step)
      budget.take(walk.in, Budget.Entry + 2L * made.length)
      made

    def value(value: Value): Unit                        = messages += 1
    def schema(schema: Schema): Unit                     = ()
    def error(error: DecodeError): Unit                  = errors += (inputs - 1) -> error
    def expanded(block: Int, payload: Array[Byte]): Unit = ()

    def result: Profile =
      val byPath = mutable.HashMap.empty[(String, Part), Array[Long]]
      roots.valuesIterator.foreach(_.addTo(byPath))
      val rows = byPath.iterator.map { case ((path, part), total) => Row(path, part, total(0), total(1)) }.toVector
      Profile(rows.sortBy(row => (-row.bytes, row.path, row.part.ordinal)), stored, messages, errors.result())
