package brine.lab.report

import brine.lab.page.{PageContext, Target}
import brine.lab.results.{Cell, Results}
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.site.{SiteStudy, SiteTargets}

final class TargetsSuite extends munit.FunSuite:
  /** A run in which each library takes so many times 100 ns and bytes. */
  private def run(factors: (String, Double, Double)*): List[Target] =
    val cells = for
      (library, time, size) <- factors.toList
      (name, at)            <- SiteStudy.cases.zipWithIndex
      op                    <- List("encode", "decode", "size")
    yield
      val cell = Cell("site", name, library, op, n = Some(1))
      if op == "size" then
        val bytes = SiteTargets.siteLimits(at % 5) * size
        cell.withSizes(
          _.copy(sizeB = Some(bytes), gzipB = Some(bytes), gzipTogetherB = Some(bytes), zstdB = Some(bytes))
        )
      else
        cell
          .withFigure(_.copy(value = Some(100 * time), unit = Some("ns")))
          .withCosts(_.copy(cpuNs = Some(100 * time), allocB = Some(400)))
    val results = Results(Nil, Nil, cells, Nil, 0)
    Targets.of(PageContext(results))

  private def target(all: List[Target], name: String) =
    all.find(_.name == name).getOrElse(fail(s"no target $name"))

  test("sizes at the limit are met, a byte more is missed by so much"):
    assertEquals(target(run(("brine", 1, 1)), "size, bare").met, Some(true))
    val over = target(run(("brine", 1, 1.1)), "size, bare")
    assertEquals(over.met, Some(false))
    assert(over.missedBy.contains("1k by 10.0 %"), over.missedBy)

  test("smaller and faster than every peer in every cell"):
    val better = run(("brine", 1, 0.9), ("fory", 2, 1))
    assertEquals(target(better, "size against peers").met, Some(true))
    assertEquals(target(better, "time, encode").met, Some(true))
    val worse = run(("brine", 1, 1), ("fory", 0.9, 0.9))
    assertEquals(target(worse, "size against peers").met, Some(false))
    val slower = target(worse, "time, decode")
    assertEquals(slower.met, Some(false))
    assert(slower.missedBy.contains("site-1k 1.11 times fory"), slower.missedBy)

  test("the hand-written reference and our other rows are no peers"):
    val all =
      run(("brine", 1, 0.9), ("brine-standalone", 0.5, 0.5), ("reference-positional", 0.5, 0.5), ("kryo5", 2, 2))
    assertEquals(target(all, "time, encode").met, Some(true))
    assertEquals(target(all, "time, hand-written reference").met, Some(false))

  test("factors are geometric means, and a shortfall is told"):
    val all = run(("brine", 1, 1), ("fory", 1.5, 2), ("boopickle", 2.4, 2))
    assertEquals(target(all, "time, against fory").met, Some(true))
    val short = target(all, "time, against boopickle")
    assertEquals(short.met, Some(false))
    assert(short.missedBy.contains("20.0 %"), short.missedBy)
    assertEquals(target(all, "time, against scalapb").met, None)

  test("a run without ours judges nothing; a cell of ours that failed is not a success"):
    assertEquals(run(("kryo5", 1, 1)), Nil)
    val results = Results(Nil, Nil, List(Cell("site", "site-1k", "brine", "encode", status = "crashed")), Nil, 0)
    assert(Targets.of(PageContext(results)).forall(_.met != Some(true)))

  test("study books is judged on the JVM, each cell against every peer"):
    def cells(library: String, factor: Double, platform: String) =
      for name <- BooksStudy.cases; op <- List("encode", "decode", "size") yield
        val cell  = Cell("books", name, library, op, n = Some(1), where = Cell.Where(platform = platform))
        val bytes = Some(100 * factor)
        if op == "size" then cell.withSizes(_.copy(sizeB = bytes, gzipB = bytes, gzipTogetherB = bytes, zstdB = bytes))
        else
          cell
            .withFigure(_.copy(value = Some(100 * factor), unit = Some("ns")))
            .withCosts(_.copy(cpuNs = Some(100 * factor)))
    val sound = cells("brine", 1, "jvm") ++ cells("boopickle", 2, "jvm") ++ cells("boopickle", 0.5, "browser")
    def all(found: List[Cell]) =
      val results = Results(Nil, Nil, found, Nil, 0)
      Targets.of(PageContext(results))
    for name <- List("books, size against peers", "books, time, encode", "books, time, decode") do
      assertEquals(target(all(sound), name).met, Some(true), name)
    val beaten = sound ++ cells("kryo5", 0.5, "jvm").filter(_.name == "tree")
    val missed = target(all(beaten), "books, size against peers")
    assertEquals(missed.met, Some(false))
    assertEquals(missed.missedBy, "tree 100 B, kryo5 50 B")
    assertEquals(all(sound).map(_.name).count(_.startsWith("size")), 0)

  test("a disturbed run judges sizes, and no time"):
    val cells = for library <- List("brine", "kryo5"); op <- List("encode", "decode", "size"); name <- SiteStudy.cases
    yield
      val cell = Cell("site", name, library, op, n = Some(1))
      if op == "size" then
        cell.withSizes(_.copy(sizeB = Some(100), gzipB = Some(100), gzipTogetherB = Some(100), zstdB = Some(100)))
      else
        val time = if library == "brine" then 100.0 else 900.0
        cell.withFigure(_.copy(value = Some(time), unit = Some("ns"))).withCosts(_.copy(cpuNs = Some(time / 2)))
    val results = Results(Nil, Nil, cells, Nil, 0)
    val all     = Targets.of(PageContext(results))
    assertEquals(target(all, "size, bare").met, Some(true))
    assertEquals(target(all, "time, encode").met, None)
    assert(target(all, "time, encode").missedBy.contains("2.00 times as long as the processor worked"))
    assert(all.filter(_.name.startsWith("time, against")).forall(_.met.isEmpty))
