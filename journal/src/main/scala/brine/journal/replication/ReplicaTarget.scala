package brine.journal.replication

import brine.journal.storage.Storage
import brine.journal.{EventLogReader, JournalSettings}
import java.nio.file.Path

/** Where a replica is: in files ([[ReplicaTarget.folder]]), or in a database (`brine.jdbc.JdbcReplica.target`). Used by
  * one follower at a time.
  */
abstract class ReplicaTarget private[brine] ():
  /** What messages call the replica. */
  def name: String

  /** Opens it to compare its records, and creates it if it is missing.
    *
    * @param of
    *   name of the log that it is to follow
    * @param again
    *   whether the same follower has had it open before. Then nobody else may have opened it since
    * @param adopts
    *   whether it may have records although it was no replica before
    */
  private[brine] def open(of: String, again: Boolean, adopts: Boolean): Either[ReplicaTarget.Problem, OpenReplica]

  /** Why nothing can be appended any more to what was opened, as far as is known without an append. */
  private[brine] def problem: Option[FollowError] = None

  /** Why a log may not be followed into it. */
  private[brine] def misplaced(from: EventLogReader): Option[FollowError]

object ReplicaTarget:
  /** Why a replica cannot be opened, or not be taken.
    *
    * @param mayPass
    *   whether trying again may help
    */
  private[brine] final case class Problem(error: FollowError, mayPass: Boolean)

  /** A replica in the files of a folder, which is created if it is missing.
    *
    * @param settings
    *   the settings of the journal, but for the clock, which is not used
    */
  def folder(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): ReplicaTarget = FolderTarget(folder, settings, storage)
