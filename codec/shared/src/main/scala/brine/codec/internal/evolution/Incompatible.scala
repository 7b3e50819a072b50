package brine.codec.internal.evolution

/** Data of one schema cannot be read as those of another.
  *
  * @param path
  *   which part, as in `pages[].title`; empty for the value itself
  * @param problem
  *   why not
  * @param remedy
  *   what the reader's side can do; empty if that depends
  * @param reason
  *   what kind of problem it is
  */
private[codec] final class Incompatible(
    val path: String,
    val problem: String,
    val remedy: String = "",
    val reason: Incompatible.Reason = Incompatible.Reason.Different
) extends Exception(Incompatible.message(path, problem, remedy), null, false, false):

  def in(part: String): Incompatible =
    Incompatible(if path.isEmpty || path.startsWith("[") then part + path else s"$part.$path", problem, remedy, reason)

private[codec] object Incompatible:
  enum Reason:
    /** Values of this kind cannot become those of that. */
    case Different

    /** A field was not written. */
    case MissingField

    /** A case may come that is not known. */
    case MissingCase

  /** A record lacks a field that has nothing to stand in for it. */
  def missingField(record: String, field: String): Incompatible =
    Incompatible(
      field,
      "it is missing in what was written",
      s"give $field of $record a value for old data by @added(...), a default, or make it an Option; if it had another name, name it by @was(...)",
      Reason.MissingField
    )

  /** A sum may have values of a case that is not one of its here. */
  def missingCase(name: String, sum: String): Incompatible =
    Incompatible(
      "",
      s"a $name, a case that $sum does not have here",
      "add it, or one marked by @fallback; if it has another name now, name this one by @was(...)",
      Reason.MissingCase
    )

  private def message(path: String, problem: String, remedy: String): String =
    val what = if remedy.isEmpty then problem else s"$problem; $remedy"
    if path.isEmpty then what else s"$path: $what"
