package brine.journal.replication

import brine.journal.failure.Failures
import brine.journal.folders.ManifestStore
import brine.journal.storage.Storage
import brine.journal.tools.{JournalImport, LogCopy}
import brine.journal.{EventLogReader, JournalReader, JournalSettings, LogRole, OpenError}
import java.nio.file.{InvalidPathException, Path}

/** A replica in files. While it is open, its lock keeps everybody else away. */
private[replication] final class FolderTarget(folder: Path, settings: JournalSettings, storage: Storage)
    extends ReplicaTarget:
  def name: String = folder.toString

  private[brine] def open(of: String, again: Boolean, adopts: Boolean): Either[ReplicaTarget.Problem, OpenReplica] =
    problemOf(JournalImport.replica(of, folder, settings, storage, adopts)).map(Opened(_, _, _))

  private final class Opened(to: JournalImport, val isAdopted: Boolean, confirmRole: () => Unit) extends OpenReplica:
    def log: EventLogReader = to.log
    val end: Long           = to.begin.sequence

    def take(end: Long): Either[ReplicaTarget.Problem, OpenReplica.Taken] =
      problemOf(Failures.opening(folder)(Right(confirmRole()))).map(_ => OpenReplica.Taken.ToAppend(to))

    def close(): Unit = to.close()

  private def problemOf[A](result: Either[OpenError, A]): Either[ReplicaTarget.Problem, A] =
    result.left
      .map:
        case OpenError.NotWritable(_, LogRole.Promoted(_, since)) => permanent(FollowError.Promoted(name, since))
        case _: OpenError.NotWritable                             => permanent(FollowError.NotAReplica(name))
        case error: OpenError.Failed => ReplicaTarget.Problem(FollowError.Refused(error.message), mayPass = true)
        case error                   => permanent(FollowError.Refused(error.message))

  private def permanent(error: FollowError) = ReplicaTarget.Problem(error, mayPass = false)

  private[brine] def misplaced(from: EventLogReader): Option[FollowError] =
    LogCopy.samePlace(from, folder).map(error => FollowError.SamePlace(error.message)).orElse(ring(from))

  /** Whether the log follows this replica, perhaps through others, as far as their folders can be found from here. */
  private def ring(from: EventLogReader): Option[FollowError] = from match
    case reader: JournalReader =>
      val followed = Iterator
        .iterate(followedBy(reader.folder))(_.flatMap(followedBy))
        .takeWhile(_.isDefined)
        .map(_.get)
        .take(FolderTarget.LongestChain)
      Option.when(followed.exists(LogCopy.isSame(_, folder)))(FollowError.Ring(from.name, name))
    case _ => None

  // A path that is not absolute was written in a folder that is not known.
  private def followedBy(replica: Path): Option[Path] =
    try
      Failures.opening(replica)(Right(ManifestStore.read(storage, replica)._1.map(_.role))) match
        case Right(Some(LogRole.Replica(of, _))) => Some(Path.of(of)).filter(_.isAbsolute)
        case _                                   => None
    catch case _: InvalidPathException => None // it was the log of a database

private object FolderTarget:
  // Ends a chain that runs into a ring elsewhere.
  private final val LongestChain = 1000
