package brine.codec.internal.evolution

/** Data of one schema cannot be read as those of another.
  *
  * @param path
  *   which part, as in `pages[].title`; empty for the value itself
  * @param problem
  *   why not, and what can be done
  */
private[codec] final class Incompatible(val path: String, val problem: String)
    extends Exception(if path.isEmpty then problem else s"$path: $problem", null, false, false):

  def in(part: String): Incompatible =
    Incompatible(if path.isEmpty || path.startsWith("[") then part + path else s"$part.$path", problem)

private[codec] object Incompatible:
  /** Names the part in which what goes wrong does so. */
  inline def within[A](part: String)(inline body: A): A =
    try body
    catch case error: Incompatible => throw error.in(part)
