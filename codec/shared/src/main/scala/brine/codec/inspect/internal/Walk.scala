package brine.codec.inspect.internal

import brine.codec.inspect.{Part, Path, Value}
import brine.codec.{Codec, DecodeError, In}

/** What gets to know of every part of a message, in the order of the bytes. */
private[inspect] trait Sink:
  /** Some bytes; `what` and `value` are made only if they are wanted. */
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
  /** For those who want the values only. */
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

/** Where the taking apart of bytes is: the state that all parts of the walk share. Offsets are indices into `in.array`.
  *
  * @param codecs
  *   the hand-written codecs that are known, by the names they have in schemas
  */
private[inspect] final class Walk(
    val in: In,
    sink: Sink,
    val codecs: Map[String, Codec[?]],
    val budget: Budget,
    val deepest: Int
):
  /** The part that is being read, for errors. */
  var where: Path = Path.Root

  /** The number of the compressed block the bytes are of, 0 for the bytes given. */
  var block: Int = 0

  /** Whether there came bytes that cannot be taken apart, so that nothing after them can be found. */
  var isEnded: Boolean = false

  /** Where the entries so far end. */
  var covered: Int        = 0
  private var depth       = 0
  private var sharedCount = 0

  /** Some bytes from `from` to the current position. */
  def entry(from: Int, path: Path, part: Part)(what: => String): Unit =
    entryOf(from, path, part, None, 1)(what)

  /** The bytes of a value, or of several that are packed. */
  def content(from: Int, path: Path, value: Value, count: Int = 1)(what: => String): Unit =
    entryOf(from, path, Part.Content, Some(value), count)(what)

  def entryOf(from: Int, path: Path, part: Part, value: => Option[Value], count: Int)(what: => String): Unit =
    covered = in.position
    sink.entry(this, from, in.position, path, part, what, value, count)

  /** An item of the header that starts at `at`. */
  def item(at: Int, path: Path, value: Option[Value])(what: => String): Unit =
    sink.entry(this, at, at, path, Part.Header, what, value, 1)

  /** Takes what is left up to `end` for bytes that nothing is known of. */
  def rest(end: Int, path: Path)(what: => String): Unit =
    in.position = end
    if covered < end then entry(covered, path, Part.Unread)(what)

  /** Accounts for a value of so many parts. */
  def charge(parts: Int): Unit = budget.take(in, Budget.Value + Budget.Part * parts.toLong)

  /** The number of one more shared value. */
  def nextShared(): Int =
    sharedCount += 1
    sharedCount

  /** Goes one level down in a value. The schema may be a stranger's, and nest as deep as it likes. */
  def down(): Unit =
    depth += 1
    if depth > deepest then in.fail(s"values and their types nest more than $deepest deep")

  def up(): Unit = depth -= 1

  /** Starts with another message, which has nothing to do with those before. */
  def begin(path: Path): Unit =
    where = path
    depth = 0

  /** The error as seen from the whole message. */
  def located(error: DecodeError): DecodeError = Escaped.end(where.text, Walk.LongestPath) match
    case ""   => error
    case path =>
      DecodeError(
        error.problem,
        error.offset,
        if error.path.isEmpty || error.path.startsWith("[") then path + error.path else s"$path.${error.path}",
        error.hex
      )

private object Walk:
  // Deeper than codecs go; a stranger's schema may.
  private inline val LongestPath = 4000
