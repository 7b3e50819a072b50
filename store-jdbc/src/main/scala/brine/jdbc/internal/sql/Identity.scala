package brine.jdbc.internal.sql

import java.util.UUID

/** Which log the tables held when it was opened. Somebody may drop them, and another program may create them again:
  * then what this one remembers of names and schemas is wrong. Thread-safe.
  *
  * @param epoch
  *   how often the tables had been changed
  */
private[jdbc] final class Identity(tables: Tables, val id: UUID, val epoch: Long):
  import tables.head

  /** A column of any statement: what [[verify]] takes. */
  val column: String = s"(select log_id from $head where id = 1)"

  /** Compares the identity of the log that a statement has found.
    *
    * @param found
    *   its bytes; null if there is no head
    * @throws OwnFailure
    *   if it is another log
    */
  def verify(found: Array[Byte] | Null): Unit =
    if found == null then throw OwnFailure(noHead)
    else if Binder.uuidOf(found) != id then throw OwnFailure(replaced)

  /** Asks for the identity of the log, and compares it. Tells the session how far the log goes. */
  def verify(session: Session): Unit =
    val found = session.first(head, s"select log_id, next_seq from $head where id = 1")(_ => ()): row =>
      session.reaches(row.getLong(2) - 1)
      row.getBytes(1)
    verify(found.orNull)

  /** Why the head cannot be locked: what has become of the log since it was opened. */
  def problem(session: Session): String =
    session.first(head, s"select log_id from $head where id = 1")(_ => ())(_.getBytes(1)) match
      case None                                      => noHead
      case Some(found) if Binder.uuidOf(found) != id => replaced
      case Some(_)                                   =>
        Roles.read(session, tables).filterNot(_.acceptsPrograms) match
          case Some(role) => role.refusal(s"the log with the tables ${tables.prefix}*")
          case None       =>
            s"the tables ${tables.prefix}* were changed by a later release, promoted or restored since the log was " +
              "opened: open it again"

  private def noHead = s"the table $head has no row: somebody has deleted it. Restore the table, and open the log again"

  private def replaced =
    s"the tables ${tables.prefix}* are those of another log: somebody has dropped them since this one was opened, " +
      "and they were created again. Close this log and open it again"
