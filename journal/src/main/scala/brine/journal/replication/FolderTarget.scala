package brine.journal.replication

import brine.journal.storage.Storage
import brine.journal.tools.{JournalImport, LogCopy}
import brine.journal.{EventLogReader, JournalSettings, LogRole, OpenError}
import java.nio.file.Path

/** A replica in files. While it is open, its lock keeps everybody else away. */
private[replication] final class FolderTarget(folder: Path, settings: JournalSettings, storage: Storage)
    extends ReplicaTarget:
  def name: String = folder.toString

  private[brine] def open(of: String): Either[ReplicaTarget.Problem, JournalImport] =
    JournalImport
      .replica(of, folder, settings, storage)
      .left
      .map:
        case OpenError.NotWritable(_, LogRole.Promoted(_, since)) => permanent(FollowError.Promoted(name, since))
        case _: OpenError.NotWritable                             => permanent(FollowError.NotAReplica(name))
        case error: OpenError.Failed => ReplicaTarget.Problem(FollowError.Refused(error.message), mayPass = true)
        case error                   => permanent(FollowError.Refused(error.message))

  private def permanent(error: FollowError) = ReplicaTarget.Problem(error, mayPass = false)

  private[brine] def misplaced(from: EventLogReader): Option[FollowError] =
    LogCopy.samePlace(from, folder).map(error => FollowError.SamePlace(error.message))
