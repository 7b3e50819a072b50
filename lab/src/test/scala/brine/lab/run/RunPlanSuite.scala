package brine.lab.run

import brine.lab.browser.BrowserLibraries
import brine.lab.catalog.Studies
import brine.lab.plan.{JavaHome, JvmSetting, Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.actors.{ActorPrograms, ActorsStudy}
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.{LogPrograms, LogStudy}
import brine.lab.studies.site.{Rebuilding, Records, SiteStudy}
import java.nio.file.Path

/** What is measured in which mode, by whom, and for how long. */
final class RunPlanSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25", "")

  /** All contenders of the codec studies, as many others, and a log. */
  private val rows =
    val codecs = List("site", "evactor", "books")
    val names  = Studies.all.filter(_.headline.exists(_._2 == "encode")).flatMap(_.contenders).distinct
    names.map(name => LibraryRow(name, name, studies = codecs)) ++
      names.map(name => LibraryRow(s"other-$name", name, studies = codecs)) :+
      LibraryRow("brine", "brine-journal", traits = List("durable"), studies = List("log"))

  private def request(mode: Mode, studies: List[Study] = Studies.all): Request =
    Request(studies, mode, Path.of("out"), "./brine lab")

  private def plan(request: Request, rows: List[LibraryRow] = rows, memory: Long = 24L << 30) =
    RunPlan(request, rows, BrowserLibraries.rows(Nil), List(java), memory, 7)

  private def timed(task: Task) = task.cells.filter(_.isTimed)

  test("in modes quick and standard every codec is timed in turns, and nothing of it alone"):
    for mode <- List(Mode.Quick, Mode.Standard) do
      val found = plan(request(mode))
      assertEquals(found.tasks.filter(_.kind == Task.Kind.Measure).flatMap(timed), Nil)
      assert(found.turns.exists(_.groups.nonEmpty))
    for mode <- List(Mode.Smoke, Mode.Full) do
      val found = plan(request(mode))
      assertEquals(found.turns, None)
      assert(found.tasks.flatMap(timed).nonEmpty)

  test("quick times contenders in headline cases, standard every row in every case; both measure all sizes"):
    val quick                                          = plan(request(Mode.Quick, List(SiteStudy))).turns.get.groups
    val standard                                       = plan(request(Mode.Standard, List(SiteStudy))).turns.get.groups
    def names(groups: List[brine.lab.turns.TurnGroup]) = groups.flatMap(_.contenders.map(_.row.name)).toSet
    def cases(groups: List[brine.lab.turns.TurnGroup]) =
      groups.flatMap(_.contenders.flatMap(_.cells)).map(cell => cell.name -> cell.op).toSet
    assertEquals(quick.size, 1)
    assertEquals(names(quick), SiteStudy.contenders.toSet)
    val twice = quick.flatMap(_.contenders.filter(_.control).map(_.row.name))
    assertEquals(twice, List("brine", "fory"))
    assertEquals(cases(quick), SiteStudy.headline.toSet)
    assert(standard.sizeIs > 1)
    assertEquals(names(standard), rows.filter(SiteStudy.runs).map(_.name).toSet)
    val others     = Rebuilding.casesIn(Mode.Standard) ++ Records.casesIn(Mode.Standard)
    val timedThere = (SiteStudy.cases ++ others).filter(SiteStudy.isStandard)
    assertEquals(cases(standard).map(_._1), timedThere.toSet)
    for mode <- List(Mode.Quick, Mode.Standard) do
      val sized = plan(request(mode, List(SiteStudy))).tasks.filter(_.cells.exists(_.op == "size"))
      assertEquals(sized.map(_.row.name).toSet, rows.filter(SiteStudy.runs).map(_.name).toSet)
      assert(sized.forall(_.cells.filter(_.op == "size").map(_.name).toSet == (SiteStudy.cases ++ Records.cases).toSet))
      assert(sized.forall(_.cells.count(_.op == "compatible") == 1))

  test("a row with cases of its own has those alone, where they are asked for in mode quick, and no start-up"):
    val fold  = LibraryRow(Rebuilding.foldAlone, "reference", studies = List("site"), cases = Rebuilding.cases)
    val asked = request(Mode.Quick, List(SiteStudy))
    def quick(request: Request) = plan(request, rows :+ fold)
    def own(plan: RunPlan)      = plan.turns.get.groups.flatMap(_.contenders).filter(_.row == fold)
    assertEquals(own(quick(asked)), Nil)
    val chosen = quick(asked.copy(cases = List("rebuild-8k")))
    assertEquals(own(chosen).flatMap(_.cells).map(cell => cell.name -> cell.op), List("rebuild-8k" -> "decode"))
    assertEquals(chosen.turns.get.groups.size, 1)
    for mode <- Mode.values do
      val tasks = plan(request(mode, List(SiteStudy)), rows :+ fold).tasks.filter(_.row == fold)
      assertEquals(tasks.filter(_.kind != Task.Kind.Measure), Nil)
      assert(tasks.flatMap(_.cells).forall(cell => Rebuilding.cases.contains(cell.name) && cell.op == "decode"), mode)

  test("records are timed for contenders alone in mode standard, and for those asked for in mode quick"):
    def timed(request: Request) =
      for
        group <- plan(request).turns.get.groups
        own   <- group.contenders if own.cells.exists(cell => Records.cases.contains(cell.name))
      yield own.row.name
    val standard = request(Mode.Standard, List(SiteStudy))
    assertEquals(timed(standard).toSet, SiteStudy.contenders.toSet)
    assertEquals(timed(standard.copy(only = List("other"))).toSet, rows.filter(SiteStudy.runs).map(_.name).toSet)
    val quick = request(Mode.Quick, List(SiteStudy))
    assertEquals(timed(quick), Nil)
    assertEquals(timed(quick.copy(cases = List("records-mesh"))).toSet, SiteStudy.contenders.toSet)
    val cells = plan(quick.copy(cases = List("records-*"))).turns.get.groups.flatMap(_.contenders.flatMap(_.cells))
    assertEquals(cells.map(_.name).toSet, Records.cases.toSet)

  test("a row with a reused buffer is timed for writing only, and has neither sizes nor a start-up"):
    val reused = LibraryRow("fory-reused", "fory", traits = List("reused-buffer"), studies = List("site"))
    val found  = plan(request(Mode.Standard, List(SiteStudy)), rows :+ reused)
    val own    = found.turns.get.groups.flatMap(_.contenders.filter(_.row == reused)).flatMap(_.cells)
    assertEquals(own.map(_.op).distinct, List("encode"))
    assertEquals(own.map(_.name).toSet, SiteStudy.cases.filter(SiteStudy.isStandard).toSet)
    assertEquals(found.tasks.filter(_.row == reused), Nil)

  test("chosen libraries and cases are what is timed; the limits of a log belong to each choice of what has no turns"):
    val chosen = request(Mode.Quick).copy(only = List("avro"), cases = List("events-*", "callers-1", "overhead"))
    val found  = plan(chosen, rows.filter(row => row.name == "other-brine" || row.studies == List("log")))
    val groups = found.turns.get.groups.filter(_.study == SiteStudy)
    assertEquals(groups.flatMap(_.contenders.map(_.label)), List("other-brine", "control-other-brine"))
    assert(groups.flatMap(_.contenders.flatMap(_.cells)).forall(_.name.startsWith("events-")))
    val logged = found.tasks.filter(_.study == LogStudy.name).flatMap(_.cells).map(_.name).distinct
    assertEquals(logged, List(LogPrograms.before, "overhead", LogPrograms.after))
    val appending = found.turns.get.groups.filter(_.study == LogStudy)
    assertEquals(
      appending.flatMap(_.contenders.map(own => own.label -> own.cells.map(cell => cell.name -> cell.op))),
      List("brine", "control-brine").map(_ -> List("callers-1" -> "rate", "callers-1" -> "allocation"))
    )

  test("durable appends take turns; the program of 2001, opening and what is not forced are measured alone"):
    for mode <- List(Mode.Quick, Mode.Standard) do
      val found  = plan(request(mode, List(LogStudy)))
      val turned = found.turns.get.groups.flatMap(_.contenders.flatMap(_.cells)).map(_.name).toSet
      val alone  = found.tasks.flatMap(_.cells).map(_.name).toSet
      assert(turned("callers-16") && turned.forall(LogPrograms.takesTurns), turned)
      assertEquals(turned.intersect(alone), Set.empty)
      assert(alone.exists(LogPrograms.isCunningham), alone)
      assertEquals(alone("recovery") && alone("os-cache") && alone("overhead"), mode == Mode.Standard)
      val names = LogPrograms.programs.filter(_.needs.isEmpty).map(_.name).toSet
      if mode == Mode.Standard then assertEquals((turned ++ alone).intersect(names), names)

  test("records by key, queries and subscriptions take turns of stores that have them, without servers in quick"):
    val has    = "durable" :: LogPrograms.needs
    val stores = List("brine" -> has, "sqlite" -> has.init, "postgresql" -> ("server" :: has.init), "prevayler" -> Nil)
    def turned(mode: Mode) =
      val rows  = stores.map((name, traits) => LibraryRow(name, name, traits = traits, studies = List("log")))
      val turns = plan(request(mode, List(LogStudy)), rows).turns.get
      val found =
        for own <- turns.groups.flatMap(_.contenders)
        yield own.label -> own.cells.map(_.name).distinct.filter(LogPrograms.program(_).exists(_.needs.nonEmpty))
      turns -> found.toMap
    val (quick, own) = turned(Mode.Quick)
    assertEquals(own("brine"), LogPrograms.more)
    assertEquals(own("sqlite"), LogPrograms.more.filterNot(_.startsWith("subscribe-")))
    assertEquals(List("control-brine", "postgresql", "prevayler").flatMap(own), Nil)
    val (_, all) = turned(Mode.Standard)
    assertEquals(all("brine"), LogPrograms.programs.filter(_.needs.nonEmpty).map(_.name))
    assertEquals(all("postgresql"), all("sqlite"))
    assertEquals(all("control-brine"), Nil)
    // What they add to a quick run, with RocksDB's two cases.
    val group   = quick.groups.head
    val without = group.only((_, name, _) => !LogPrograms.more.contains(name))
    val seconds = quick.starts * (quick.seconds(group) - quick.seconds(without)) * 10 / 8
    assert(seconds < 27, seconds)

  test("actors that live from turn to turn and short whole runs take turns; the others are measured alone"):
    val runtimes =
      List("brine", "pekko-typed").map(LibraryRow(_, "peer", traits = List("typed"), studies = List("actors")))
    def cells(mode: Mode) =
      val found = plan(request(mode, List(ActorsStudy)), runtimes)
      val turns = found.turns.get.groups.flatMap(_.contenders.flatMap(_.cells)).map(cell => cell.name -> cell.op).toSet
      (turns, found.tasks.flatMap(_.cells).map(cell => cell.name -> cell.op).toSet)
    val (quick, beside) = cells(Mode.Quick)
    val published       = Set("sequential", "parallel", "merge-sort").map(_ -> "run")
    val asks            = Set("p50", "p99", "p99.9", "rate").map("ask-chained" -> _)
    assertEquals(quick, asks ++ published + ActorPrograms.system)
    assertEquals(beside, Set.empty, "one round of a runtime alone ranks nothing")
    val (turned, alone) = cells(Mode.Standard)
    assert(ActorPrograms.ranked.toSet.subsetOf(turned), turned)
    assert(turned("outside" -> "cores-p99") && alone("send-then-compute" -> "p99"), turned)
    assert(turned("watch-50000" -> "run") && turned("ping-pong" -> "run") && alone("parallel" -> "allocation"), turned)
    assert(alone("sleeping-1000x100ms" -> "run") && alone("parallel-parallelgc" -> "run"), alone)
    assertEquals(turned.intersect(alone), Set.empty)
    assertEquals(
      turned ++ alone,
      ActorPrograms.programs.flatMap(program => program.ops.map(program.name -> _)).toSet
    )

  test("a whole run in turns has a size of its own, and says that it is scaled"):
    val runtimes = List(LibraryRow("brine", "peer", traits = List("typed"), studies = List("actors")))
    val found    = plan(request(Mode.Standard, List(ActorsStudy)), runtimes)
    for cell <- found.turns.get.groups.flatMap(_.contenders.flatMap(_.cells)) do
      val program = ActorPrograms.program(cell.name).get
      if ActorPrograms.system == cell.name -> cell.op then assertEquals((cell.sizes, cell.note), (Nil, ""))
      else if cell.op == "run" then
        assertEquals((cell.sizes, cell.n), (program.inTurn, Some(program.count(program.inTurn))))
        assert(cell.note.startsWith("scaled: ") && cell.note.contains("instead of"), cell)
      else assertEquals((cell.sizes, cell.note), (program.sizes.quick, ""))
    for cell <- found.tasks.flatMap(_.cells) if cell.name == "parallel" do
      assertEquals(cell.sizes, ActorPrograms.program("parallel").get.sizes.quick)

  test("mode quick runs few points of what it has one round of; those asked for are all there"):
    val stores  = List("sqlite" -> Nil, "postgresql" -> List("server"))
    val durable = stores.map((name, more) => LibraryRow(name, name, traits = "durable" :: more, studies = List("log")))
    def alone(request: Request, row: String) =
      plan(request, rows ++ durable).tasks
        .filter(task => task.row.name == row && !task.isUntimed)
        .flatMap(_.cells.map(_.name))
        .distinct
    val quick = request(Mode.Quick)
    assertEquals(alone(quick, "sqlite").filter(LogPrograms.isCunningham).size, 3)
    assertEquals(alone(quick, "postgresql"), Nil)
    assertEquals(alone(quick.copy(studies = List(EvactorStudy)), "kryo5").size, 3)
    val asked = quick.copy(cases = List("cunningham-*"))
    for store <- List("sqlite", "postgresql") do
      assertEquals(alone(asked, store).count(LogPrograms.isCunningham), LogPrograms.quick.size)
    for store <- List("sqlite", "postgresql") do
      assertEquals(alone(request(Mode.Standard), store).count(LogPrograms.isCunningham), LogPrograms.quick.size)

  test("the JVM that measures the disk counts among those that fit into the memory"):
    val many  = List.tabulate(30)(at => LibraryRow(s"log-$at", s"log-$at", studies = List("log")))
    val found = plan(request(Mode.Standard, List(LogStudy)), many)
    assert(found.turns.get.groups.map(_.contenders.size).max < found.turns.get.memory.most)

  test("a choice without a case of a study leaves that study out, its limits too"):
    val found = plan(request(Mode.Quick).copy(cases = List("tree")))
    assertEquals(found.tasks.map(_.study).distinct, List("books"))
    assertEquals(found.turns.get.groups.map(_.study.name).distinct, List("books"))

  test("several JDKs or collectors are compared without turns"):
    val jdks = RunPlan(request(Mode.Quick), rows, Nil, List(java, java.copy(label = "JDK 21")), 24L << 30, 7)
    assertEquals(jdks.turns, None)
    assertEquals(plan(request(Mode.Quick).copy(jvms = JvmSetting.parse(List("zgc")))).turns, None)

  test("where memory is short, groups are smaller and the plan says so; time grows"):
    val large = plan(request(Mode.Quick, List(SiteStudy)))
    val small = plan(request(Mode.Quick, List(SiteStudy)), memory = 3L << 30)
    assertEquals(large.lowered, "")
    assert(small.turns.get.groups.sizeIs > 1 && small.lowered.contains("take turns with 256 MB"), small.lowered)
    assert(small.seconds > large.seconds && large.seconds > 0)

  test("what is finished is not planned again"):
    val found    = plan(request(Mode.Quick))
    val finished = found.tasks.take(5).flatMap(task => task.cells.map(task.blank(_, "quick")))
    assertEquals(found.remaining(finished), found.tasks.drop(5))
    assertEquals(found.remaining(Nil), found.tasks)
