package brine.codec

/** A value that has no bytes: it holds a null, or exceeds a limit a reader would hold it to.
  *
  * @param problem
  *   what is wrong, and what to do
  * @param path
  *   which part of the value, for example `pages[3].name`; empty where it is not known or is the value itself
  */
final class EncodeError private[codec] (val problem: String, val path: String)
    extends Exception(if path.isEmpty then problem else s"$problem (in $path)")
