package brine.lab.turns

import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.site.SiteStudy

final class TurnMemorySuite extends munit.FunSuite:
  private def of(gibibytes: Double) = TurnMemory.of((gibibytes * (1L << 30)).toLong)

  test("enough memory needs no word"):
    assertEquals(of(24), TurnMemory(512, 13, ""))
    assert(of(24).options(SiteStudy).containsSlice(List("-Xmx512M", "-Xmn32M")))

  test("a burst of messages fits into the young generation of runtimes, on a small machine too"):
    for memory <- List(24.0, 2.0) do
      assert(of(memory).options(ActorsStudy).contains("-Xmn128M"))
      assert(ActorsStudy.young <= of(memory).heap / 2)

  test("with less memory each heap is smaller, then fewer JVMs are alive, and the run says so"):
    val eight = of(8)
    assertEquals(eight.heap -> eight.most, 256 -> 13)
    assert(eight.note.contains("256 MB") && !eight.note.contains("at a time"), eight.note)
    val four = of(4)
    assert(four.most < 12 && four.note.contains(s"${four.most} JVMs at a time"), four.note)

  test("the JVMs of any machine fit into its memory, down to three"):
    for tenths <- 1 to 400 do
      val own = of(tenths / 10.0)
      assert(own.most >= TurnMemory.fewest && own.most <= TurnMemory.enough)
      if own.most > TurnMemory.fewest then assert(own.heap.toDouble * own.most <= tenths / 10.0 * 1024 * 0.7, own)
