package brine.journal

import brine.codec.Codec
import scala.annotation.varargs

/** Selects events by tags, kinds, categories and streams, combined with [[and]] and [[or]].
  *
  * {{{
  * val course  = Query.tagged("course:7")
  * val student = Query.tagged("student:9") and Query.kindsOf[Enrolment]("Joined", "Quit")
  * log.readQuery[Enrolment](course or student)
  * }}}
  *
  * An event is selected if one of the [[clauses]] selects it. The kind of an event is the case that it is of its sealed
  * type, see [[brine.codec.CaseReader]]: its name comes from the schema it was written with, so it stays the same when
  * later versions of the type add cases or change their order.
  *
  * Immutable. Two queries are equal if they have the same clauses.
  */
final class Query private (only: Query.Clause | Null, many: Vector[Query.Clause]):
  // A query of one clause, which a program makes for each append with a condition, has it without a vector: that would
  // be two more objects.

  /** The clauses: at most [[Query.MostClauses]]; without any, no event is selected. */
  def clauses: Vector[Query.Clause] = if only == null then many else Vector.empty :+ only.nn

  /** Number of [[clauses]]. */
  private[journal] def clauseCount: Int = if only == null then many.size else 1

  /** The clause at a place. */
  private[journal] def clause(at: Int): Query.Clause = if only == null then many(at) else only.nn

  /** Selects what either query selects.
    *
    * @throws IllegalArgumentException
    *   if that has too many clauses
    */
  infix def or(other: Query): Query = Query.of(clauses ++ other.clauses)

  /** Selects what both queries select.
    *
    * @throws IllegalArgumentException
    *   if that has too many clauses
    */
  infix def and(other: Query): Query =
    Query.requireCount(clauses.size.toLong * other.clauses.size)
    Query.of(for one <- clauses; two <- other.clauses; both <- one.and(two) yield both)

  /** Whether an event is selected.
    *
    * @param stream
    *   name of its stream
    * @param kind
    *   its kind, if it has one
    */
  def matches(stream: String, tags: Set[String], kind: Option[String]): Boolean =
    if only == null then many.exists(_.matches(stream, tags, kind)) else only.nn.matches(stream, tags, kind)

  /** Whether the current event of a cursor is selected. */
  def matches(event: EventCursor): Boolean =
    if only == null then many.exists(_.matches(event)) else only.nn.matches(event)

  override def equals(other: Any): Boolean = other match
    case that: Query => clauses == that.clauses
    case _           => false

  override def hashCode: Int = clauses.hashCode

  override def toString: String = if clauses.isEmpty then "no event" else clauses.mkString(" or ")

object Query:
  /** The most clauses of a query. */
  final val MostClauses = 1000

  /** Selects every event. */
  val all: Query = one(Clause.all)

  /** Selects no event. */
  val none: Query = of(Vector.empty)

  /** Selects the events that have all of these tags.
    *
    * @throws IllegalArgumentException
    *   if a name is empty, too long or not Unicode text
    */
  @varargs def tagged(tag: String, more: String*): Query = ofTags(names("tag", tag, more))

  // A program makes a query of one or two tags for each append with a condition: here without an array of them.

  /** Selects the events that have this tag. */
  def tagged(tag: String): Query = ofTags(names("tag", tag, Nil))

  /** Selects the events that have both tags. */
  def tagged(tag: String, second: String): Query =
    Names.require("tag", tag)
    Names.require("tag", second)
    ofTags(Set.empty + tag + second)

  private def ofTags(tags: Set[String]): Query = one(Clause(tags, Set.empty, Set.empty, Set.empty))

  /** Selects the events of any of these kinds. Types of events may have cases of the same name: combine it with tags or
    * a [[category]] to select one type's. A case that was renamed has its former name in older events: [[kindsOf]]
    * takes both.
    */
  @varargs def kinds(kind: String, more: String*): Query =
    val all = (kind +: more).toSet
    all.foreach(kind => require(kind.nonEmpty, "the name of a kind is not empty"))
    one(Clause.all.copy(kinds = all))

  /** Selects the events of any of these kinds of a type, also where they have a former name by `@was`.
    *
    * @throws IllegalArgumentException
    *   if the type has no such case
    */
  def kindsOf[A](kind: String, more: String*)(using Codec[A]): Query =
    val known = Codec.caseNames[A]
    val all   = (kind +: more).toSet.flatMap: name =>
      val found = known.filter(_.name == name)
      if found.isEmpty then
        val kinds = if known.isEmpty then "none" else known.map(_.name).mkString(", ")
        throw IllegalArgumentException(s"there is no kind '$name'; the type has $kinds")
      found.flatMap(_.all)
    one(Clause.all.copy(kinds = all))

  /** Selects the events of a category: of the streams whose name has this text before the first `-`, such as `site-42`
    * for the category `site`.
    *
    * @throws IllegalArgumentException
    *   if the name is not one of a category
    */
  def category(name: String): Query = category(name, Category.Separator)

  /** Selects the events of the streams whose name has this text before the first separator. */
  def category(name: String, separator: Char): Query = category(Category(name, separator))

  /** Selects the events of a category. */
  def category(category: Category): Query = one(Clause.all.copy(categories = Set(category)))

  /** Selects the events of any of these streams.
    *
    * @throws IllegalArgumentException
    *   if a name is empty, too long or not Unicode text
    */
  @varargs def stream(name: String, more: String*): Query =
    one(Clause.all.copy(streams = names("stream", name, more)))

  /** Selects what a filter selects. */
  def of(filter: Filter): Query = java.util.Objects.requireNonNull(filter, "filter") match
    case Filter.All             => all
    case Filter.Stream(name)    => one(Clause.all.copy(streams = Set(name)))
    case Filter.Tagged(tag)     => one(Clause.all.copy(tags = Set(tag)))
    case Filter.Matching(query) => query

  private def names(what: String, name: String, more: Seq[String]): Set[String] =
    Names.require(what, name)
    if more.isEmpty then Set.empty + name
    else
      more.foreach(Names.require(what, _))
      more.toSet + name

  private def one(clause: Clause): Query = new Query(clause, Vector.empty)

  private def of(clauses: Vector[Clause]): Query =
    val distinct = clauses.distinct
    requireCount(distinct.size)
    // With a clause that selects every event, the others say nothing.
    if distinct.contains(Clause.all) then all else part(distinct)

  /** A query with some of another one's clauses. */
  private[journal] def part(clauses: Vector[Clause]): Query =
    if clauses.size == 1 then one(clauses.head) else new Query(null, clauses)

  private def requireCount(count: Long): Unit =
    require(count <= MostClauses, s"a query has at most $MostClauses clauses, not $count: use fewer or larger parts")

  /** A part of a query, which selects events by itself. A set without elements does not restrict.
    *
    * @param tags
    *   the event has all of these
    * @param kinds
    *   the event is of one of these
    * @param streams
    *   the event is in one of these. Then there are no categories: they have been applied to the streams
    * @param categories
    *   the event's stream is in one of these
    */
  final case class Clause private[Query] (
      tags: Set[String],
      kinds: Set[String],
      streams: Set[String],
      categories: Set[Category]
  ):
    /** Whether an event is selected. */
    def matches(stream: String, tags: Set[String], kind: Option[String]): Boolean =
      hasStream(stream) && this.tags.subsetOf(tags) && (kinds.isEmpty || kind.exists(kinds))

    /** Whether the current event of a cursor is selected. Asks the cursor no more than it needs to. */
    private[journal] def matches(event: EventCursor): Boolean =
      (tags.isEmpty || tags.subsetOf(event.tags)) && (kinds.isEmpty || event.kind.exists(kinds)) &&
        (streams.isEmpty && categories.isEmpty || hasStream(event.stream))

    /** Whether events of a stream may be selected. */
    private[journal] def hasStream(stream: String): Boolean =
      (streams.isEmpty || streams(stream)) && (categories.isEmpty || categories.exists(_.has(stream)))

    private[Query] def and(other: Clause): Option[Clause] =
      for
        bothKinds      <- Clause.inBoth(kinds, other.kinds)(_ & _)
        bothStreams    <- Clause.inBoth(streams, other.streams)(_ & _)
        bothCategories <- Clause.inBoth(categories, other.categories): (ours, theirs) =>
          for one <- ours; two <- theirs; both <- one.within(two) yield both
        narrow = bothStreams.filter(name => bothCategories.isEmpty || bothCategories.exists(_.has(name)))
        if bothStreams.isEmpty || narrow.nonEmpty
      yield Clause(tags ++ other.tags, bothKinds, narrow, if narrow.isEmpty then bothCategories else Set.empty)

    override def toString: String =
      val parts = Vector(
        "tagged"   -> tags.toVector.sorted.mkString(" and "),
        "of kind"  -> kinds.toVector.sorted.mkString(" or "),
        "in"       -> streams.toVector.sorted.mkString(" or "),
        "category" -> categories.map(_.toString).toVector.sorted.mkString(" or ")
      ).collect { case (what, names) if names.nonEmpty => s"$what $names" }
      if parts.isEmpty then "every event" else parts.mkString("(", ", ", ")")

  private[journal] object Clause:
    val all: Clause = Clause(Set.empty, Set.empty, Set.empty, Set.empty)

    // A set without elements does not restrict. None if nothing is in both.
    private def inBoth[A](one: Set[A], two: Set[A])(both: (Set[A], Set[A]) => Set[A]): Option[Set[A]] =
      if one.isEmpty then Some(two)
      else if two.isEmpty then Some(one)
      else Some(both(one, two)).filter(_.nonEmpty)
