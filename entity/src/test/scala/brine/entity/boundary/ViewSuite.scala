package brine.entity.boundary

import brine.journal.Query
import munit.FunSuite

class ViewSuite extends FunSuite:
  import CampusEvent.*

  private def ids(query: Query): View[CampusEvent, Vector[Long]] =
    View[CampusEvent](query, Vector.empty[Long])(_ :+ _.id)

  private val one   = ids(Query.tagged("course:1"))
  private val two   = ids(Query.tagged("course:2") or Query.kindsOf[CampusEvent]("Named"))
  private val three = ids(Query.tagged("course:1") and Query.kindsOf[CampusEvent]("Joined"))
  private val four  = ids(Query.category("course"))

  private val events = Vector(Planned(1, 5, 11), Planned(2, 5, 12), Joined(1, 7, 13), Named(3, 14), Noted(2, 15))

  test("each part folds what its own query selects, and the value is a flat tuple"):
    val all          = one and two and three and four
    val (a, b, c, d) = Campus.valueOf(all)(events*)
    assertEquals(a, Vector(11L, 13L))
    assertEquals(b, Vector(12L, 14L, 15L))
    assertEquals(c, Vector(13L))
    assertEquals(d, Vector(11L, 12L, 13L))
    assertEquals(all.query, one.query or two.query or three.query or four.query)

  test("a value that is a tuple stays one element"):
    val pair                                                  = one.map(ids => (ids.size, ids.sum))
    val both: Views[CampusEvent, ((Int, Long), Vector[Long])] = pair and three
    assertEquals(Campus.valueOf(both)(events*), ((2, 24L), Vector(13L)))
    val nested: View[CampusEvent, (Vector[Long], (Vector[Long], Vector[Long]))] = one and (two and three)
    assertEquals(Campus.valueOf(nested)(events*)._2._2, Vector(13L))

  test("a function of combined views has their values, and combines further"):
    val sum  = (one and three).map((all, joined) => all.size * 10 + joined.size)
    val more = sum and two.map(_.size) and one
    assertEquals(Campus.valueOf(sum)(events*), 21)
    assertEquals(Campus.valueOf(more)(events*), (21, 3, Vector(11L, 13L)))

  test("a view begins with the first event that is kept if all parts say so"):
    val kept = one.fromFirstKept
    assert(!one.isFromFirstKept && kept.isFromFirstKept)
    assert(!(kept and two).isFromFirstKept && !(two and kept).isFromFirstKept)
    assert((kept and two.fromFirstKept).isFromFirstKept && (one and two).fromFirstKept.isFromFirstKept)
    assert(!(kept and two.fromFirstKept and one).isFromFirstKept)
    assert((kept and two.fromFirstKept).map(_._1).isFromFirstKept)
    assertEquals(Campus.valueOf((one and three).fromFirstKept and two)(events*)._3, Vector(12L, 14L, 15L))

  test("too many clauses together are refused"):
    val many = ids((1 to 600).map(n => Query.tagged(s"a$n")).reduce(_ or _))
    val more = ids((1 to 600).map(n => Query.tagged(s"b$n")).reduce(_ or _))
    assert(intercept[IllegalArgumentException](many and more).getMessage.contains("1000"))

  test("as many functions as one likes"):
    val many = (1 to 10_000).foldLeft(one.map(_.size))((view, _) => view.map(_ + 1))
    assertEquals(Campus.valueOf(many)(events*), 10_002)
    val mixed = (1 to 500).foldLeft(one.map(_.size))((view, _) => (view and one.map(_.size)).map(_ + _).map(_ - 2))
    assertEquals(Campus.valueOf(mixed.fromFirstKept)(events*), 2)

  test("nulls are refused where they are given"):
    intercept[NullPointerException](View[CampusEvent](null, 0)((n, _) => n)): Unit
    intercept[NullPointerException](View[CampusEvent](Query.all, null: String)((n, _) => n)): Unit
    intercept[NullPointerException](View[CampusEvent](Query.all, 0)(null)): Unit
    intercept[NullPointerException](one.map(null)): Unit
