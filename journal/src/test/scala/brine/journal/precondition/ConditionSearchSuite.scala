package brine.journal.precondition

import brine.effort.Effort
import brine.journal.failure.Gone
import brine.journal.{AppendCondition, Offset, Query}
import scala.collection.mutable.ArrayBuffer
import scala.util.Random

/** What is known of clauses never changes an answer: the search compared with a list of all events there ever were. */
class ConditionSearchSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  import ConditionSearchSuite.*

  private def condition(query: Query, after: Long = 0) = AppendCondition(query, Offset(after))

  test("a condition that is repeated reads what is newer, and nothing if nothing is"):
    val events = Events(Random(1))
    val search = ConditionSearch(NegativeCache(10), events)
    def first  = search.first(condition(Query.tagged("a", "b")), 0, _ => events.last)
    for n <- 1 to 100 do events.add(Event(Set(if n % 2 == 0 then "a" else "b"), "s", None))
    assertEquals(first, ConditionSearch.Vain)
    assertEquals(events.takeReads(), List((-1L, 100L)))
    assertEquals(first, ConditionSearch.Unread)
    assertEquals(events.takeReads(), Nil)
    for _ <- 1 to 10 do events.add(Event(Set("a"), "s", None))
    assertEquals(first, ConditionSearch.Vain)
    assertEquals(events.takeReads(), List((100L, 110L)))
    events.add(Event(Set("c", "b", "a"), "s", None))
    for _ <- 1 to 2 do
      assertEquals(first, 111L)
      assertEquals(events.takeReads(), List((110L, 111L)))

  test("a clause that is new does not make a known one be read again"):
    val events = Events(Random(1))
    val search = ConditionSearch(NegativeCache(10), events)
    for _ <- 1 to 100 do events.add(Event(Set("a"), "s", Some("Opened")))
    val fixed              = Query.kinds("Closed")
    def first(tag: String) = search.first(condition(Query.tagged(tag) or fixed), 0, _ => events.last)
    assertEquals(first("x"), ConditionSearch.Vain)
    assertEquals(events.takeQueries(), List(Query.tagged("x") or fixed))
    assertEquals(first("y"), ConditionSearch.Vain)
    assertEquals(events.takeQueries(), List(Query.tagged("y")))
    events.add(Event(Set("z"), "s", Some("Closed")))
    assertEquals(first("z"), 101L)
    assertEquals(events.takeReads(), List((100L, 101L), (-1L, 100L)))

  test("what a condition after an offset has found out holds for later offsets, not for earlier ones"):
    val events = Events(Random(1))
    val search = ConditionSearch(NegativeCache(10), events)
    events.add(Event(Set("a"), "s", None))
    for _ <- 2 to 100 do events.add(Event(Set("b"), "s", None))
    def first(after: Long) = search.first(condition(Query.tagged("a"), after), 0, _ => events.last)
    assertEquals(first(50), ConditionSearch.Vain)
    assertEquals(first(50), ConditionSearch.Unread)
    assertEquals(first(70), ConditionSearch.Unread)
    assertEquals(first(1), ConditionSearch.Vain)
    assertEquals(first(50), ConditionSearch.Unread)
    assertEquals(first(0), 1L)

  test("of deleted events it is known only what was known before"):
    val events = Events(Random(1))
    val search = ConditionSearch(NegativeCache(10), events)
    for _ <- 1 to 100 do events.add(Event(Set("b"), "s", None))
    def first(tag: String, after: Long) = search.first(condition(Query.tagged(tag), after), 0, _ => events.last)
    assertEquals(first("known", 10), ConditionSearch.Vain)
    events.retain(60)
    assertEquals(first("known", 10), ConditionSearch.Unread)
    intercept[Gone](first("known", 9))
    intercept[Gone](first("other", 10))
    // From the beginning on, what is kept counts; that says nothing of what is not.
    assertEquals(first("other", 0), ConditionSearch.Vain)
    intercept[Gone](first("other", 10))
    assertEquals(first("other", 60), ConditionSearch.Unread)

  test("random events, deletions and conditions have the answers of a list of all events"):
    for seed <- 1 to 20 * Effort.fewNamesPrograms do
      val random = Random(seed)
      val events = Events(random)
      val search = ConditionSearch(NegativeCache(1 + random.nextInt(6)), events)
      // A few that are repeated, so that much is known.
      val queries = Vector.fill(4)(query(random))
      for step <- 1 to 150 do
        def what = s"seed $seed, step $step"
        random.nextInt(12) match
          case 0 | 1 | 2 | 3               => for _ <- 1 to random.nextInt(4) do events.add(event(random))
          case 4 if random.nextInt(4) == 0 => events.retain(events.deletedUntil + random.nextInt(10))
          case 5 if random.nextInt(4) == 0 => events.compact()
          case _                           =>
            val of    = if random.nextInt(5) == 0 then query(random) else queries(random.nextInt(queries.size))
            val after = if random.nextBoolean() then 0L else random.nextInt(events.last.toInt + 2).toLong
            check(events, search, of, after, what)

  private def check(events: Events, search: ConditionSearch, query: Query, after: Long, what: => String): Unit =
    val random = events.random
    val until  = events.last
    // The caller may know that no event after one matches a clause.
    val last = query.clauses.map: clause =>
      val of = events.lastOf(Query.part(Vector(clause)))
      if random.nextBoolean() then until else of + random.nextInt((until - of).toInt + 1)
    val before = events.firstKept(query, after)
    // It may have compared some events before, and found none.
    val checked =
      if random.nextInt(4) > 0 then 0L
      else
        val some = random.nextInt(until.toInt + 1).toLong
        if before == 0 then some else math.min(before - 1, some)
    events.deletesWhileRead = random.nextInt(6) == 0
    val found =
      try search.first(condition(query, after), checked, last(_))
      catch case _: Gone => Missing
    events.deletesWhileRead = false
    val now = events.firstKept(query, after)
    if found == Missing then assert(after > 0 && after < events.deletedUntil, what)
    else if found > 0 then
      // Deleted while others were read, perhaps.
      assert(events.everMatched(query, found), what)
      assert(before > 0 && found >= before && (now == 0 || found <= now), s"$what: $found, not $before to $now")
    else
      assertEquals(now, 0L, what)
      // Unless somebody has compared them before, nobody knows of events that retention has deleted.
      if after > 0 && checked <= after then assertEquals(events.firstRetired(query, after), 0L, what)

private object ConditionSearchSuite:
  private inline val Missing = -2L

  final case class Event(tags: Set[String], stream: String, kind: Option[String])

  private val tags    = Vector("a", "b", "c", "d")
  private val kinds   = Vector("Opened", "Closed", "Moved")
  private val streams = Vector("x-1", "x-2", "y-1")

  private def one(random: Random, of: Vector[String]): String = of(random.nextInt(of.size))

  def event(random: Random): Event =
    val some = tags.filter(_ => random.nextInt(3) == 0).toSet
    Event(some, one(random, streams), Option.when(random.nextInt(4) > 0)(one(random, kinds)))

  def query(random: Random): Query =
    def clause = random.nextInt(7) match
      case 0 => Query.tagged(one(random, tags))
      case 1 => Query.tagged(one(random, tags)) and Query.kinds(one(random, kinds))
      case 2 => Query.stream(one(random, streams)) and Query.kinds(one(random, kinds))
      case 3 => Query.category(if random.nextBoolean() then "x" else "y") and Query.kinds(one(random, kinds))
      case 4 => Query.tagged(one(random, tags), one(random, tags), one(random, tags))
      case _ => Query.tagged(one(random, tags), one(random, tags))
    if random.nextInt(3) == 0 then clause or clause or clause else clause

  /** All events there ever were, and which of them are kept. */
  final class Events(val random: Random) extends ConditionSearch.Events:
    private val all       = ArrayBuffer.empty[Event]
    private val compacted = scala.collection.mutable.Set.empty[Long]
    private var deleted   = 0L
    private val queries   = ArrayBuffer.empty[Query]
    private val reads     = ArrayBuffer.empty[(Long, Long)]
    var deletesWhileRead  = false

    def add(event: Event): Unit = all += event
    def last: Long              = all.size
    def deletedUntil: Long      = deleted

    /** Deletes the oldest events, never the last one. */
    def retain(until: Long): Unit = deleted = math.max(deleted, math.min(until, last - 1))

    /** Deletes some of those events that are kept. */
    def compact(): Unit = (deleted + 1 to last).foreach(at => if random.nextInt(4) == 0 then compacted += at)

    private def matches(query: Query, at: Long): Boolean =
      val event = all(at.toInt - 1)
      query.matches(event.stream, event.tags, event.kind)

    private def first(from: Long, until: Long)(is: Long => Boolean): Long =
      (from to until).find(is).getOrElse(0L)

    def everMatched(query: Query, at: Long): Boolean = matches(query, at)

    /** The first event that is kept and matches; 0 for none. */
    def firstKept(query: Query, after: Long): Long =
      first(math.max(after, deleted) + 1, last)(at => !compacted(at) && matches(query, at))

    /** The first event that matches and that retention has deleted; 0 for none. */
    def firstRetired(query: Query, after: Long): Long =
      first(after + 1, deleted)(at => !compacted(at) && matches(query, at))

    /** The last event that ever matched. */
    def lastOf(query: Query): Long = (last to 1L by -1L).find(matches(query, _)).getOrElse(0L)

    def first(query: Query, after: Long, until: Long): Long =
      queries += query
      reads += ((after, until))
      if deletesWhileRead && random.nextBoolean() then retain(deleted + random.nextInt(6))
      if after >= 0 && after < deleted then throw Gone(deleted)
      val found = first(math.max(after, deleted) + 1, until)(at => !compacted(at) && matches(query, at))
      if deletesWhileRead && random.nextBoolean() then retain(deleted + random.nextInt(6))
      found

    def takeReads(): List[(Long, Long)] =
      val taken = reads.toList
      reads.clear()
      queries.clear()
      taken

    def takeQueries(): List[Query] =
      val taken = queries.toList
      reads.clear()
      queries.clear()
      taken
