package brine.journal.format

/** A file of a later release. Thrown internally; the API returns it as an error value. */
private[journal] final class UnknownVersion(val file: String, val version: Int)
    extends Exception(s"$file has format version $version", null, false, false)
