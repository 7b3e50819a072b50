package brine.lab.report

import brine.lab.results.{Cell, LibraryRow, Results}
import brine.lab.studies.actors.ActorPrograms
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.LogPrograms
import brine.lab.studies.whole.{WholePrograms, WholeStudy}
import brine.lab.studies.site.{Compatibility, Rebuilding, SiteStudy}

/** A run of every study that nobody measured, for tests of what is made from it. */
object PageFixture:
  private val libraries = List(
    LibraryRow("brine", "brine", "0.1", List("binary", "evolvable"), "bare"),
    LibraryRow("kryo5", "kryo5", "5.6", List("binary"), "registered <classes> & no references", guide = "kryo.org/<b>"),
    LibraryRow("reference-fold", "reference", "no codec", Nil, "decoded", studies = List("site")),
    LibraryRow("java-as-published", "java", "25", List("as-published"), "one stream"),
    LibraryRow("scrooge", "scrooge", unavailable = "its generator cannot be had"),
    LibraryRow("brine", "brine-actor", "0.1", List("ordered"), "classes", studies = List("actors")),
    LibraryRow("akka-classic", "akka", "2.6", List("ordered"), "defaults", studies = List("actors")),
    LibraryRow("pekko-typed", "pekko", "1.4", List("ordered", "typed"), "defaults", studies = List("actors")),
    LibraryRow("brine", "brine-journal", "0.1", List("durable"), "defaults", studies = List("log")),
    LibraryRow("prevayler", "prevayler", "2.6", List("durable"), "disk sync", studies = List("log")),
    LibraryRow("java-buffered-unforced", "java", "25", Nil, "not forced", studies = List("log")),
    LibraryRow("brine", "brine-entity", "0.1", List("durable"), "entities", studies = List("whole")),
    LibraryRow("prevayler", "prevayler", "2.6", List("durable"), "a system", studies = List("whole")),
    LibraryRow(WholeStudy.logAlone, "brine-entity", "0.1", List("log-alone"), "appends", studies = List("whole")),
    LibraryRow("actr", "actr", unavailable = "it is in no registry", studies = List("actors"))
  )

  /** More rows than a chart shows unless it is asked for all. */
  private val others = (1 to 11).toList.map(at => f"other-$at%02d")

  /** Figures that differ everywhere, so that none can stand in another's place unseen. */
  private def cells: List[Cell] =
    var seed  = 100000.0
    def next  = { seed += 13.5; seed }
    val timed = for
      (library, at) <- List("brine", "kryo5", "control-brine").zipWithIndex
      name          <- SiteStudy.cases
      op            <- List("encode", "decode")
      round         <- 1 to 5
      value = next
    yield
      val cell =
        Cell("site", name, library, op, version = s"$at.0", round = round, figure = Cell.Figure(unit = Some("ns")))
      if library == "kryo5" && name == "events-64k" && op == "decode" then
        cell
          .copy(status = "crashed", note = "IllegalStateException: </script><b>no</b>")
          .withFigure(_.copy(unit = None))
      else
        cell
          .copy(n = Some(1))
          .withFigure(_.copy(value = Some(value), lo = Some(value - 5), hi = Some(value + 5)))
          .withCosts(_.copy(cpuNs = Some(value * 0.9), allocB = Some(value * 2)))
    val rebuilt = for
      library <- List("brine", "kryo5", "reference-fold", "control-brine")
      name    <- Rebuilding.cases
      round   <- 1 to 5
      value = next
    yield Cell(
      "site",
      name,
      library,
      "decode",
      version = "1",
      round = round,
      figure = Cell.Figure(
        unit = Some("ns"),
        value = Some(if library == "kryo5" then value * 3 else value),
        lo = Some(value - 5),
        hi = Some(value + 5)
      )
    )
    val tried = for
      (library, op) <- List("brine" -> "compatible", "brine" -> "compatible-container", "kryo5" -> "compatible")
      name          <- Compatibility.experiments
    yield
      val note = (library, op, name) match
        case ("brine", "compatible", _)              => "exception: DecodeError: 4 bytes left"
        case ("kryo5", "compatible", "forward-list") => "wrong value: <i>PageHistory</i> instead of PageHistory"
        case _                                       => "works"
      Cell("site", name, library, op, note = note)
    val untried = List(
      Cell("site", Compatibility.cell, "brine", "compatible"),
      Cell("site", Compatibility.cell, "java-as-published", "compatible", "unsupported", "its bytes are those of java")
    )
    val sized = for library <- List("brine", "kryo5"); name <- SiteStudy.cases yield
      val raw = next.floor
      Cell(
        "site",
        name,
        library,
        "size",
        n = Some(if name.startsWith("events") then 1030 else 1),
        sizes = Cell.Sizes(
          sizeB = Some(raw),
          gzipB = Some(raw - 100),
          gzipTogetherB = Some(raw - 200),
          zstdB = Some(raw - 300),
          zstdEachB = Some(raw - 50),
          togetherB = Some(raw + 8)
        )
      )
    val containers = for form <- List("container", "container-deflate"); size <- SiteStudy.sizes yield
      val raw = next.floor
      Cell(
        "site",
        s"events-$size",
        "brine",
        s"size-$form",
        n = Some(1030),
        sizes = Cell.Sizes(
          sizeB = Some(raw * 9),
          gzipB = Some(raw * 8),
          gzipTogetherB = Some(raw - 20),
          zstdB = Some(raw - 30),
          zstdEachB = Some(raw * 7),
          togetherB = Some(raw)
        )
      )
    val shots = for library <- List("brine", "kryo5", "java-as-published"); n <- EvactorStudy.quick; round <- 1 to 5
    yield
      val cell = Cell("evactor", s"events-$n", library, "run", round = round, n = Some(n))
      if library == "java-as-published" && n >= 20000 then
        cell.copy(status = if n == 20000 then "oom" else "skipped", note = "Java heap space")
      else
        cell
          .withFigure(_.copy(value = Some(next / 100), unit = Some("ms"), lo = Some(1), hi = Some(99)))
          .withCosts(_.copy(gcMs = Some(next.floor), heapB = Some(next.floor * 1048576)))
    val events = for library <- List("brine", "kryo5"); op <- List("encode", "decode"); round <- 1 to 5
    yield Cell(
      "evactor",
      EvactorStudy.perEvent,
      library,
      op,
      round = round,
      n = Some(1000),
      figure = Cell.Figure(value = Some(next / 10), unit = Some("ns/event"), lo = Some(1), hi = Some(2)),
      costs = Cell.Costs(cpuNs = Some(next / 10), allocB = Some(next.floor))
    )
    val starts = for library <- "brine" :: "kryo5" :: others; op <- List("startup", "startup-deny") yield
      val denied = library == "kryo5" && op == "startup-deny"
      Cell(
        "site",
        "site-1k",
        library,
        op,
        status = if denied then "crashed" else "ok",
        note = if denied then "no Unsafe" else "",
        figure = Cell.Figure(value = Option.when(!denied)(next), unit = Option.when(!denied)("ms")),
        opening = Cell.Opening(warnings = Some(if library == "kryo5" then 4 else 0))
      )
    val books = for
      (library, platform) <- List("brine" -> "jvm", "kryo5" -> "jvm", "brine" -> "browser")
      name                <- BooksStudy.cases
      op                  <- List("size", "encode", "decode")
      round               <- if op == "size" then List(1) else List(1, 2)
      value = next.floor
    yield
      val cell = Cell("books", name, library, op, round = round, n = Some(1), where = Cell.Where(platform = platform))
      if library == "kryo5" && name == "tree" then cell.copy(status = "unsupported", note = "knows no trees")
      else if op == "size" then
        cell.withSizes(
          _.copy(sizeB = Some(value), gzipB = Some(value - 7), gzipTogetherB = Some(value), zstdB = Some(value - 9))
        )
      else
        cell
          .withFigure(_.copy(value = Some(value), lo = Some(value - 1), hi = Some(value + 1), unit = Some("ns")))
          .withCosts(_.copy(cpuNs = Some(value), allocB = Some(value * 3)))
    val actors = for
      library <- List("brine", "akka-classic", "pekko-typed", "control-brine")
      program <- ActorPrograms.programs
      op      <- program.ops
      round   <- List(1, 2)
      if library != "control-brine" || op == "run"
      value = next
    yield
      val cell =
        Cell(
          "actors",
          program.name,
          library,
          op,
          round = round,
          version = "1",
          n = Some(program.count(program.sizes.quick))
        )
      if library == "akka-classic" && program.name == "idle-1M" then cell.copy(status = "skipped", note = "not tried")
      else
        cell
          .copy(note =
            if program.sizes.quick == program.sizes.full then ""
            else s"scaled: ${program.told(program.sizes.quick)} instead of more"
          )
          .withFigure(
            _.copy(
              value = Some(value),
              lo = Some(value - 3),
              hi = Some(value + 3),
              unit = Some(if op == "run" then "ms" else "us")
            )
          )
          .withOpening(_.copy(firstMs = Option.when(op == "run")(value * 2)))
          .withCosts(
            _.copy(gcMs = Option.when(op == "run")(value + 1), heapB = Option.when(op == "run")(value * 1048576))
          )
    val limits = for
      library   <- List("brine", "prevayler", "java-buffered-unforced")
      name      <- List(LogPrograms.before, LogPrograms.after)
      (op, add) <- List("R" -> 0.0, "B" -> 1e9)
      round     <- List(1, 2)
    yield Cell(
      "log",
      name,
      library,
      op,
      round = round,
      figure = Cell.Figure(value = Some(next + add), unit = Some(if op == "R" then "records/s" else "B/s"))
    )
    val loads = for
      library <- List("brine", "prevayler")
      program <- LogPrograms.programs
      op      <- program.ops
      round   <- List(1, 2)
      value = if program.name == "callers-1" then next / 2 else next
    yield
      val cell = Cell("log", program.name, library, op, round = round, version = "1")
      if library == "prevayler" && program.name == "callers-1" && op == "rate" then
        cell.copy(status = "wrong", note = "refused: 2.00 times the fastest")
      else
        cell.withFigure(
          _.copy(
            value = Some(value),
            unit = Some(if program.name == "bandwidth-64k" then "B/s" else "records/s"),
            lo = Some(value - 1),
            hi = Some(value + 1)
          )
        )
    val curve = for
      library <- List("brine", "prevayler", "java-buffered-unforced")
      n       <- LogPrograms.quick
      op      <- List("records", "bytes")
      round   <- List(1, 2)
    yield Cell(
      "log",
      LogPrograms.cunninghamCase(n),
      library,
      op,
      round = round,
      version = "1",
      n = Some(n),
      figure = Cell
        .Figure(value = Some(next), unit = Some(if op == "records" then "records/s" else "B/record"), runs = Some(1000))
    )
    val entities = for
      library     <- List("brine", "prevayler", WholeStudy.logAlone)
      (name, ops) <- WholePrograms.loads.map(_.name -> WholePrograms.ops) ++
        (if library == WholeStudy.logAlone then Nil
         else WholePrograms.restarts.map(_.name -> WholePrograms.restartOps))
      op    <- ops
      round <- List(1, 2)
    yield
      val units = Map("rate" -> "commands/s", "time" -> "ms", "events" -> "events/s", "bytes" -> "B/event")
      val value = next
      Cell(
        "whole",
        name,
        library,
        op,
        round = round,
        version = "1",
        figure = Cell.Figure(
          value = Some(value),
          unit = Some(units.getOrElse(op, "us")),
          lo = Some(value - 1),
          hi = Some(value + 1)
        )
      )
    val absent = Cell("actors", "", "actr", "", "unavailable", "it is in no registry")
    limits ++ loads ++ curve ++ entities ++ (absent :: actors) ++ timed ++ rebuilt ++ tried ++ untried ++ books ++ sized ++ containers ++ shots ++ events ++ starts :+ Cell(
      "site",
      "",
      "scrooge",
      "",
      "unavailable",
      "its generator cannot be had"
    )

  /** Bytes of one event of the longest history in the row that the calculator starts with. */
  def example(run: Results): Double =
    run.cells.find(cell => cell.library == "brine" && cell.name == "events-64k" && cell.op == "size").get.sizeB.get

  def results(mode: String = "quick"): Results =
    val environment = ujson.Obj(
      "mode"          -> mode,
      "cpu"           -> "Test CPU",
      "cores"         -> 2,
      "jdk"           -> "25",
      "command"       -> "./brine lab --only 'a b'",
      "seed"          -> 42,
      "startedAt"     -> "2026-01-01T00:00:00Z",
      "runs"          -> 6,
      "logFileSystem" -> "ext4 on test, mounted at test",
      "commit"        -> "0123456789abcdef0123456789abcdef01234567",
      "dirty"         -> true
    )
    Results(List(environment), libraries, cells.map(_.copy(mode = mode)), Nil, 0)
