package brine.journal.precondition

import brine.codec.Codec
import brine.journal.{AppendCondition, AppendError, Offset, Query}
import scala.util.Random

object RecentEventsSuite:
  enum Event:
    case A(number: Int)
    case B

  object Event:
    implicit val codec: Codec[Event] = Codec.derived

  /** What is compared here is remembered: nothing is looked up. */
  private val NoLookup = new ConditionLookup:
    def isCurrent(conditions: Conditions): Boolean            = fail()
    def look(conditions: Conditions, waits: Boolean): Boolean = fail()
    private def fail()                                        = throw AssertionError("it is not looked up")

class RecentEventsSuite extends munit.FunSuite:
  import RecentEventsSuite.{Event, NoLookup}

  private final class Fixture(kept: Int, chunk: Int):
    val streams      = Streams(TestHome(), 100)
    var claimed      = 0L
    val recent       = RecentEvents(streams.lastingKind, () => claimed, kept, chunk)
    var events       = Vector.empty[(Long, String, Set[String], String)]
    private var last = 0L

    def begin(sequence: Long): Unit =
      last = sequence
      recent.want()
      assert(recent.beginIfWanted(sequence))

    def add(stream: String, tags: Set[String], event: Event): Unit =
      val bytes = Codec.encodeBare(event)
      val all   = if tags.isEmpty then null else tags.iterator.map(streams.tag(_)).toArray
      recent.add(streams.of(stream), streams.schema(Event.codec), all, bytes, 0, bytes.length)
      last += 1
      events :+= (last, stream, tags, event.productPrefix)

    def end: Long = last

    /** The first event that matches, and which condition; 0 and -1 for none. */
    def conflictOf(conditions: AppendCondition*)(checked: Long): (Long, Int) =
      val prepared = Conditions.of(conditions.toVector, streams, NoLookup, streams.round, own = null).nn
      prepared.checked = checked
      recent.compare(prepared)
      prepared.error match
        case AppendError.Conflict(of, at) => (at.sequence, conditions.indexOf(of))
        case _                            => (0L, -1)

    def conflict(conditions: AppendCondition*)(checked: Long): Long = conflictOf(conditions*)(checked)._1

    def expected(conditions: AppendCondition*)(checked: Long): (Long, Int) =
      events.iterator
        .filter(_._1 > checked)
        .map: (sequence, stream, tags, kind) =>
          sequence -> conditions.indexWhere(one =>
            sequence > one.after.sequence && one.query.matches(stream, tags, Some(kind))
          )
        .find(_._2 >= 0)
        .getOrElse((0L, -1))

  test("it begins when it is wanted, once, and knows nothing before"):
    val recent = Fixture(4, 2).recent
    assertEquals(recent.horizon, RecentEvents.Off)
    assert(!recent.beginIfWanted(5))
    recent.want()
    assert(recent.beginIfWanted(5))
    assert(!recent.beginIfWanted(6))
    assertEquals((recent.horizon, recent.since), (5L, 5L))

  test("it forgets durable events beyond those it keeps, once no append in flight needs them"):
    val fixture = Fixture(kept = 4, chunk = 2)
    fixture.begin(0)
    for _ <- 1 to 10 do fixture.add("s", Set("t"), Event.B)
    fixture.recent.advance(durable = 3)
    assertEquals(fixture.recent.horizon, 2L)
    fixture.claimed = 7
    fixture.recent.advance(durable = 10)
    assertEquals(fixture.recent.horizon, 6L)
    val condition = AppendCondition(Query.tagged("t"), Offset(0))
    // An append that was claimed before still finds them.
    assertEquals(fixture.conflict(condition)(checked = 0), 1L)
    fixture.recent.release(0)
    assertEquals(fixture.conflict(condition)(checked = 2), 3L)
    fixture.recent.release(7)
    assertEquals(fixture.conflict(condition)(checked = 6), 7L)

  test("too many events that are not durable are noticed"):
    val fixture = Fixture(4, 1 << 12)
    fixture.begin(0)
    for _ <- 1 to (1 << 19) do fixture.add("s", Set.empty, Event.B)
    assert(!fixture.recent.isLong(durable = 0))
    fixture.add("s", Set.empty, Event.B)
    assert(fixture.recent.isLong(durable = 0))
    assert(!fixture.recent.isLong(durable = 1))

  test("conditions are compared as a list of the events would do it"):
    for seed <- 1 to 200 do
      val random                   = Random(seed)
      val fixture                  = Fixture(kept = random.nextInt(20), chunk = 1 + random.nextInt(6))
      def pick(choices: String*)   = choices(random.nextInt(choices.size))
      def query(depth: Int): Query = random.nextInt(if depth == 0 then 5 else 7) match
        case 0 => Query.tagged(pick("x", "y", "z"))
        case 1 => Query.tagged(pick("x", "y"), pick("y", "z"))
        case 2 => Query.kinds(pick("A", "B", "C"))
        case 3 => Query.stream(pick("a-1", "b", "c"))
        case 4 => Query.category(pick("a", "none"))
        case 5 => query(depth - 1) and query(depth - 1)
        case _ => query(depth - 1) or query(depth - 1)
      fixture.begin(random.nextInt(5))
      for step <- 1 to 60 do
        random.nextInt(4) match
          case 0 =>
            val horizon    = fixture.recent.horizon
            val conditions = Vector.fill(1 + random.nextInt(2))(
              AppendCondition(query(2), Offset(random.nextLong(fixture.end + 2)))
            )
            val checked = horizon + random.nextLong(fixture.end - horizon + 1)
            assertEquals(
              fixture.conflictOf(conditions*)(checked),
              fixture.expected(conditions*)(checked),
              s"seed $seed, step $step: ${conditions.mkString(", ")} from $checked of ${fixture.events}"
            )
          case 1 =>
            fixture.recent.advance(durable = random.nextLong(fixture.end + 1))
            fixture.recent.release(random.nextInt(2))
          case _ =>
            fixture.add(
              pick("a-1", "a-2", "b", "c"),
              Set("x", "y", "z").filter(_ => random.nextInt(3) == 0),
              if random.nextBoolean() then Event.A(step) else Event.B
            )
