package brine.jdbc.internal.queries

import brine.jdbc.internal.sql.{Binder, Session}

/** A statement that selects events in order, as part of another one: `seq`, `size` and `hit` of each, which is 1 for
  * those that the path selects.
  *
  * @param bind
  *   sets its parameters
  */
private[jdbc] final class Branch(val sql: String, val bind: Binder => Any)

private[jdbc] object Branch:
  /** The most branches of one statement. */
  final val MostTogether = 16

  /** What a branch has found. */
  final class Found(val branch: Int, val seq: Long, val size: Int, val isHit: Boolean)

  /** Runs branches, many with one statement. What is found has the place of its branch in the list. */
  def run(session: Session, table: String, branches: IndexedSeq[Branch]): Vector[Found] =
    branches.indices
      .grouped(MostTogether)
      .flatMap: part =>
        val sql = part.map(at => s"select ${at - part.head} as b, q.seq, q.size, q.hit from (${branches(at).sql}) q")
        session.query(table, sql.mkString(" union all "))(binder => part.foreach(at => branches(at).bind(binder))):
          row => Found(part.head + row.getInt(1), row.getLong(2), row.getInt(3), row.getInt(4) == 1)
      .toVector
