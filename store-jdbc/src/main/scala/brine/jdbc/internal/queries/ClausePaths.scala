package brine.jdbc.internal.queries

import brine.jdbc.internal.sql.{Dialect, Session, Tables}
import brine.journal.{Category, Query}

/** The paths of a query's clauses. They select all events that the clauses do, and may select more: whoever reads them
  * compares them with the query. Thread-safe.
  *
  * A clause with tags takes the index of one of them; otherwise that of each stream, or of each category. Categories of
  * another separator than the usual one have no index: they become their streams, if these are few. What is left looks
  * at all events.
  */
private[jdbc] final class ClausePaths(dialect: Dialect, tables: Tables):
  import ClausePaths.*
  import Path.{Index, Test}

  /** The paths of a query.
    *
    * @param ids
    *   the numbers of the names in it, of those that have one
    */
  def of(session: Session, query: Query, ids: Map[String, Long]): Vector[Path] =
    val most  = math.max(1, math.min(MostOfClause, MostOfQuery / math.max(1, query.clauses.size)))
    val paths = query.clauses.flatMap(of(session, _, ids, most)).distinct
    // One look at all events for many clauses.
    val (all, indexed) = paths.partition(_.index == Index.All)
    indexed ++ all.map(_.tests).grouped(MostTests).map(merged)

  /** The paths of a clause: none if no event can match, for it has names that nobody has used.
    *
    * @param most
    *   how many, at most
    */
  def of(session: Session, clause: Query.Clause, ids: Map[String, Long], most: Int = MostOfClause): Vector[Path] =
    val tags    = clause.tags.toVector.map(ids.get)
    val streams = clause.streams.toVector.flatMap(ids.get)
    val kinds   = clause.kinds.toVector.flatMap(ids.get)
    val isNone  =
      tags.contains(None) || clause.streams.nonEmpty && streams.isEmpty || clause.kinds.nonEmpty && kinds.isEmpty
    val rest = Test(kinds = few(kinds), streams = few(streams), categories = few(clause.categories.toVector))
    if isNone then Vector.empty
    else if tags.nonEmpty then
      // The tags that were used last for the first time: often those of the fewest events.
      val chosen = tags.flatten.sorted(using Ordering.Long.reverse).take(MostTags)
      Vector(path(Index.Tagged(chosen.head), rest.copy(tags = chosen.drop(1))))
    else if streams.nonEmpty then
      if streams.size > most then Vector(path(Index.All, rest))
      else streams.map(stream => path(Index.InStream(stream), Test(kinds = rest.kinds)))
    else if clause.categories.nonEmpty then
      ofCategories(session, clause.categories.toVector, ids, most)
        .fold(Vector(path(Index.All, rest)))(_.map(path(_, Test(kinds = rest.kinds))))
    else Vector(path(Index.All, rest))

  private def path(index: Index, test: Test) = Path(index, if test.isEmpty then Vector.empty else Vector(test))

  private def merged(tests: Vector[Vector[Test]]) =
    Path(Index.All, if tests.exists(_.isEmpty) then Vector.empty else tests.flatten)

  // None if they are too many.
  private def ofCategories(
      session: Session,
      categories: Vector[Category],
      ids: Map[String, Long],
      most: Int
  ): Option[Vector[Index]] =
    val (usual, others) = categories.partition(_.separator == Category.Separator)
    val known           = usual.flatMap(one => ids.get(one.name)).map(Index.InCategory(_))
    val none            = Option(Vector.empty[Index])
    val streams         = if known.size > most || others.size > most then None
    else others.foldLeft(none)((found, one) => found.flatMap(some => streamsOf(session, one, most).map(some ++ _)))
    streams.map(known ++ _).filter(_.size <= most)

  // By all names that begin so, of which some may be no streams.
  private def streamsOf(session: Session, category: Category, most: Int): Option[Vector[Index]] =
    val column       = dialect.nameInOrder("n.name")
    val (begin, end) = PathSql.range(category, dialect)
    // Otherwise a planner without statistics might look at all names.
    val order = if dialect.hasNamesInOrder then s" order by $column" else ""
    val sql   = s"select n.id from ${tables.name} n where $column >= ? and $column < ?$order limit ${most + 1}"
    val found = session.query(tables.name, sql)(_.bytes(begin).bytes(end))(row => Index.InStream(row.getLong(1)))
    Option.when(found.size <= most)(found)

private[jdbc] object ClausePaths:
  // Databases join some sixty tables at most.
  private final val MostTags = 4
  private final val MostFew  = 64

  // Each path of a query is looked at in turn, and holds events in memory.
  private final val MostOfClause = 64
  private final val MostOfQuery  = 1024
  private final val MostTests    = 16

  /** All names of a query that have numbers. */
  def names(query: Query): Iterator[String] = query.clauses.iterator.flatMap: clause =>
    clause.tags.iterator ++ clause.streams ++ clause.kinds ++
      clause.categories.iterator.filter(_.separator == Category.Separator).map(_.name)

  /** Whether its paths depend on which streams there are. */
  def hasRanges(query: Query): Boolean =
    query.clauses.exists(_.categories.exists(_.separator != Category.Separator))

  // More would make the statement too large: then who reads the events compares them.
  private def few[A](all: Vector[A]): Vector[A] = if all.size <= MostFew then all else Vector.empty
