package brine.journal

/** What a backup did.
  *
  * @param upTo
  *   the backup holds everything up to here
  * @param copied
  *   segments that were copied
  * @param skipped
  *   segments that were there already
  * @param bytes
  *   copied, of all files
  */
final case class BackupReport(upTo: Offset, copied: Int, skipped: Int, snapshots: Int, bytes: Long)
