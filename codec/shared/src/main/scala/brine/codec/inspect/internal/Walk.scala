package brine.codec.inspect.internal

import brine.codec.inspect.{Part, Path, Value}
import brine.codec.{Codec, DecodeError, In}

/** Receives every part of a message in the order of the bytes. */
private[inspect] trait Sink:
  /** A range of bytes; `what` and `value` are evaluated only if needed. */
  def entry(
      walk: Walk,
      from: Int,
      until: Int,
      path: Path,
      part: Part,
      what: => String,
      value: => Option[Value],
      count: Int
  ): Unit

private[inspect] object Sink:
  /** Discards the entries, for callers that need only the values. */
  object Nowhere extends Sink:
    def entry(
        walk: Walk,
        from: Int,
        until: Int,
        path: Path,
        part: Part,
        what: => String,
        value: => Option[Value],
        count: Int
    ): Unit = ()

/** The state that all parts of the walk share. Offsets are indices into `in.array`.
  *
  * @param codecs
  *   known hand-written codecs, by their name in schemas
  */
private[inspect] final class Walk(
    val in: In,
    sink: Sink,
    val codecs: Map[String, Codec[?]],
    val budget: Budget,
    val deepest: Int
):
  /** The part being read, for errors. */
  var where: Path = Path.Root

  /** Number of the compressed block that contains the bytes; 0 for the bytes given. */
  var block: Int = 0

  /** Whether bytes of unknown length were reached, so that nothing after them can be read. */
  var isEnded: Boolean = false

  /** The end of the entries so far. */
  var covered: Int        = 0
  private var depth       = 0
  private var sharedCount = 0

  /** Reports the bytes from `from` to the current position. */
  def entry(from: Int, path: Path, part: Part)(what: => String): Unit =
    entryOf(from, path, part, None, 1)(what)

  /** Reports the bytes of a value, or of several packed values. */
  def content(from: Int, path: Path, value: Value, count: Int = 1)(what: => String): Unit =
    entryOf(from, path, Part.Content, Some(value), count)(what)

  def entryOf(from: Int, path: Path, part: Part, value: => Option[Value], count: Int)(what: => String): Unit =
    covered = in.position
    sink.entry(this, from, in.position, path, part, what, value, count)

  /** Reports an item of the header that starts at `at`. */
  def item(at: Int, path: Path, value: Option[Value])(what: => String): Unit =
    sink.entry(this, at, at, path, Part.Header, what, value, 1)

  /** Reports the bytes up to `end` as unread. */
  def rest(end: Int, path: Path)(what: => String): Unit =
    in.position = end
    if covered < end then entry(covered, path, Part.Unread)(what)

  /** Charges a value of `parts` parts to the budget. */
  def charge(parts: Int): Unit = budget.take(in, Budget.Value + Budget.Part * parts.toLong)

  /** Charges a value that takes no byte. */
  def chargeEmpty(): Unit = budget.take(in, Budget.Empty)

  /** The number of the next shared value. */
  def nextShared(): Int =
    sharedCount += 1
    sharedCount

  /** Enters a nested value. An untrusted schema may nest arbitrarily deep. */
  def down(): Unit =
    depth += 1
    if depth > deepest then in.fail(s"values and their types nest more than $deepest deep")

  def up(): Unit = depth -= 1

  /** Starts another, independent message. */
  def begin(path: Path): Unit =
    where = path
    depth = 0

  /** The error, with its position in the whole message. */
  def located(error: DecodeError): DecodeError = where.end(Walk.LongestPath) match
    case ""   => error
    case path =>
      DecodeError(
        error.problem,
        error.offset,
        if error.path.isEmpty || error.path.startsWith("[") then path + error.path else s"$path.${error.path}",
        error.hex
      )

private object Walk:
  // An untrusted schema may nest deeper than any codec does.
  private inline val LongestPath = 4000
