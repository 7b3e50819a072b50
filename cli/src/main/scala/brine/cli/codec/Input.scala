package brine.cli.codec

import java.io.{IOException, InputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{AccessDeniedException, Files, NoSuchFileException, Path}

/** Reads input named on the command line: a file, or `-` for standard input. */
private[codec] final class Input(stdin: () => InputStream):

  /** Reads a file.
    *
    * @param hex
    *   whether it contains hexadecimal text
    * @return
    *   the bytes, or why they cannot be read
    */
  def read(name: String, hex: Boolean): Either[String, Array[Byte]] =
    raw(name).flatMap(bytes =>
      if hex then Input.fromHex(String(bytes, ISO_8859_1)).left.map(why => s"$name: $why") else Right(bytes)
    )

  private def raw(name: String): Either[String, Array[Byte]] =
    try
      if name == "-" then Right(stdin().readAllBytes())
      else
        val path = Path.of(name)
        if Files.isDirectory(path) then Left(s"$name is a folder; name a file, or - for the standard input")
        else if Files.size(path) > Input.Most then
          Left(s"$name is larger than 2 GiB, the most a message or container can be")
        else Right(Files.readAllBytes(path))
    catch
      case _: NoSuchFileException                => Left(s"no file $name; name a file, or - for the standard input")
      case _: AccessDeniedException              => Left(s"$name cannot be read; check its permissions")
      case error: IOException                    => Left(s"$name cannot be read: ${error.getMessage}")
      case _: java.nio.file.InvalidPathException => Left(s"'$name' is not the name of a file")

private[codec] object Input:
  private val Most = Int.MaxValue - 8

  /** Parses hexadecimal text and ignores white space. */
  def fromHex(text: String): Either[String, Array[Byte]] =
    val digits = text.filterNot(_.isWhitespace)
    digits.indexWhere(Character.digit(_, 16) < 0) match
      case -1 if digits.length % 2 == 0 => Right(digits.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray)
      case -1 => Left(s"hexadecimal text of ${digits.length} digits; it needs two per byte")
      case at => Left(s"'${printable(digits(at))}' is not a hexadecimal digit; leave out --hex if these are bytes")

  private def printable(char: Char): String =
    if char > ' ' && char < '\u007f' then s"$char" else f"\\u${char.toInt}%04x"

  /** Whether bytes are hexadecimal text: digits and white space only. */
  def isHex(bytes: Array[Byte]): Boolean =
    bytes.nonEmpty && bytes.forall(byte => Character.digit(byte.toChar, 16) >= 0 || Character.isWhitespace(byte.toChar))
