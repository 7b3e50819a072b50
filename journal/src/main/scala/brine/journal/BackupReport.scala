package brine.journal

/** The result of a backup.
  *
  * @param upTo
  *   the backup contains every record up to this offset
  * @param copied
  *   number of segments that were copied
  * @param skipped
  *   number of segments that the backup had already
  * @param snapshots
  *   number of snapshots in the backup
  * @param bytes
  *   number of bytes that were copied, of all files
  */
final case class BackupReport(upTo: Offset, copied: Int, skipped: Int, snapshots: Int, bytes: Long)
