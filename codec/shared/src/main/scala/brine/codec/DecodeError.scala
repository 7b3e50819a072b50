package brine.codec

/** Why bytes could not be decoded, and where.
  *
  * An exception without a stack trace. Codecs throw it; `Codec.decode` and `Codec.decodeBare` return it as a value.
  *
  * @param problem
  *   what is wrong, and which limit or expectation was not met
  * @param offset
  *   position of the problem, in bytes from the start of the message
  * @param path
  *   part of the value that was being read, such as `pages[3].components[0].id`; empty for the value itself
  * @param hex
  *   the bytes around `offset` in hexadecimal, with the byte at `offset` in brackets
  */
final class DecodeError private[codec] (val problem: String, val offset: Int, val path: String, val hex: String)
    extends Exception(DecodeError.message(problem, offset, path, hex), null, false, false):

  /** The same error, with its path extended by the enclosing record's field. */
  private[codec] def inField(name: String): DecodeError =
    DecodeError(problem, offset, DecodeError.join(name, path), hex)

  /** The same error, with its path extended by the index in the enclosing collection. */
  private[codec] def inElement(index: Int): DecodeError =
    DecodeError(problem, offset, DecodeError.join(s"[$index]", path), hex)

  /** The same error, with its offset in the message that contains this one. */
  private[codec] def at(offset: Int): DecodeError = DecodeError(problem, offset, path, hex)

object DecodeError:
  private[codec] def apply(problem: String, offset: Int, path: String, hex: String): DecodeError =
    new DecodeError(problem, offset, path, hex)

  private def join(first: String, rest: String): String =
    if rest.isEmpty || rest.startsWith("[") then first + rest else s"$first.$rest"

  private def message(problem: String, offset: Int, path: String, hex: String): String =
    val where = if path.isEmpty then s"at byte $offset" else s"at byte $offset, in $path"
    if hex.isEmpty then s"$problem ($where)" else s"$problem ($where; bytes $hex)"
