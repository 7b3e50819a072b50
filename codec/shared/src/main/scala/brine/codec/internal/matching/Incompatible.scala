package brine.codec.internal.matching

import brine.codec.internal.errors.SchemaText

/** Data of one schema cannot be read as another.
  *
  * @param path
  *   part of the value, such as `pages[].title`; empty for the value itself
  * @param problem
  *   why that part cannot be read
  * @param remedy
  *   what the reader's side can do; empty if that depends on the caller
  * @param reason
  *   kind of the problem
  */
private[codec] final class Incompatible(
    val path: String,
    val problem: String,
    val remedy: String = "",
    val reason: Incompatible.Reason = Incompatible.Reason.Different
) extends Exception(Incompatible.message(path, problem, remedy), null, false, false):

  def in(part: String): Incompatible =
    val name = SchemaText.cut(part)
    val all  = if path.isEmpty || path.startsWith("[") then name + path else s"$name.$path"
    // Names, and how deep they nest, may be hostile.
    val cut = if all.length <= Incompatible.LongestPath then all else all.take(Incompatible.LongestPath) + "..."
    Incompatible(cut, problem, remedy, reason)

  /** The same within these parts, the innermost first. */
  def in(parts: List[String]): Incompatible = parts.foldLeft(this)((error, part) => error.in(part))

private[codec] object Incompatible:
  private val LongestPath = 1000

  enum Reason:
    /** Values of one kind cannot become values of the other. */
    case Different

    /** The writer has no such field. */
    case MissingField

    /** A case may occur that this program does not know. */
    case MissingCase

    /** A case may occur that may be one of several here. */
    case UnclearCase

    /** A field is read by nobody here. */
    case Dropped

    /** Data may mean something else. */
    case Unclear

    /** Elements of a set or keys of a map may be equal. */
    case Equal

    /** Whether no value can be read, rather than some only or with losses. */
    def isOfAllValues: Boolean = this == Different || this == MissingField

  /** A record lacks a field that has no default. */
  def missingField(record: String, field: String): Incompatible =
    Incompatible(
      field,
      "it is missing in what was written",
      s"give $field of $record a value for old data by @added(...), a default, or make it an Option; " +
        "if it had another name, name it by @was(...)",
      Reason.MissingField
    )

  /** A written case may be one of several here, or one of several written ones may be the only one here. */
  def unclearCase(name: String, sum: String): Incompatible =
    Incompatible(
      "",
      s"a ${SchemaText.cut(name)}, and which case of $sum that is does not follow from its name",
      s"mark the case that it is by @was(\"${SchemaText.cut(name)}\")",
      Reason.UnclearCase
    )

  /** A written field that this program does not have. */
  def dropped(record: String, field: String): Incompatible =
    Incompatible(
      "",
      "what was written is dropped",
      s"if ${SchemaText.cut(record)} has it under another name, mark that field by @was(...)",
      Reason.Dropped
    ).in(field)

  /** The parts of a tuple have no names to match fields by. */
  def positional(record: String): Incompatible =
    Incompatible(
      "",
      s"the parts of a tuple are read as the first fields of $record, by position",
      "if the fields stand in another order, mark them by @was(\"_1\") and so on",
      Reason.Unclear
    )

  /** The parts of a tuple have no names to match fields by. */
  def positionalTuple(record: String): Incompatible =
    Incompatible(
      "",
      s"the fields of ${SchemaText.cut(record)} are read as the parts of a tuple, by position",
      "if its fields were reordered, read it as a class",
      Reason.Unclear
    )

  /** The elements of a sequence may be equal, those of a set may not. */
  def mayBeEqual: Incompatible =
    Incompatible(
      "",
      "elements may be equal, because a sequence is read as a set; such a value is refused",
      "keep a sequence, or write no equal elements",
      Reason.Equal
    )

  /** What distinguishes elements of a set, or keys of a map, may be in a field that is dropped. */
  def mayBecomeEqual(what: String): Incompatible =
    Incompatible(
      "",
      s"$what may become equal, because fields of them are dropped; such a value is refused",
      "keep the fields that distinguish them",
      Reason.Equal
    )

  /** A migration and a direct reading cost the same. */
  def unclear: Incompatible =
    Incompatible(
      "",
      "it may be of the older type or of this one, and nothing in its schema decides",
      "decode a sample of such data, and give the older type the fields that were written",
      Reason.Unclear
    )

  /** A sum may contain a case that this program does not know. */
  def missingCase(name: String, sum: String): Incompatible =
    Incompatible(
      "",
      s"a ${SchemaText.cut(name)}, a case that $sum does not have here",
      "add it, or one marked by @fallback; if it has another name now, name this one by @was(...)",
      Reason.MissingCase
    )

  private def message(path: String, problem: String, remedy: String): String =
    val what = if remedy.isEmpty then problem else s"$problem; $remedy"
    if path.isEmpty then what else s"$path: $what"
