package brine.jdbc.internal.appending

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.queries.{ClausePaths, PathSql}
import brine.jdbc.internal.sql.{Database, Identity, Session}
import brine.journal.{AppendError, Appended, Micros}

/** The transaction of a group: the lock of the head first, then what the appends depend on, then what they add. So
  * numbers are dense and in the order of commits, whoever else appends. Thread-safe.
  */
private[jdbc] final class GroupTransaction(
    database: Database,
    names: Names,
    schemas: Schemas,
    identity: Identity
):
  import database.{dialect, tables}

  private val conditions = Conditions(tables, names, ClausePaths(dialect, tables), PathSql(dialect, tables))
  private val inserts    = GroupInserts(tables, names, schemas)

  /** Runs it up to its commit.
    *
    * @return
    *   the reason if the head is not what it was when the log was opened
    */
  def run(session: Session, group: Vector[Request]): Either[String, GroupTransaction.Prepared] =
    // Before the lock: nobody waits for this.
    val kinds = group.map: request =>
      request.append.parts.iterator.flatMap(part => part.payloads.indices.iterator.map(part.kind)).toVector
    val now = Micros.of(database.settings.clock.instant)
    Head
      .lock(session, dialect, tables, identity)
      .toRight(identity.problem(session))
      .map: head =>
        val known =
          Known.of(session, tables, names, schemas, conditions, group, kinds.flatten.flatten.toSet, head.seq)
        val decision = GroupDecision(head, known, now)
        val results  = group.zip(kinds).map(decision.decide)
        if decision.events.nonEmpty then inserts.run(session, decision)
        GroupTransaction.Prepared(
          results,
          decision.events.nonEmpty,
          decision.after.seq - 1,
          () =>
            names.committed(decision.names)
            schemas.committed(decision.schemas)
        )

private[jdbc] object GroupTransaction:
  /** A transaction before its commit.
    *
    * @param results
    *   the result of each append, if the commit succeeds
    * @param hasEvents
    *   whether there is anything to commit
    * @param last
    *   number of the last event after it
    * @param committed
    *   to be called after the commit
    */
  final class Prepared(
      val results: Vector[Either[AppendError, Appended]],
      val hasEvents: Boolean,
      val last: Long,
      val committed: () => Unit
  )
