package brine.journal.format

/** The version of the format that this release writes, in segment headers and the manifest. It reads this version and
  * every earlier one.
  */
private[journal] object FormatVersion:
  inline val Current = 1

  /** Whether this release reads a version. */
  def isKnown(version: Int): Boolean = version >= 1 && version <= Current
