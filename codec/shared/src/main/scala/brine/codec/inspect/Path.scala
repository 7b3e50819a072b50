package brine.codec.inspect

import brine.codec.inspect.internal.Escaped

/** A position within a value, such as `pages[3].components[0].id`. Paths share their prefixes. Immutable. */
sealed abstract class Path:
  /** The path as text: empty for the value itself; starts with `#` and the number of the message if there are several.
    */
  final def text: String = render(_.step)

  /** The path with all elements of a collection merged, preceded by the name of the message's type, such as
    * `Site.pages[].components[].id`.
    */
  final def collapsed: String = render(_.collapsedStep)

  private[inspect] def before: Path | Null
  private[inspect] def step: String
  private[inspect] def collapsedStep: String

  private[inspect] final def field(name: String): Path   = Path.Field(this, name)
  private[inspect] def element(index: Int): Path         = Path.Element(this, index)
  private[inspect] def rows(from: Int, until: Int): Path = Path.Rows(this, from, until)

  private[inspect] final def key(text: String): Path = Path.Key(this, text)

  private inline def render(inline of: Path => String): String =
    var steps: List[String] = Nil
    var path: Path | Null   = this
    while path != null do
      steps = of(path.nn) :: steps
      path = path.nn.before
    val text = steps.mkString
    if text.startsWith(".") then text.drop(1) else text

  /** The end of [[text]] in about `most` characters. It is more specific than the start, which takes no time here. */
  private[inspect] final def end(most: Int): String =
    var steps: List[String] = Nil
    var length              = 0
    var path: Path | Null   = this
    while path != null && length <= most + 1 do
      steps = path.nn.step :: steps
      length += steps.head.length
      path = path.nn.before
    val text  = steps.mkString
    val shown = if text.startsWith(".") && path == null then text.drop(1) else text
    Escaped.end(shown, most)

  override def toString: String = text

  override def equals(other: Any): Boolean = other match
    case that: Path => text == that.text
    case _          => false

  override def hashCode: Int = text.hashCode

object Path:
  /** The part around the value: envelope or frame. */
  case object Root extends Path:
    private[inspect] def before: Path | Null   = null
    private[inspect] def step: String          = ""
    private[inspect] def collapsedStep: String = ""

  /** The value of a message; its type has this name. */
  private[inspect] final class Whole(name: String) extends Path:
    private[inspect] def before: Path | Null   = null
    private[inspect] def step: String          = ""
    private[inspect] def collapsedStep: String = Escaped.name(name)

  /** The message with this number, starting at 0; its type has this name. */
  private[inspect] final class Message(number: Int, name: String) extends Path:
    private[inspect] def before: Path | Null   = null
    private[inspect] def step: String          = s"#$number"
    private[inspect] def collapsedStep: String = Escaped.name(name)

  /** The messages of a block that is one sequence, from this number on; their type has this name. */
  private[inspect] final class Messages(first: Int, name: String) extends Path:
    private[inspect] def before: Path | Null                        = null
    private[inspect] def step: String                               = s"#$first.."
    private[inspect] def collapsedStep: String                      = Escaped.name(name)
    private[inspect] override def element(index: Int): Path         = Message(first + index, name)
    private[inspect] override def rows(from: Int, until: Int): Path =
      MessageRows(first + from, first + until, name)

  /** Some messages after each other, in columns. */
  private final class MessageRows(from: Int, until: Int, name: String) extends Path:
    private[inspect] def before: Path | Null   = null
    private[inspect] def step: String          = s"#$from..${until - 1}"
    private[inspect] def collapsedStep: String = Escaped.name(name)

  private final class Field(val before: Path, name: String) extends Path:
    private[inspect] def step: String          = s".${Escaped.name(name)}"
    private[inspect] def collapsedStep: String = step

  private final class Element(val before: Path, index: Int) extends Path:
    private[inspect] def step: String          = s"[$index]"
    private[inspect] def collapsedStep: String = "[]"

  private final class Key(val before: Path, text: String) extends Path:
    private[inspect] def step: String          = s"[$text]"
    private[inspect] def collapsedStep: String = "[]"

  private final class Rows(val before: Path, from: Int, until: Int) extends Path:
    private[inspect] def step: String          = s"[$from..${until - 1}]"
    private[inspect] def collapsedStep: String = "[]"
