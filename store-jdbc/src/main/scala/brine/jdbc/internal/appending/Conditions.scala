package brine.jdbc.internal.appending

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.queries.{Branch, ClausePaths, PathSql}
import brine.jdbc.internal.sql.{Session, Tables}
import brine.journal.{AppendError, Offset}

/** Compares the conditions of appends with the events of the database. Thread-safe. */
private[jdbc] final class Conditions(tables: Tables, names: Names, clauses: ClausePaths, paths: PathSql):
  /** The error of each append with a condition that an event matches. It names the first such event.
    *
    * @param ids
    *   the numbers of all names in the conditions, of those that have one
    * @param next
    *   the number of the next event
    */
  def conflicts(
      session: Session,
      group: Vector[Request],
      ids: Map[String, Long],
      next: Long
  ): Map[Request, AppendError] =
    val errors = Map.newBuilder[Request, AppendError]
    // How far each is compared already.
    var open = group.filter(_.append.conditions.nonEmpty).map(request => (request, 0L))
    while open.nonEmpty do
      val candidates = first(session, open, ids, next)
      val events     = load(session, candidates.map(_._2).distinct)
      open = candidates.flatMap: (request, seq) =>
        val event = events(seq)
        request.append.conflict(Offset(seq), event.stream, event.tags, event.kind) match
          case Some(error) =>
            errors += request -> error
            None
          // The statement selects more than the query does.
          case None => Some((request, seq))
    errors.result()

  /** The first event that may conflict with each, of those that have one. */
  private def first(
      session: Session,
      open: Vector[(Request, Long)],
      ids: Map[String, Long],
      next: Long
  ): Vector[(Request, Long)] =
    val branches = for
      (request, from) <- open
      one             <- request.append.conditions
      after = math.max(one.after.sequence, from)
      if after < next - 1
      clause <- one.query.clauses
      path   <- clauses.of(session, clause, ids)
    yield (request, paths.first(path, after, next - 1))
    Branch
      .run(session, tables.event, branches.map(_._2))
      .groupMapReduce(found => branches(found.branch)._1)(_.seq)(math.min)
      .toVector

  private final class Event(val stream: String, val tags: Set[String], val kind: Option[String])

  private def load(session: Session, seqs: Vector[Long]): Map[Long, Event] =
    val rows = session.inLists(seqs): (part, marks) =>
      session.query(tables.event, s"select seq, stream, kind, tags from ${tables.event} where seq in ($marks)")(
        _.longs(part)
      ): row =>
        val kind = row.getLong(3)
        val none = row.wasNull
        val tags = Option(row.getBytes(4)).fold(Vector.empty)(Names.unpacked)
        (row.getLong(1), row.getLong(2), Option.when(!none)(kind), tags)
    val texts = names.names(session, rows.iterator.flatMap((_, stream, kind, tags) => tags ++ kind :+ stream).toSet)
    rows.map((seq, stream, kind, tags) => seq -> Event(texts(stream), tags.map(texts).toSet, kind.map(texts))).toMap
