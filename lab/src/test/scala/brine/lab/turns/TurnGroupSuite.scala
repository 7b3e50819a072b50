package brine.lab.turns

import brine.lab.Fixtures
import brine.lab.plan.Task.CellSpec
import brine.lab.studies.site.SiteStudy

final class TurnGroupSuite extends munit.FunSuite:
  private val cells = List("encode", "decode").map(CellSpec("site-2k", _, None))

  private def contenders(names: String*) = names.toList.map(name => Contender(Fixtures.row(name), false, cells))

  private def groups(count: Int, most: Int, base: Boolean = true, rival: String = "") =
    val rows = contenders((0 until count).map(at => if at == 0 then "brine" else s"peer-$at")*)
    TurnGroup.of(SiteStudy, rows, Option.when(base)(rows.head.row), most, rows.map(_.row).find(_.name == rival))

  test("who fits together is one group, with a second JVM of the base"):
    val one = groups(10, 12)
    assertEquals(one.map(_.contenders.map(_.label).take(3)), List(List("brine", "control-brine", "peer-1")))
    assertEquals(one.map(_.contenders.size), List(11))

  test("for every number of libraries and JVMs, each is in one group, the base and its control in all"):
    for count <- 1 to 40; most <- 3 to 12 do
      val all    = groups(count, most)
      val others = all.flatMap(_.contenders.map(_.label)).filter(_.startsWith("peer"))
      assertEquals(others.sorted, (1 until count).map(at => s"peer-$at").sorted.toList, s"$count, $most")
      for group <- all do
        assert(group.contenders.sizeIs <= most, s"$count, $most: ${group.contenders.size}")
        assertEquals(group.contenders.map(_.label).take(2), List("brine", "control-brine"))
      val sizes = all.map(_.contenders.size)
      assert(sizes.max - sizes.min <= 1, s"$count, $most: $sizes")

  test("a rival has its two JVMs in one group, none is too large, and every library is in one"):
    for count <- 2 to 40; most <- 3 to 12; at <- List(1, count - 1) do
      val rival  = s"peer-$at"
      val all    = groups(count, most, rival = rival)
      val labels = all.map(_.contenders.map(_.label))
      val others = labels.flatten.filter(_.startsWith("peer"))
      assertEquals(others.sorted, (1 until count).map(at => s"peer-$at").sorted.toList, s"$count, $most")
      assert(labels.forall(_.sizeIs <= most), s"$count, $most: ${labels.map(_.size)}")
      assert(labels.map(_.size).max - labels.map(_.size).min <= 1, s"$count, $most: ${labels.map(_.size)}")
      val twice = labels.filter(_.contains(s"control-$rival"))
      assertEquals(twice.size, if most >= 6 then 1 else 0, s"$count, $most")
      assert(twice.forall(_.contains(rival)), s"$count, $most")
      assert(all.forall(_.base.exists(_.name == "brine")))

  test("without a base there is no control"):
    assertEquals(groups(3, 12, base = false).flatMap(_.contenders).count(_.control), 0)
    assertEquals(TurnGroup.of(SiteStudy, Nil, None, 12), Nil)

  test("starts of all groups have rounds of their own, and each round has its start"):
    val all    = groups(30, 12)
    val rounds = for group <- all; start <- 1 to 4 yield group.round(start)
    assertEquals(rounds.sorted, (1 to 4 * all.size).toList)
    for group <- all; start <- 1 to 4; other <- all do
      assertEquals(other.start(group.round(start)), Option.when(other == group)(start))

  test("a part of a group leaves out who has nothing to measure"):
    val part = groups(4, 12).head.only((row, _, op) => op == "encode" && row.name != "peer-2")
    assertEquals(part.contenders.map(_.label), List("brine", "control-brine", "peer-1", "peer-3"))
    assertEquals(part.turns, 4)
