package brine.journal.replication

import brine.journal.failure.Failures
import brine.journal.storage.Storage
import brine.journal.tools.{JournalImport, LogCopy}
import brine.journal.{EventLogReader, JournalSettings, LogRole, OpenError}
import java.nio.file.Path

/** A replica in files. While it is open, its lock keeps everybody else away. */
private[replication] final class FolderTarget(folder: Path, settings: JournalSettings, storage: Storage)
    extends ReplicaTarget:
  def name: String = folder.toString

  private var confirmRole: () => Unit = () => ()

  private[brine] def open(of: String, again: Boolean): Either[ReplicaTarget.Problem, JournalImport] =
    problemOf(JournalImport.replica(of, folder, settings, storage)).map: (opened, confirm) =>
      confirmRole = confirm
      opened

  private[brine] def confirm(of: String): Either[ReplicaTarget.Problem, Unit] =
    problemOf(Failures.opening(folder)(Right(confirmRole())))

  private def problemOf[A](result: Either[OpenError, A]): Either[ReplicaTarget.Problem, A] =
    result.left
      .map:
        case OpenError.NotWritable(_, LogRole.Promoted(_, since)) => permanent(FollowError.Promoted(name, since))
        case _: OpenError.NotWritable                             => permanent(FollowError.NotAReplica(name))
        case error: OpenError.Failed => ReplicaTarget.Problem(FollowError.Refused(error.message), mayPass = true)
        case error                   => permanent(FollowError.Refused(error.message))

  private def permanent(error: FollowError) = ReplicaTarget.Problem(error, mayPass = false)

  private[brine] def misplaced(from: EventLogReader): Option[FollowError] =
    LogCopy.samePlace(from, folder).map(error => FollowError.SamePlace(error.message))
