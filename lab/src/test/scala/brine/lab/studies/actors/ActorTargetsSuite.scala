package brine.lab.studies.actors

import brine.lab.page.{Summary, Target}
import brine.lab.results.{Cell, Results}

final class ActorTargetsSuite extends munit.FunSuite:
  /** A run in which Brine takes a millisecond for everything, and each other as often that as told. */
  private def run(mode: String, factors: (String, Double)*): Results =
    val cells = for
      (library, factor) <- ("brine" -> 1.0) :: factors.toList
      name              <- List("sequential", "parallel", "parallel-parallelgc", "merge-sort", "ping-pong")
    yield cell(library, name, "run", factor, "ms", 1000000)
    Results(List(ujson.Obj("mode" -> mode)), Nil, cells.map(_.copy(mode = mode)), Nil, 0)

  private def cell(library: String, name: String, op: String, value: Double, unit: String, n: Int) =
    Cell("actors", name, library, op, n = Some(n), figure = Cell.Figure(value = Some(value), unit = Some(unit)))

  private def targets(results: Results): Map[String, Target] =
    ActorTargets(Summary.of(results), results).all.map(target => target.name -> target).toMap

  private val slow = List("akka-classic", "akka-typed", "pekko-classic", "pekko-typed").map(_ -> 300.0)

  test("all are met when everything is fast enough"):
    val found = targets(run("full", ("actr" -> 10.0) :: slow*))
    for name <- List(
        "actors, sequential, against Akka and Pekko",
        "actors, sequential, against actr",
        "actors, parallel",
        "actors, parallel-parallelgc",
        "actors, merge-sort, against actr",
        "actors, ping-pong, against Akka and Pekko"
      )
    do assertEquals(found(name).met, Some(true), found(name))

  test("the nearest rival decides, and is named"):
    val found  = targets(run("full", ("pekko-typed" -> 150.0) :: slow.init*))
    val target = found("actors, sequential, against Akka and Pekko")
    assertEquals(target.met, Some(false))
    assert(target.missedBy.contains("pekko-typed: 150"), target.missedBy)

  test("without actr its target is not judged, whatever its published distance from Akka makes of it"):
    val found  = targets(run("full", slow*))
    val target = found("actors, sequential, against actr")
    assertEquals(target.met, None)
    // 300 times, divided by 21.5 / 4.065.
    assert(target.measured.startsWith("56.7 times"), target.measured)
    assert(target.missedBy.contains("--peer-jar actr=JAR"), target.missedBy)
    assert(found("actors, parallel").missedBy.contains("actr was not here"))

  test("a limit for a published size is judged in proportion when the run is scaled"):
    val base = run("quick", slow*)
    for (millis, met) <- List(12.0 -> Some(true), 20.0 -> None) do
      val scaled = cell("brine", "idle-1M", "stop", millis, "ms", 100000)
      val target = targets(base.copy(cells = scaled :: base.cells))("actors, stop")
      assertEquals(target.met, met, target)
      assert(target.measured.contains("in proportion"), target.measured)
    val full = targets(base.copy(cells = List(cell("brine", "idle-1M", "stop", 200, "ms", 1000000))))("actors, stop")
    assertEquals(full.met, Some(false), full)

  test("a run in which Brine differs much from itself judges no time, but bytes"):
    val base    = run("full", slow*)
    val control = cell("control-brine", "sequential", "run", 5, "ms", 1000000)
    val bytes   = cell("brine", "idle-1M", "bytes", 104, "B/actor", 1000000)
    val found   = targets(base.copy(cells = control :: bytes :: base.cells))
    assertEquals(found("actors, merge-sort, against actr").met, None)
    assert(found("actors, parallel").missedBy.contains("differed from itself"), found("actors, parallel"))
    assertEquals(found("actors, idle").met, Some(false))

  test("asks are held against the better of Pekko's two"):
    val asks = for
      (library, figures) <- List("brine" -> (5.0, 90.0), "pekko-classic" -> (6.0, 100.0), "pekko-typed" -> (7.0, 80.0))
      (op, value)        <- List("p50" -> figures._1, "p99.9" -> figures._2)
    yield cell(library, "ask-chained", op, value, "us", 1000)
    val target = targets(run("full").copy(cells = asks))("actors, ask-chained")
    assertEquals(target.met, Some(false))
    assert(target.missedBy.startsWith("p99.9 by 12.5 %"), target.missedBy)

  test("delays are held against Pekko's typed actors, but for what no clock resolves"):
    def target(mine: Double, theirs: Double) =
      val cells =
        for (library, value) <- List("brine" -> mine, "pekko-typed" -> theirs)
        yield cell(library, "outside", "twice-p50", value, "us", 1000)
      targets(run("full").copy(cells = cells))("actors, messages from outside, two busy actors per core, p50")
    assertEquals(target(900, 1000).met, Some(true))
    assertEquals(target(12, 3).met, Some(true))
    assertEquals(target(1500, 1000).met, Some(false))
    assertEquals(target(1500, 1000).missedBy, "by 50.0 %")
    assertEquals(
      ActorDelays.all.map(wanted => wanted.name -> wanted.op).toSet --
        ActorPrograms.programs.flatMap(program => program.ops.map(program.name -> _)),
      Set.empty
    )

  test("the claim for many senders to one says that it is unproven"):
    assert(targets(run("full", slow*))("actors, parallel").goal.contains("unproven beyond two cores"))

  test("a smoke run judges nothing, and a run without Brine's actors has no targets"):
    assert(targets(run("smoke", slow*)).values.forall(_.met.isEmpty))
    val others = run("full", slow*)
    assertEquals(targets(others.copy(cells = others.cells.filter(_.library != "brine"))), Map.empty)
