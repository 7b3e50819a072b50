package brine.jdbc.internal.queries

import brine.jdbc.internal.sql.{Binder, Session, Tables}

/** A statement that selects events in order, as part of another one: `seq`, `size`, `hit` and `version` of each. `hit`
  * is 1 for those that the path selects. `version` is another number where nobody asks for it.
  *
  * @param bind
  *   sets its parameters
  */
private[jdbc] final class Branch(val sql: String, val bind: Binder => Any)

private[jdbc] object Branch:
  /** The most branches of one statement. */
  final val MostTogether = 16

  // What the head has in place of the number of a branch.
  private final val OfHead = -1

  /** What a branch has found. */
  final class Found(val branch: Int, val seq: Long, val size: Int, val isHit: Boolean, val version: Long)

  /** Runs branches, many with one statement. What is found has the place of its branch in the list. */
  def run(session: Session, table: String, branches: IndexedSeq[Branch]): Vector[Found] =
    run(session, table, branches, Vector.empty)

  /** Runs branches over events. Tells the session how far the log goes for each statement, also for one that finds no
    * event.
    */
  def run(session: Session, tables: Tables, branches: IndexedSeq[Branch]): Vector[Found] =
    val head =
      s"select $OfHead as b, next_seq as seq, 0 as size, 0 as hit, 0 as version from ${tables.head} where id = 1"
    val (ofHead, found) = run(session, tables.event, branches, Vector(head)).partition(_.branch == OfHead)
    ofHead.foreach(one => session.reaches(one.seq - 1))
    found

  private def run(
      session: Session,
      table: String,
      branches: IndexedSeq[Branch],
      first: Vector[String]
  ): Vector[Found] =
    branches.indices
      .grouped(MostTogether)
      .flatMap: part =>
        val all = part.map: at =>
          s"select ${at - part.head} as b, q.seq, q.size, q.hit, q.version from (${branches(at).sql}) q"
        val sql = (first ++ all).mkString(" union all ")
        session.query(table, sql)(binder => part.foreach(at => branches(at).bind(binder))): row =>
          val branch = row.getInt(1)
          val place  = if branch == OfHead then OfHead else part.head + branch
          Found(place, row.getLong(2), row.getInt(3), row.getInt(4) == 1, row.getLong(5)) // 0 for null
      .toVector
