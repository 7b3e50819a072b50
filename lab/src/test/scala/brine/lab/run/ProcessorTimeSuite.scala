package brine.lab.run

import scala.concurrent.duration.*

final class ProcessorTimeSuite extends munit.FunSuite:
  private def machine(user: Int, idle: Int, stolen: Int) = s"cpu  $user 10 20 $idle 40 5 5 $stolen 3 0\ncpu0 1 2 3\n"
  private def process(user: Int, children: Int) = s"7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 $user 2 $children 4 20 0"

  test("what others took is what was busy, without this process and its children"):
    val from = ProcessorTime.of(machine(100, 1000, 0), process(10, 20)).get
    assertEquals(from, ProcessorTime(1180, 140, 36))
    val to = ProcessorTime.of(machine(180, 1100, 20), process(30, 60)).get
    // 200 passed, 100 of them busy, of which 60 for this process and its children
    assertEquals(to.othersSince(from, servers = 0), 0.2)
    assertEquals(to.othersSince(from, servers = 30), 0.05)
    assertEquals(from.othersSince(from, servers = 0), 0.0)

  test("a system that tells something else has no times"):
    assertEquals(ProcessorTime.of("", ""), None)
    assertEquals(ProcessorTime.of("cpu 1 2 3", process(1, 2)), None)
    assertEquals(ProcessorTime.of(machine(1, 2, 3), "7 (java) S 1 2"), None)

  test("work of this process is its own, on this machine too"):
    assume(ProcessorTime.now().nonEmpty, "needs /proc")
    val from  = ProcessorTime.now().get
    val until = 30.seconds.fromNow
    var last  = from
    while last.own - from.own < 10 && until.hasTimeLeft() do last = ProcessorTime.now().get
    assert(last.own - from.own >= 10, s"this process worked, and has ${last.own} ticks after ${from.own}")
    assert(last.busy > from.busy && last.all > from.all, s"$last after $from")
