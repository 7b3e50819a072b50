package brine.jdbc.internal.reading

import brine.jdbc.internal.names.Names
import brine.jdbc.internal.queries.{ClausePaths, Path, PathSql}
import brine.jdbc.internal.sql.{Dialect, Session, Tables}
import brine.journal.Query

/** Makes the selections of cursors. Thread-safe.
  *
  * @param most
  *   the most events of one path that are looked for at a time
  */
private[jdbc] final class Selections(dialect: Dialect, tables: Tables, names: Names, most: Int = Selection.Most):
  import Path.Index

  private val clauses = ClausePaths(dialect, tables)
  private val paths   = PathSql(dialect, tables)

  /** All events. */
  def all: Selection = Merge(paths, most, _ => Vector(Path(Index.All, Vector.empty)))

  /** The events with a tag. */
  def tagged(tag: String): Selection =
    Merge(paths, most, names.id(_, tag).map(id => Path(Index.Tagged(id), Vector.empty)).toVector)

  /** The events of a stream. */
  def stream(name: String): Selection = StreamSelection(dialect, tables, names, name, 0, most)

  /** The events that a query selects, and maybe others. */
  def matching(query: Query): Selection =
    val all                                   = ClausePaths.names(query).toSet
    val hasRanges                             = ClausePaths.hasRanges(query)
    def found(session: Session): Vector[Path] =
      if hasRanges then names.verify(session)
      clauses.of(session, query, names.ids(session, all))
    Merge(paths, most, found)

  /** The events of a stream from a version on. */
  def stream(name: String, from: Long): Selection =
    StreamSelection(dialect, tables, names, name, math.max(from, 1), most)
