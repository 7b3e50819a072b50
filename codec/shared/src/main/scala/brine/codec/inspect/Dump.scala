package brine.codec.inspect

import brine.codec.inspect.internal.{Budget, Bytes, Escaped, Sink, Table, Walk}
import brine.codec.{DecodeError, Limits}

/** What every byte of a message or segment is; [[Inspect.dump]] makes it.
  *
  * @param bytes
  *   what was given
  * @param blocks
  *   the expanded bytes of compressed blocks, by their number from 1
  * @param entries
  *   in the order of the bytes; those of a compressed block after that of its compressed form
  * @param errors
  *   what is wrong: at most one, or in a segment one for each block
  */
final class Dump private[inspect] (
    val bytes: Array[Byte],
    val blocks: Map[Int, Array[Byte]],
    val entries: Vector[Entry],
    val errors: Vector[DecodeError]
):
  /** A line for each entry: offset, bytes (those of an item of a header are the header's, and not repeated), path, what it is, value. After
    * them a line for each error.
    */
  def text: String =
    table + errors.map(error => s"error: ${Escaped.clipped(error.getMessage, Dump.LongestError)}\n").mkString

  /** The same without the errors. */
  def table: String = Table(Vector("offset", "bytes", "path", "what", "value"), Set(0)).of(entries.map(cells))

  /** The bytes of an entry in hexadecimal, without the end of many. */
  def hex(entry: Entry): String =
    val of    = if entry.block == 0 then bytes else blocks(entry.block)
    val shown = math.min(entry.length, Dump.BytesShown)
    Bytes.hex(of, entry.offset, shown) + (if shown < entry.length then s" .. ${entry.length} in all" else "")

  private def cells(entry: Entry): Vector[String] =
    val offset = if entry.length == 0 && entry.part == Part.Header then "" else entry.offset.toString
    Vector(
      if entry.block == 0 || offset.isEmpty then offset else s"${entry.block}:$offset",
      hex(entry),
      Escaped.end(entry.path.text, Dump.LongestPath),
      Escaped.clipped(entry.what, Dump.LongestWhat),
      entry.value.fold("")(_.text(Dump.LongestValue))
    )

  override def toString: String = text

object Dump:
  private inline val BytesShown   = 8
  private inline val LongestPath  = 60
  private inline val LongestWhat  = 100
  private inline val LongestValue = 60
  private inline val LongestError = 500

  /** Gathers the entries that lie in a range; offsets in a compressed block are those of the block. */
  private[inspect] final class Entries(bytes: Int, limits: Limits, start: Int, end: Int) extends Sink:
    private val budget   = Budget(bytes, limits)
    private val gathered = Vector.newBuilder[Entry]
    private var blockAt  = 0

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
      if walk.block == 0 then blockAt = from
      val offset = if walk.block == 0 then from else blockAt
      val isIn   = offset < end && (if walk.block == 0 then math.max(until, from + 1) > start else offset >= start)
      if isIn then
        // What is behind an error is said in any case, once for each.
        if part != Part.Unread then budget.take(walk.in, Budget.Entry + Budget.Value * count.toLong)
        gathered += Entry(walk.block, from, until - from, path, part, what, value, count)

    def result: Vector[Entry] = gathered.result()
