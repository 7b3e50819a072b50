package brine.codec.inspect

import brine.codec.inspect.internal.{Budget, Bytes, Escaped, Sink, Table, Walk}
import brine.codec.{DecodeError, Limits}

/** The meaning of every byte of a message or container; created by [[Inspect.dump]].
  *
  * @param bytes
  *   the bytes that were inspected
  * @param blocks
  *   the expanded bytes of compressed blocks, by block number, starting at 1
  * @param entries
  *   the entries in the order of the bytes; those of an expanded block follow the entry of its compressed form
  * @param errors
  *   the errors: at most one for a message, at most one per block for a container
  */
final class Dump private[inspect] (
    val bytes: Array[Byte],
    val blocks: Map[Int, Array[Byte]],
    val entries: Vector[Entry],
    val errors: Vector[DecodeError]
):
  /** A table with one line per entry (offset, bytes, path, what it is, value), then one line per error. Items of a
    * header have no bytes of their own.
    */
  def text: String =
    table + errors.map(error => s"error: ${Escaped.clipped(error.getMessage, Dump.LongestError)}\n").mkString

  /** The table without the errors. */
  def table: String = Table(Vector("offset", "bytes", "path", "what", "value"), Set(0)).of(entries.map(cells))

  /** The first bytes of an entry in hexadecimal, with the total if there are more. */
  def hex(entry: Entry): String =
    val of    = if entry.block == 0 then bytes else blocks(entry.block)
    val shown = math.min(entry.length, Dump.BytesShown)
    Bytes.hex(of, entry.offset, shown) + (if shown < entry.length then s" .. ${entry.length} in all" else "")

  private def cells(entry: Entry): Vector[String] =
    val offset = if entry.length == 0 && entry.part == Part.Header then "" else entry.offset.toString
    Vector(
      if entry.block == 0 || offset.isEmpty then offset else s"${entry.block}:$offset",
      hex(entry),
      entry.path.end(Dump.LongestPath),
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

  /** Collects the entries within a range of offsets. Entries of a compressed block count at the block's offset. */
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
        // The part after an error is always reported, once per error.
        if part != Part.Unread then budget.take(walk.in, Budget.Entry + Budget.Value * count.toLong)
        gathered += Entry(walk.block, from, until - from, path, part, what, value, count)

    def result: Vector[Entry] = gathered.result()
