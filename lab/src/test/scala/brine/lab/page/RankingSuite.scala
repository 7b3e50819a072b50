package brine.lab.page

import brine.lab.results.{Cell, LibraryRow, Results}
import brine.lab.page.Ranking.Outcome

final class RankingSuite extends munit.FunSuite:
  private val task = Ranking.Task("wrote", "writing")

  /** A run in which each library takes these times, one for each fork. */
  private def ranking(rows: (String, List[Double])*): Ranking =
    val cells = for
      (library, times) <- rows.toList
      (time, at)       <- times.zipWithIndex
    yield Cell(
      "site",
      "site-2k",
      library,
      "encode",
      round = at + 1,
      figure = Cell.Figure(value = Some(time), unit = Some("ns"))
    )
    Ranking.of(page(cells), "site", task, List("site-2k" -> "encode"))()

  private def page(cells: List[Cell]) = PageContext(Results(List(ujson.Obj("mode" -> "quick")), Nil, cells, Nil, 0))

  /** Cells that took turns: the figures of each start. */
  private def inTurns(library: String, starts: List[List[Double]], unit: String = "ns"): List[Cell] =
    for (turns, at) <- starts.zipWithIndex
    yield Cell(
      "site",
      "site-2k",
      library,
      "encode",
      round = at + 1,
      turns = turns,
      figure = Cell.Figure(value = Some(turns.min), unit = Some(unit))
    )

  test("the first is ahead if the whole interval is beyond the noise"):
    val found = ranking("brine" -> List(100, 101, 102, 100, 99), "fory" -> List(140, 142, 141, 139, 140))
    found.outcome match
      case Outcome.Ahead("brine", "fory", ratio) => assert(ratio.lo > 1.3 && ratio.hi < 1.5, ratio)
      case other                                 => fail(other.toString)
    assert(found.words.startsWith("brine wrote 1.4"), found.words)
    assert(found.words.endsWith("times faster than fory, the next"), found.words)

  test("two that hardly differ are level, with the largest difference that the interval or the noise allows"):
    val found = ranking("brine" -> List(100, 101, 102, 100, 99), "fory" -> List(101, 100, 102, 101, 99))
    assertEquals(found.words, "in writing, brine and fory are level within 2 %")
    assertEquals(found.contested, Nil)

  test("variants of one library compete only if a run has nothing else"):
    val ours = List("brine" -> List(100.0, 100, 101, 100, 99), "brine-old" -> List(200.0, 202, 200, 201, 199))
    assert(ranking(ours*).words.endsWith("times faster than brine-old, the next"), ranking(ours*).words)
    val beside = ranking(("fory" -> List(400.0, 402, 400, 401, 399)) :: ours*)
    assert(beside.words.endsWith("times faster than fory, the next"), beside.words)
    assertEquals(ranking(ours.head).words, "in writing, only brine finished")

  test("the next is the next library, no other mode of the first"):
    val libraries = List("fory", "fory-compatible").map(LibraryRow(_, "fory")) :+ LibraryRow("kryo5", "kryo5")
    val times     = List("fory" -> 100.0, "fory-compatible" -> 130.0, "kryo5" -> 200.0)
    val cells     = times.flatMap((library, time) => inTurns(library, List.fill(3)(List.fill(10)(time))))
    def found(cells: List[Cell]) =
      val page = PageContext(Results(List(ujson.Obj("mode" -> "quick")), libraries, cells, Nil, 0))
      Ranking.of(page, "site", task, List("site-2k" -> "encode"))()
    val all = found(cells)
    assert(all.words.endsWith("times faster than kryo5, the next") && all.words.startsWith("fory wrote 2"), all.words)
    assertEquals(all.places.map(_.library), List("fory", "fory-compatible", "kryo5"))
    assert(found(cells.filter(_.library != "kryo5")).words.contains("faster than fory-compatible"))

  test("nothing is decided by few starts, by noise, or by an interval that holds both orders"):
    assert(
      ranking("brine" -> List(100, 100), "fory" -> List(200, 200)).words.endsWith("2 starts of the JVMs are too few")
    )
    val wide = ranking("brine" -> List(100, 100, 100, 100, 100), "fory" -> List(70, 190, 80, 180, 120))
    assert(wide.words.contains("not decided: fory takes 1.2 ["), wide.words)
    assertEquals(wide.contested, List("brine", "fory"))

  test("a first place that is not shown is level within what is shown, and further starts may narrow it"):
    val near = ranking("brine" -> List(100, 100, 100, 100, 100), "fory" -> List(90, 115, 95, 120, 105))
    assert(near.words.matches("in writing, brine and fory are level within 1\\d %"), near.words)
    assertEquals(near.contested, List("brine", "fory"))

  test("the words name a limit that no ratio of the interval is beyond"):
    val random = scala.util.Random(7)
    val words  = for _ <- 1 to 200 yield
      def times() = List.fill(5)(100 * math.exp(random.nextGaussian() * 0.1))
      val found   = ranking("brine" -> times(), "fory" -> times())
      val ratio   = found.places.last.ratio
      found.words match
        case s"$_ are level within $percent %" =>
          assert(math.max(ratio.hi, 1 / ratio.lo) <= 1 + percent.toInt / 100.0 + 1e-9, s"$ratio: ${found.words}")
          "level"
        case s"$_ times faster than $_" =>
          assert(ratio.lo > 1.02, s"$ratio: ${found.words}")
          "ahead"
        case other =>
          assert(other.contains("is not decided"), other)
          "open"
    assert(words.toSet("level") && words.toSet("ahead"), words.groupBy(identity).view.mapValues(_.size).toMap)

  test("neighbours in time decide where the machine's phases would hide it"):
    // Both are three times slower in every other turn; in each turn fory takes 1.2 times as long.
    val phases = List.tabulate(20)(at => if at % 2 == 0 then 100.0 else 300.0)
    val starts = List.fill(3)(phases)
    val cells  = inTurns("brine", starts) ++ inTurns("fory", starts.map(_.map(_ * 1.2)))
    val found  = Ranking.of(page(cells), "site", task, List("site-2k" -> "encode"))()
    assertEquals(found.outcome.toString.takeWhile(_ != ','), "Ahead(brine")
    assert(found.words.contains("1.20"), found.words)

  test("the larger rate is first"):
    val cells = inTurns("slow", List.fill(3)(List(10.0, 11, 12)), "records/s") ++
      inTurns("fast", List.fill(3)(List(20.0, 22, 24)), "records/s")
    val found = Ranking.of(page(cells), "site", task, List("site-2k" -> "encode"))(isRate = true)
    assertEquals(found.places.map(_.library), List("fast", "slow"))
    assertEqualsDouble(found.places.last.ratio.value, 2, 1e-9)

  test("rows as published and rows that leave messages in their buffer are not ranked"):
    val cells =
      inTurns("brine", List.fill(3)(List(20.0, 21, 22))) ++ inTurns("fory", List.fill(3)(List(30.0, 31, 32))) ++
        inTurns("fory-reused", List.fill(3)(List(2.0, 2, 2))) ++ inTurns("old", List.fill(3)(List(1.0, 1, 1)))
    val rows =
      List(
        LibraryRow("fory-reused", "fory", traits = List("reused-buffer")),
        LibraryRow("old", "old", traits = List("as-published"))
      )
    val found = Ranking.of(
      PageContext(Results.empty.copy(cells = cells, libraries = rows)),
      "site",
      task,
      List("site-2k" -> "encode")
    )()
    assertEquals(found.places.map(_.library), List("brine", "fory"))

  test("variants of ours do not compete for second place, and one alone wins nothing"):
    val times = List(100.0, 101, 102, 100, 99)
    val found = ranking("brine" -> times, "brine-dictionary" -> times.map(_ * 1.3), "fory" -> times.map(_ * 2))
    assert(found.words.endsWith("faster than fory, the next"), found.words)
    assertEquals(ranking("brine" -> times).words, "in writing, only brine finished")
    assertEquals(ranking().words, "nobody finished writing")

  test("a doubt about the run decides nothing"):
    val cells = inTurns("a", List.fill(3)(List(10.0))) ++ inTurns("b", List.fill(3)(List(20.0)))
    val found =
      Ranking.of(page(cells), "site", task, List("site-2k" -> "encode"))(doubt = Some("the disk would not hold still"))
    assertEquals(found.words, "in writing, the first place is not decided: the disk would not hold still")

  test("rows of different groups are compared through the row that took turns with both"):
    val random = scala.util.Random(18)
    // A start is a phase of the machine: whatever runs in it takes so much longer.
    def group(rounds: List[Int], rows: (String, Double)*) =
      for
        round <- rounds
        phase = 1 + random.nextDouble()
        (library, level) <- rows.toList
      yield
        val turns = List.fill(10)(level * phase * (1 + random.nextGaussian() * 0.01))
        inTurns(library, List(turns)).head.copy(round = round)
    val cells = group(List(1, 3, 5), "brine" -> 100, "near" -> 150) ++
      group(List(2, 4, 6), "brine" -> 100, "other" -> 120, "far" -> 400)
    val found = Ranking.of(page(cells), "site", task, List("site-2k" -> "encode"))()
    assertEquals(found.places.map(_.library), List("brine", "other", "near", "far"))
    assertEqualsDouble(found.places(2).ratio.value, 1.5, 0.05)
    val without = Ranking.of(
      page(cells.map(cell => if cell.library == "brine" then cell.copy(turns = cell.turns.map(_ * 9)) else cell)),
      "site",
      task,
      List("site-2k" -> "encode")
    )()
    assertEquals(without.places.map(_.library).take(2), List("other", "near"))
    assertEqualsDouble(without.places(1).ratio.value, 1.25, 0.05)
    assertEquals(without.contested, Nil)
