package brine.journal.replication

import brine.journal.storage.Storage
import brine.journal.tools.JournalImport
import brine.journal.{EventLogReader, JournalSettings}
import java.nio.file.Path

/** Where a replica is: in files ([[ReplicaTarget.folder]]), or in a database (`brine.jdbc.JdbcReplica.target`). Used by
  * one follower at a time.
  */
abstract class ReplicaTarget private[brine] ():
  /** What messages call the replica. */
  def name: String

  /** Opens it for records of a log with this name, and creates it if it is missing. From then on it is a replica, if it
    * has no records.
    *
    * @param again
    *   whether the same follower has had it open before. Then nobody else may have opened it since
    */
  private[brine] def open(of: String, again: Boolean): Either[ReplicaTarget.Problem, JournalImport]

  /** What was opened has the beginning of that log: from now on it is its replica. */
  private[brine] def confirm(of: String): Either[ReplicaTarget.Problem, Unit]

  /** Why nothing can be appended any more to what was opened, as far as is known without an append. */
  private[brine] def problem: Option[FollowError] = None

  /** Releases what was opened, after the import has ended. */
  private[brine] def release(): Unit = ()

  /** Why a log may not be followed into it. */
  private[brine] def misplaced(from: EventLogReader): Option[FollowError]

object ReplicaTarget:
  /** Why a replica cannot be opened.
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
