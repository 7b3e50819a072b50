package brine.jdbc.internal.appending

import brine.jdbc.internal.sql.{Binder, Identity, Insert, Session, Tables}

/** Writes what a group has decided, if the head is the one that it was decided with. Then nobody has added anything
  * since, and all that the decision depends on is as it was. Stateless.
  */
private[jdbc] trait GroupWrite:
  /** Whether it is one statement, which can commit by itself. */
  def isOneStatement: Boolean

  /** Moves the head and inserts the rows.
    *
    * @param sends
    *   called before the statement is sent, once its values are set, if it is one
    * @return
    *   whether the head was the expected one; otherwise nothing was written
    */
  def run(session: Session, from: Head, rows: GroupRows, sends: () => Unit = () => ()): Boolean

private[jdbc] object GroupWrite:
  /** Several statements of one transaction. The first one locks the head. */
  final class Steps(tables: Tables, identity: Identity) extends GroupWrite:
    private val move = Head.move(tables)

    def isOneStatement: Boolean = false

    def run(session: Session, from: Head, rows: GroupRows, sends: () => Unit): Boolean =
      val isMoved = session.update(tables.head, move)(Head.bindMove(_, from, rows.after, identity)) == 1
      if isMoved then rows.inserts.foreach(session.insert(_))
      isMoved

  /** One statement, for databases that can change several tables with one, and have arrays. Its parts see the tables as
    * they were when it began. So it inserts only if the head, which it has locked by then, is the expected one.
    */
  final class Whole(tables: Tables, identity: Identity) extends GroupWrite:
    private val move = Head.move(tables)

    def isOneStatement: Boolean = true

    def run(session: Session, from: Head, rows: GroupRows, sends: () => Unit): Boolean =
      val parts = rows.inserts.zipWithIndex.map: (insert, at) =>
        s", part$at as (${part(insert)})"
      // What it returns is of the head alone: a trigger or a partition may hide which rows were inserted.
      val sql = s"with moved as ($move returning id)${parts.mkString} select id from moved"
      session
        .first(tables.event, sql)(binder => { bind(binder, from, rows); sends() })(_ => ())
        .isDefined

    private def bind(binder: Binder, from: Head, rows: GroupRows): Unit =
      Head.bindMove(binder, from, rows.after, identity): Unit
      rows.inserts.foreach(bind(binder, _))

    // One row as values, which is faster; any other number of rows is the same statement.
    private def part(insert: Insert[?]): String =
      val names = insert.names.mkString(", ")
      val types = insert.columns
        .map(_.kind)
        .map:
          case Insert.Kind.Longs => "bigint"
          case Insert.Kind.Ints  => "int"
          case Insert.Kind.Bytes => "bytea"
      if insert.rows.sizeIs == 1 then
        s"insert into ${insert.table} ($names) select ${types.map(kind => s"?::$kind").mkString(", ")} from moved"
      else
        s"insert into ${insert.table} ($names) select r.* from moved, " +
          s"unnest(${types.map(kind => s"?::$kind[]").mkString(", ")}) r"

    private def bind[A](binder: Binder, insert: Insert[A]): Unit =
      if insert.rows.sizeIs == 1 then insert.bind(binder, insert.rows.head) else insert.bindColumns(binder)
