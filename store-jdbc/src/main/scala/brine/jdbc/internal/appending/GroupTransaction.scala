package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.queries.{ClausePaths, PathSql}
import brine.jdbc.internal.sql.{Database, Failures, Identity, OwnFailure, Session}
import brine.journal.{AppendError, Appended, Micros}
import java.sql.SQLException

/** The transaction of a group, in one of two ways. For the writer's thread.
  *
  *   - Ahead: it decides with the head that it remembers, without a lock, and writes if the head is still that one.
  *     This takes one round trip, if the database can do so, and the names and versions are remembered.
  *   - Locked: it locks the head first, then reads what the appends depend on, then writes. So it decides whatever
  *     others do. It is used while others append as well, and for refusals: nothing is written that could prove them.
  *
  * So numbers are dense and in the order of commits in either way, whoever else appends.
  *
  * Under the lock, too, it may leave versions and keys to their indexes: then others wait for fewer round trips. If an
  * index refuses the events of a version that is there, it does all again, and reads first.
  */
private[jdbc] final class GroupTransaction(
    database: Database,
    names: Names,
    schemas: Schemas,
    identity: Identity,
    seen: Seen
):
  import GroupTransaction.*
  import database.{dialect, tables}

  private val conditions = Conditions(tables, names, ClausePaths(dialect, tables), PathSql(dialect, tables))
  private val recall     = Recall()
  private val write      =
    if dialect.writesAtOnce then GroupWrite.Whole(tables, identity) else GroupWrite.Steps(tables, identity)

  /** Runs it, with its commit.
    *
    * @param group
    *   grows by what waits when the lock is there, unless an attempt before may have been committed
    * @param progress
    *   gets to know when what is sent may be a commit
    * @param before
    *   an attempt of which nobody knows whether it was committed
    */
  def run(session: Session, group: Group, progress: Progress, before: Option[Prepared] = None): Ended =
    try
      val work = Work(session, group, progress)
      recall.expected
        .filter(head => before.isEmpty && seen.isIn(head))
        .flatMap(work.ahead)
        .map(Ended.Committed(_))
        .getOrElse(work.locked(before))
    catch
      case failed: Throwable =>
        recall.forget()
        throw failed

  private final class Work(session: Session, group: Group, progress: Progress):
    // Before the lock: nobody waits for this.
    private var kinds = kindsOf(group.requests)

    // Whether it may leave versions and keys to their indexes under the lock.
    private var mayTrust = recall.trusts()

    private def kindsOf(requests: Vector[Request]) = requests.map: request =>
      request.append.parts.iterator.flatMap(part => part.payloads.indices.iterator.map(part.kind)).toVector

    /** None if it has to be locked. Nothing was written then. */
    def ahead(head: Head): Option[Prepared] =
      // What reads first cannot always be made to write in SQLite; elsewhere each change of this may be a round trip.
      autoCommit(write.isOneStatement || dialect.isOneWriter)
      val decision = decided(head, known(head, recall.version, asksKeys = false))
      // A write proves what was decided. But the key of one that was refused may be there already.
      val isProven = decision.events.nonEmpty &&
        group.requests.zip(decision.results).forall((request, result) => request.append.key.isEmpty || result.isRight)
      if !isProven then None
      else
        val prepared = result(head, decision, isAhead = true)
        try
          if written(head, decision, prepared) then Some(prepared)
          else
            recall.missed()
            undone()
            None
        catch
          // A key of the group.
          case failure: SQLException if isDuplicate(failure) =>
            mayTrust = false
            undone()
            None

    private def written(head: Head, decision: GroupDecision, prepared: Prepared): Boolean =
      val rows = GroupRows(tables, names, schemas, decision)
      if write.isOneStatement then
        // Once its values are set: a failure before that, such as a lack of memory, is certain.
        val sends = () => progress.commits(prepared, isStatement = true)
        write.run(session, head, rows, sends) && committed(decision)
      else
        autoCommit(false)
        write.run(session, head, rows) && commit(decision, prepared)

    def locked(before: Option[Prepared]): Ended =
      autoCommit(false)
      val held = Head.lock(session, dialect, tables, identity)
      held.foreach(seen.verify)
      held match
        case None =>
          val why = identity.problem(session)
          session.connection.rollback()
          Ended.Fenced(why)
        // With its head, it was not committed, and it cannot be once this one was.
        case Some(head) if before.exists(found => found.from != head && isThere(found)) =>
          session.connection.rollback()
          Ended.Unsure
        case Some(head) =>
          recall.found(head)
          // Its results belong to those that it had.
          if before.isEmpty then kinds ++= kindsOf(group.grow())
          val trusts = mayTrust && before.isEmpty && group.requests.forall(_.append.stored.isEmpty)
          try Ended.Committed(underLock(head, trusts))
          catch
            case failure: SQLException if trusts && isDuplicate(failure) =>
              mayTrust = false
              session.connection.rollback()
              recall.refused(group.requests.iterator.flatMap(_.append.parts).map(_.stream).toSet)
              locked(before)

    private def underLock(head: Head, trusts: Boolean): Prepared =
      val found   = known(head, if trusts then recall.likely else recall.version, asksKeys = !trusts)
      val likely  = decided(head, found)
      val isTaken = trusts && likely.results.forall(_.isRight)
      // An index proves what is accepted, and nothing that is refused.
      val decision =
        if trusts && !isTaken then decided(head, found.verified(session, tables, recall.version, group.requests))
        else likely
      val prepared = result(head, decision, isAhead = false)
      if decision.events.isEmpty then
        session.connection.rollback()
        recall.committed(head, decision.streams)
      else
        if !write.run(session, head, GroupRows(tables, names, schemas, decision)) then
          throw OwnFailure(s"table ${tables.head} has changed under its lock")
        commit(decision, prepared): Unit
      if isTaken then recall.taken()
      prepared

    // Equal events may be those of another process. Different ones prove that it was not committed.
    private def isThere(found: Prepared): Boolean = found.first.exists: event =>
      session
        .first(tables.event, s"select stream, version, micros, payload from ${tables.event} where seq = ?")(
          _.long(event.seq)
        )(row => (row.getLong(1), row.getLong(2), row.getLong(3), row.getBytes(4)))
        .exists: (stream, version, micros, payload) =>
          version == event.version && micros == event.micros && java.util.Arrays.equals(payload, event.payload) &&
            names.names(session, Vector(stream)).get(stream).contains(event.part.stream)

    private def commit(decision: GroupDecision, prepared: Prepared): Boolean =
      progress.commits(prepared, isStatement = false)
      session.connection.commit()
      committed(decision)

    private def committed(decision: GroupDecision): Boolean =
      names.committed(decision.names)
      schemas.committed(decision.schemas)
      recall.committed(decision.after, decision.streams)
      true

    private def known(head: Head, version: String => Option[Long], asksKeys: Boolean): Known =
      val all = kinds.iterator.flatten.flatten.toSet
      Known.of(session, tables, names, schemas, conditions, version, group.requests, all, asksKeys, head.seq)

    private def decided(head: Head, known: Known): GroupDecision =
      val decision = GroupDecision(head, known, Micros.of(database.settings.clock.instant))
      group.requests.zip(kinds).foreach(decision.decide)
      decision

    private def result(head: Head, decision: GroupDecision, isAhead: Boolean) = Prepared(
      decision.results,
      head,
      decision.events.headOption,
      head.seq + decision.events.size - 1,
      isAhead
    )

    // Before it was committed.
    private def isDuplicate(failure: SQLException): Boolean =
      database.failures.isDuplicate(failure) && progress.unknown(failure, database.failures).isEmpty

    private def undone(): Unit =
      progress.undone()
      if !session.connection.getAutoCommit then session.connection.rollback()

    private def autoCommit(on: Boolean): Unit =
      if session.connection.getAutoCommit != on then session.connection.setAutoCommit(on)

private[jdbc] object GroupTransaction:
  /** How far a group has come. For one thread. */
  final class Progress:
    private var sent: Option[Prepared] = None
    private var isStatement            = false

    /** What is sent next may be a commit.
      *
      * @param isStatement
      *   whether it is a statement that commits by itself
      */
    def commits(prepared: Prepared, isStatement: Boolean): Unit =
      sent = Some(prepared)
      this.isStatement = isStatement

    /** Certainly nothing was committed. */
    def undone(): Unit = sent = None

    /** What may be committed, if nobody knows after this failure. */
    def unknown(failure: SQLException, failures: Failures): Option[Prepared] =
      sent.filterNot(_ => if isStatement then failures.isRefused(failure) else failures.isRolledBack(failure))

    /** What may be committed, after a failure that no driver has reported. */
    def unknown: Option[Prepared] = sent

  /** A transaction before its commit.
    *
    * @param results
    *   the result of each append, if the commit succeeds
    * @param from
    *   the head before it
    * @param first
    *   its first event
    * @param last
    *   number of the last event after it
    * @param isAhead
    *   whether it was decided without a lock
    */
  final class Prepared(
      val results: Vector[Either[AppendError, Appended]],
      val from: Head,
      val first: Option[NewEvent],
      val last: Long,
      val isAhead: Boolean
  )

  /** How it has ended. */
  enum Ended:
    /** The results are certain. */
    case Committed(prepared: Prepared)

    /** Nothing was written, because the attempt before seems to be committed. */
    case Unsure

    /** Nothing was written: the head is not what it was when the log was opened. */
    case Fenced(why: String)
