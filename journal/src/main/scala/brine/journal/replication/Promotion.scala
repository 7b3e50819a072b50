package brine.journal.replication

import brine.journal.failure.Failures
import brine.journal.folders.{Fence, ManifestStore, SegmentFiles}
import brine.journal.storage.Storage
import brine.journal.{EventLogReader, LogRole, OpenError}
import java.nio.file.Path
import java.time.Instant

/** Changes who may append to a journal in files: makes a replica the log, and keeps programs from the old one. For logs
  * in databases see `brine.jdbc.JdbcReplica`.
  *
  * {{{
  * Promotion.fence(old)       // first, if it can be reached: no program opens it to append any more
  * Promotion.promote(replica) // programs may append to it
  * }}}
  *
  * Each change raises the epoch of the journal. It is durable when the call returns.
  */
object Promotion:
  /** Who may append to a journal. */
  def role(folder: Path, storage: Storage = Storage.disk): Either[OpenError, LogRole] =
    Failures.opening(folder):
      ManifestStore.read(storage, folder)._1.map(_.role).toRight(missing(folder))

  /** Makes a replica, or a journal that was fenced, one to which programs append. One to which they append already
    * stays as it is.
    *
    * @return
    *   the new role; [[OpenError.Locked]] if its follower runs
    */
  def promote(folder: Path, storage: Storage = Storage.disk): Either[OpenError, LogRole] =
    changed(folder, storage)(role => role.promoted(Instant.now).getOrElse(role))

  /** Keeps programs from appending to a journal from now on. A replica stays as it is.
    *
    * @return
    *   the new role; [[OpenError.Locked]] if a program has it open
    */
  def fence(folder: Path, storage: Storage = Storage.disk): Either[OpenError, LogRole] =
    changed(folder, storage)(_.fenced(Instant.now))

  private def missing(folder: Path) = OpenError.NotAJournal(folder, "there is no MANIFEST-a or MANIFEST-b in it")

  private def changed(folder: Path, storage: Storage)(change: LogRole => LogRole): Either[OpenError, LogRole] =
    Failures.opening(folder):
      // Before the lock, which would be a file in a folder without a journal.
      if ManifestStore.read(storage, folder)._1.isEmpty then Left(missing(folder))
      else
        storage.lock(folder.resolve(SegmentFiles.Lock)) match
          case None       => Left(OpenError.Locked(folder, "a program, or the follower of a replica"))
          case Some(lock) =>
            try
              ManifestStore.read(storage, folder)._1 match
                case None           => Left(missing(folder))
                case Some(manifest) =>
                  if !manifest.isClosed then lock.awaitOthers()
                  val now  = ManifestStore.read(storage, folder)._1.getOrElse(manifest)
                  val role = change(now.role)
                  if role != now.role then
                    ManifestStore(storage, folder, now, Fence(folder, lock))
                      .update(_.copy(epoch = now.epoch + 1, role = role))
                  Right(role)
            finally lock.close()

  /** Number of records of a log that its replica does not have. Compares the last 1,000 records that both have.
    *
    * @return
    *   an error if the replica is none of this log, or one of them cannot be read
    */
  def lacking(from: EventLogReader, replica: EventLogReader): Either[FollowError, Long] =
    Belonging.lacking(from, replica)

  /** As [[lacking]], and makes sure that the log is the one that the replica follows, or followed: some records are
    * equal, or its role names the log. A replica that was promoted may have records of its own at the end.
    *
    * @param role
    *   that of the replica
    */
  private[brine] def lackingOfSource(
      from: EventLogReader,
      replica: EventLogReader,
      role: LogRole
  ): Either[FollowError, Long] = Belonging.lackingOfSource(from, replica, role)

  /** The time from which on a log must send its records, so that they can be compared with the last ones that a replica
    * has; None if it has none.
    */
  def resumesAt(replica: EventLogReader): Either[FollowError, Option[Instant]] =
    Comparing.begin(replica, replica.durable.sequence).left.map(FollowError.Unread(replica.name, _))
