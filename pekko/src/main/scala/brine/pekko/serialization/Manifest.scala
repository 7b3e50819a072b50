package brine.pekko.serialization

import scala.util.matching.Regex

/** The manifest of a message: the name of its type, and the fingerprint of the schema it was written with. */
private[pekko] final case class Manifest(name: String, fingerprint: Long):
  def text: String = s"$name#${Manifest.hex(fingerprint)}"

private[pekko] object Manifest:
  // A function as pattern: Java's Long.parseUnsignedLong would take more than such numbers.
  private val Form: Regex = "([A-Za-z0-9._-]{1,128})#([0-9a-f]{16})".r

  def parse(text: String): Option[Manifest] = text match
    case Form(name, fingerprint) => Some(Manifest(name, java.lang.Long.parseUnsignedLong(fingerprint, 16)))
    case _                       => None

  /** A fingerprint as it stands in lock files. */
  def hex(fingerprint: Long): String = f"$fingerprint%016x"
