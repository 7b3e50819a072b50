package brine.codec

/** Why a value could not be encoded: it contains a null, or exceeds a limit that readers enforce.
  *
  * @param problem
  *   what is wrong, and what to do
  * @param path
  *   part of the value, such as `pages[3].name`; empty if it is unknown or the value itself
  */
final class EncodeError private[brine] (val problem: String, val path: String)
    extends Exception(if path.isEmpty then problem else s"$problem (in $path)")
