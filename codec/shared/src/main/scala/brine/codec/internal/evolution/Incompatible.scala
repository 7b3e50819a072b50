package brine.codec.internal.evolution

import brine.codec.internal.SchemaText

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
    val name = SchemaText.cut(part)
    val all  = if path.isEmpty || path.startsWith("[") then name + path else s"$name.$path"
    // Names are the enemy's, and so is how deep they nest.
    Incompatible(
      if all.length <= Incompatible.LongestPath then all else all.take(Incompatible.LongestPath) + "...",
      problem
    )

private[codec] object Incompatible:
  private val LongestPath = 1000

  /** Names the part in which what goes wrong does so. */
  inline def within[A](part: String)(inline body: A): A =
    try body
    catch case error: Incompatible => throw error.in(part)
