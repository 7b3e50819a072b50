package brine.journal.format

/** A file of a later release. Thrown inside, a value of the public errors outside. */
private[journal] final class UnknownVersion(val file: String, val version: Int)
    extends Exception(s"$file has format version $version", null, false, false)
