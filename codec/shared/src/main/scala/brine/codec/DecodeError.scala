package brine.codec

/** Why some bytes are not a value, and where.
  *
  * An exception without a stack trace, thrown inside codecs and returned as a value by `Codec.decode` and `Codec.decodeBare`.
  *
  * @param problem
  *   what is wrong, in words, and what the limit or the expectation was
  * @param offset
  *   where, in bytes from the start of the message
  * @param path
  *   which part of the value was being read, for example `pages[3].components[0].id`; empty for the value itself
  * @param hex
  *   the bytes around `offset` in hexadecimal, the offending one in brackets
  */
final class DecodeError private[codec] (val problem: String, val offset: Int, val path: String, val hex: String)
    extends Exception(DecodeError.message(problem, offset, path, hex), null, false, false):

  /** The same error seen from the enclosing record. */
  private[codec] def inField(name: String): DecodeError =
    DecodeError(problem, offset, DecodeError.join(name, path), hex)

  /** The same error seen from the enclosing collection. */
  private[codec] def inElement(index: Int): DecodeError =
    DecodeError(problem, offset, DecodeError.join(s"[$index]", path), hex)

  /** The same error seen from the whole that the message is a part of. */
  private[codec] def at(offset: Int): DecodeError = DecodeError(problem, offset, path, hex)

object DecodeError:
  private[codec] def apply(problem: String, offset: Int, path: String, hex: String): DecodeError =
    new DecodeError(problem, offset, path, hex)

  private def join(first: String, rest: String): String =
    if rest.isEmpty || rest.startsWith("[") then first + rest else s"$first.$rest"

  private def message(problem: String, offset: Int, path: String, hex: String): String =
    val where = if path.isEmpty then s"at byte $offset" else s"at byte $offset, in $path"
    if hex.isEmpty then s"$problem ($where)" else s"$problem ($where; bytes $hex)"
