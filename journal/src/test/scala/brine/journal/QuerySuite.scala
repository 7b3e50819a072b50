package brine.journal

import brine.codec.{was, Codec}
import scala.util.Random

object QuerySuite:
  enum Event derives Codec:
    case A, B
    @was("Old", "Older") case New(number: Int)

class QuerySuite extends munit.FunSuite:
  import QuerySuite.Event

  /** A query, and the same as a function. */
  private final case class Both(query: Query, selects: (String, Set[String], String) => Boolean)

  private def random(random: Random, depth: Int): Both =
    def pick(choices: String*) = choices(random.nextInt(choices.size))
    random.nextInt(if depth == 0 then 6 else 10) match
      case 0 | 1 =>
        val tag = pick("x", "y", "z")
        Both(Query.tagged(tag), (_, tags, _) => tags(tag))
      case 2 =>
        val (one, two) = (pick("A", "B", "C"), pick("A", "B", "C"))
        Both(Query.kinds(one, two), (_, _, kind) => kind == one || kind == two)
      case 3 =>
        val (one, two) = (pick("a-1", "a-b/1", "b"), pick("a-b/1", "b"))
        Both(Query.stream(one, two), (stream, _, _) => stream == one || stream == two)
      case 4 =>
        val name = pick("a", "c")
        Both(Query.category(name), (stream, _, _) => stream.startsWith(s"$name-"))
      case 5 =>
        val name = pick("a-b", "a", "a-1")
        Both(Query.category(name, '/'), (stream, _, _) => stream.startsWith(s"$name/"))
      case more =>
        val (one, two) = (this.random(random, depth - 1), this.random(random, depth - 1))
        if more % 2 == 0 then Both(one.query and two.query, (s, t, k) => one.selects(s, t, k) && two.selects(s, t, k))
        else Both(one.query or two.query, (s, t, k) => one.selects(s, t, k) || two.selects(s, t, k))

  test("and, or and their parts select what functions select"):
    val events = for
      stream <- Vector("a-1", "a-b/1", "a/1", "b", "c-", "-a", "a")
      tags   <- Set("x", "y", "z").subsets().toVector
      kind   <- Vector("A", "B", "D")
    yield (stream, tags, kind)
    for seed <- 1 to 2_000 do
      val both = random(Random(seed), 3)
      events.foreach: (stream, tags, kind) =>
        val found = both.query.matches(stream, tags, Some(kind))
        assertEquals(found, both.selects(stream, tags, kind), s"seed $seed: ${both.query} of $stream $tags $kind")

  test("an event without a kind is selected by queries without kinds"):
    assert(Query.tagged("a").matches("s", Set("a"), None))
    assert(!Query.kinds("A").matches("s", Set("a"), None))
    assert((Query.kinds("A") or Query.stream("s")).matches("s", Set.empty, None))

  test("what nothing can match has no clauses, and what everything matches has one"):
    assertEquals(Query.kinds("A") and Query.kinds("B"), Query.none)
    assertEquals(Query.stream("a") and Query.category("b"), Query.none)
    assertEquals(Query.none and Query.all, Query.none)
    assertEquals(Query.all and Query.tagged("a"), Query.tagged("a"))
    assertEquals(Query.tagged("a") or Query.all, Query.all)
    assertEquals(Query.tagged("a") or Query.tagged("a"), Query.tagged("a"))
    assertEquals(Query.stream("a-1", "b-1") and Query.category("a"), Query.stream("a-1"))

  test("kinds of a type are checked, and include former names"):
    assertEquals(Query.kindsOf[Event]("New"), Query.kinds("New", "Old", "Older"))
    assertEquals(Query.kindsOf[Event]("A", "B"), Query.kinds("A", "B"))
    val error = intercept[IllegalArgumentException](Query.kindsOf[Event]("A", "Old"))
    assertEquals(error.getMessage, "there is no kind 'Old'; the type has A, B, New")
    val none = intercept[IllegalArgumentException](Query.kindsOf[Option[Int]]("A"))
    assertEquals(none.getMessage, "there is no kind 'A'; the type has none")

  test("a category is the text before the first separator"):
    assertEquals(Category.of("site-42"), Some(Category("site")))
    assertEquals(Category.of("site-42-7"), Some(Category("site")))
    assertEquals(Category.of("site"), None)
    assertEquals(Category.of("-site"), None)
    assertEquals(Category.of("a/b-c", '/'), Some(Category("a", '/')))
    assert(Category("site").has("site-") && !Category("site").has("site") && !Category("site").has("sites-1"))
    intercept[IllegalArgumentException](Category("a-b")): Unit
    // Half of a character would leave half of it in the name.
    intercept[IllegalArgumentException](Category("a", '\ude00'))
    intercept[IllegalArgumentException](Category.of("\ud83d\ude00", '\ude00')): Unit

  test("a query can be printed"):
    val query = Query.tagged("a", "b") and Query.kinds("B", "A") or Query.category("site")
    assertEquals(query.toString, "(tagged a and b, of kind A or B) or (category site-)")
    assertEquals(Query.all.toString, "every event")
    assertEquals(Query.none.toString, "no event")

  test("names that nothing can have are refused, and so are too many clauses"):
    for name <- Vector("", "x" * 1025, "a\ud800") do
      intercept[IllegalArgumentException](Query.tagged("a", name))
      intercept[IllegalArgumentException](Query.stream(name))
      intercept[IllegalArgumentException](Query.category(name))
    intercept[IllegalArgumentException](Query.kinds(""))
    intercept[IllegalArgumentException](Query.category("a-b"))
    intercept[NullPointerException](Query.tagged(null.asInstanceOf[String]))
    intercept[NullPointerException](Query.of(null.asInstanceOf[Filter]))
    intercept[NullPointerException](AppendCondition(null.asInstanceOf[Query], Offset.Begin))
    // Java sees offsets as plain numbers.
    intercept[IllegalArgumentException](AppendCondition(Query.all, (-5L).asInstanceOf[Offset]))
    def many(count: Int) = (1 to count).map(i => Query.tagged(s"t$i")).reduce(_ or _)
    assertEquals(many(Query.MostClauses).clauses.size, Query.MostClauses)
    intercept[IllegalArgumentException](many(Query.MostClauses + 1))
    intercept[IllegalArgumentException](many(40) and many(40)): Unit
