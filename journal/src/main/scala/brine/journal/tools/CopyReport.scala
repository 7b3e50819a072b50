package brine.journal.tools

import brine.journal.Offset

/** What a copy has.
  *
  * @param records
  *   number of all records of the copy, each of which was read back and compared
  * @param copied
  *   number of records that were copied now; the others were there
  * @param upTo
  *   offset of the last record in the log that was copied. In the copy its offset is [[records]], for offsets of a copy
  *   have no gaps
  * @param digest
  *   SHA-256 over all records that were read back, in hexadecimal digits: over streams, versions, times, tags, keys,
  *   schemas and bytes. Copies with equal records have the same one
  */
final case class CopyReport(records: Long, copied: Long, upTo: Offset, digest: String)
