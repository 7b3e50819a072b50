package brine.dev.release

import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.HexFormat

/** The checksums that go beside each file of a release.
  *
  * @param ending
  *   what the file with the checksum is called, after the name of the other
  */
enum Checksum(val ending: String, algorithm: String):
  case Md5    extends Checksum(".md5", "MD5")
  case Sha1   extends Checksum(".sha1", "SHA-1")
  case Sha256 extends Checksum(".sha256", "SHA-256")
  case Sha512 extends Checksum(".sha512", "SHA-512")

  def of(file: Path): String =
    HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)))

  /** The file with the checksum of another. */
  def beside(file: Path): Path = file.resolveSibling(file.getFileName.toString + ending)

  def write(file: Path): Unit = Files.writeString(beside(file), of(file), US_ASCII): Unit

  /** What is wrong with the checksum beside a file, if anything is. */
  def problem(file: Path): Option[String] =
    if !Files.isRegularFile(beside(file)) then Some(s"${beside(file).getFileName} is missing")
    else if Files.readString(beside(file), US_ASCII).trim != of(file) then
      Some(s"${beside(file).getFileName} is not the checksum of the file")
    else None
