package brine.codec

/** Why a lock file could not be read.
  *
  * @param line
  *   line of the problem, starting at 1; 0 if there is no text at all
  * @param problem
  *   what is wrong
  * @param remedy
  *   what to do about it
  */
final class SchemasError private[codec] (val line: Int, val problem: String, val remedy: String)
    extends Exception(
      if line == 0 then s"$problem; $remedy" else s"line $line: $problem; $remedy",
      null,
      false,
      false
    )
