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

  // More than a stream has, and few enough to add to.
  private val MostVersions = Long.MaxValue / 2

  private val clauses = ClausePaths(dialect, tables)
  private val paths   = PathSql(dialect, tables)

  /** All events. */
  def all: Selection = Merge(paths, most, _ => Vector(Path(Index.All, Vector.empty)))

  /** The events with a tag. */
  def tagged(tag: String): Selection =
    Merge(paths, most, names.id(_, tag).map(id => Path(Index.Tagged(id), Vector.empty)).toVector)

  /** The events of a stream, from a version on. */
  def stream(name: String, from: Long = 0): Selection =
    Merge(
      paths,
      most,
      names.id(_, name).map(id => Path(Index.InStream(id), Vector.empty)).toVector,
      math.min(from, MostVersions)
    )

  /** The events that a query selects, and maybe others. */
  def matching(query: Query): Selection =
    val all                                   = ClausePaths.names(query).toSet
    val hasRanges                             = ClausePaths.hasRanges(query)
    def found(session: Session): Vector[Path] =
      if hasRanges then names.verify(session)
      clauses.of(session, query, names.ids(session, all))
    Merge(paths, most, found)
