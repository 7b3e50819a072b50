package brine.lab.studies.actors

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.statistics.NoiseBand
import scalatags.Text.all.*

/** The `actors` study: whole runs of the published programs, cost per actor and message, asks, and start-up. */
final class ActorsSection(page: PageContext):
  private val study   = ActorsStudy.name
  private val found   = page.summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  private val rows    = page.rowsOf(study, ActorPrograms.programs.flatMap(_.ops).toSet)
  private val tables  = RowTables("runtime", rows)
  private val runs    = ActorPrograms.programs.filter(program => program.ops.head == "run" && program.name != "startup")
  private val counted = runs.filterNot(_.name.startsWith("sleeping"))
  private val askLoads = List("ask-chained", "ask-threads")

  def render: Frag = sectionOf(
    study,
    ActorsStudy.title,
    answers(page, ActorsStudy.verdicts(page)),
    p(
      "One run creates an actor system, does its work and stops the system in order, with every actor in it, as the ",
      "published code does. A run with an incorrect result does not count. ",
      alone,
      wholeTurns
    ),
    scaled,
    p(id := "actors-caveats")(
      "In ",
      code("parallel"),
      " a hundred actors answer a single one. What this shows of many senders to one receiver is unproven beyond two ",
      "cores. actr promises no order: when the lab was written, its default scheduler delivered a million numbered ",
      "messages from one actor to another with every one out of place. The other runtimes promise that the messages ",
      "of one sender to one receiver arrive in the order they were sent. Akka here is 2.6.21, the last line under the ",
      "Apache license; the published figures are of 2.5.21."
    ),
    p(cls := "note")(noise),
    div(cls := "controls", role := "group", attr("aria-label") := "Actors charts")(
      page.select("program", "Program", runs.map(program => program.name -> program.name), "sequential"),
      page.select("asking", "Asks", askLoads.map(name => name -> name), askLoads.head)
    ),
    chart("actors", "Milliseconds for one run, with the least and the greatest; alone also the first run of a JVM."),
    openDetails("One run (milliseconds)", milliseconds),
    openDetails("For each actor, value or message (nanoseconds)", each),
    details("Processor, collections, heap", costs),
    details("Published times beside ours", published),
    // Mode quick has neither.
    if hasOp("bytes", "allocation") then
      frag(
        chart("actors-memory", "Bytes of heap that one actor takes which waits for a message."),
        openDetails("Memory, creation and stop of idle actors; allocation for a message", memory)
      )
    else frag(),
    chart(
      "actors-ask",
      "Microseconds from ask to answer: the median, the 99th and the 99.9th percentile."
    ),
    openDetails("Asks (microseconds)", asks),
    // Mode quick has neither.
    if has("outside", "send-then-compute", "asks-overload") then
      openDetails("Delays beside busy actors (microseconds)", delays)
    else frag(),
    if has("startup") then openDetails("Start-up of a system (ms)", startUp) else frag()
  )

  private def isInTurns(summary: Summary) = summary.cells.exists(_.turns.nonEmpty)

  /** How programs were run that took no turns. */
  private def alone: String =
    if !found.values.exists(summary => summary.op == "run" && !isInTurns(summary)) then ""
    else
      "Programs that a runtime ran alone had a JVM each, with the stated heap. Their runs follow one another, each " +
        "after a garbage collection; the first is reported separately, and the figure is the median of the later half. "

  /** How programs were run in turns. */
  private def wholeTurns: Frag =
    val programs = runs.map(_.name).filter(name => rows.exists((row, _) => of(name, row, "run").exists(isInTurns)))
    if programs.isEmpty then frag()
    else
      frag(
        "The runtimes took turns in ",
        programs.mkString(", "),
        s": a turn of about $turnMillis ms is one run, or several, after a garbage collection, in a JVM that is warm; ",
        "they are compared with their neighbours in time. A part of each run is the system, whatever it does: ",
        "stopping one of Akka or Pekko takes multiples of 11 ms. The table of start-ups shows a system that handles ",
        "one message, measured in the same turns."
      )

  private def has(names: String*) = found.keys.exists((name, _, _) => names.contains(name))

  private def hasOp(ops: String*) = found.keys.exists((_, _, op) => ops.contains(op))

  private def of(name: String, library: String, op: String) = found.get((name, library, op))

  private def scaled: Frag =
    val notes = for
      program <- ActorPrograms.programs
      // Whole runs that are turns have other sizes than those of a runtime alone.
      note <- found.values.filter(_.name == program.name).map(_.note).collect { case s"scaled: $what" => what }.toSet
    yield s"${program.name}: $note"
    if notes.isEmpty then frag()
    else
      div(id := "actors-scaled")(
        p("This run is scaled: compare what a single actor or message takes."),
        details("Sizes", ul(notes.map(li(_))))
      )

  private def noise: String =
    def told(band: NoiseBand) = s"up to ${Numbers.short(band.percent)} % (95th percentile of ${band.pairs} pairs)"
    val bands = List(NoiseBand.of(page.results, study) -> "alone", NoiseBand.inTurns(page.results, study) -> "in turns")
    bands.filter(_._1.pairs > 0) match
      case Nil   => "No runtime ran twice, so the noise of these runs is not known."
      case known =>
        "The same runtime run twice differed by " +
          known.map((band, how) => s"${told(band)} $how").mkString(", and by ") + ": smaller differences say nothing."

  private def milliseconds: Frag =
    tables("Milliseconds for one run", runs.map(_.name), id := "actors-runs", cls := "sortable"): library =>
      runs.map(program => plain(of(program.name, library, "run"), "actorRun"))

  private def each: Frag =
    val names = counted.map(program => s"${program.name}, ns each ${program.counted}")
    tables("Nanoseconds for each actor, value or message", names, id := "actors-each", cls := "sortable"): library =>
      counted.map(program => nanos(of(program.name, library, "run")))

  private def nanos(summary: Option[Summary]): Frag = summary match
    case Some(s) if s.each.nonEmpty =>
      val ns = s.each.get * 1e6
      td(cls := "number", dataKind := "actorEach", dataValue := Numbers.raw(ns))(Numbers.short(ns))
    case Some(s) => failure(s)
    case None    => td(cls := "none")("–")

  private def costs: Frag =
    val figures = List[(String, Summary => Option[Double])](
      "processor, ms"   -> (_.cpuNs.map(_ / 1e6)),
      "collections, ms" -> (_.gcMs),
      "heap's peak, MB" -> (_.heapB.map(_ / 1048576))
    )
    val names = for program <- runs; (name, _) <- figures yield s"${program.name}: $name"
    tables("What one run costs", names, id := "actors-costs"): library =>
      for program <- runs; (_, figure) <- figures
      yield count(of(program.name, library, "run"), "actorCost", figure)

  private def memory: Frag =
    val names = List(
      "idle actor, B",
      "creation with first message, ns",
      "stop, ns",
      "allocated for a message, light, B",
      "allocated for a message, burst, B"
    )
    frag(
      p(
        "An idle actor has 8 bytes of state and has handled one message; bytes are the difference of two heaps after ",
        "collections, divided by the difference in actors. Creation and stop are for one actor of them all, the ",
        "system's stop in it. Allocation is what all threads allocate in a run, divided by its messages, without the ",
        "payload: light is one message at a time (",
        code("ping-pong"),
        "), burst is ",
        code("parallel"),
        "."
      ),
      tables("What an actor and a message cost", names, id := "actors-memory", cls := "sortable"): library =>
        Seq(
          plain(of("idle-1M", library, "bytes"), "actorBytes"),
          nanos(of("idle-1M", library, "spawn")),
          nanos(of("idle-1M", library, "stop")),
          plain(of("ping-pong", library, "allocation"), "allocation"),
          plain(of("parallel", library, "allocation"), "allocation")
        )
    )

  private def asks: Frag =
    val ops   = List("p50" -> "p50, µs", "p99" -> "p99, µs", "p99.9" -> "p99.9, µs", "rate" -> "asks a second")
    val names = for load <- askLoads; (_, name) <- ops yield s"$load: $name"
    frag(
      p(
        "Each runtime's own request and reply, to 8 actors in turn. Chained: 64 asks are in flight at any time, ",
        "because every answer is followed by the next ask where it arrives. Threads: four threads ask and wait to be ",
        "woken. Both are closed loops, which hide the waiting time a slow answer causes; and a runtime that handles ",
        "the newest message first finishes one chain after the other, which looks fast."
      ),
      turns,
      tables("From asking to the answer", names, id := "actors-asks", cls := "sortable"): library =>
        for load <- askLoads; (op, _) <- ops yield plain(of(load, library, op), "ask")
    )

  /** Where figures of one table come from. */
  private def turns: Frag =
    if !found.values.exists(_.cells.exists(_.turns.nonEmpty)) then frag()
    else
      p(cls := "note")(
        "Medians and asks a second come from turns of ",
        turnMillis,
        " ms, which the runtimes take while their systems stay alive; they are compared with their neighbours in ",
        "time. Higher percentiles are of all turns of a start together. The number in brackets says how many delays ",
        "the starts had. The 99th percentile of ",
        code("send-then-compute"),
        " comes from a run of each runtime alone."
      )

  private def turnMillis: String =
    val own = page.results.environment.value.get("turns").flatMap(_.objOpt).flatMap(_.get(study)).flatMap(_.objOpt)
    own.flatMap(_.get("millis")).flatMap(_.numOpt).fold("some")(Numbers.whole(_))

  private def delays: Frag =
    val beside  = List("none" -> "no busy actor", "one" -> "one", "cores" -> "one per core", "twice" -> "two per core")
    val figures = (for (busy, name) <- beside; percentile <- List("p50", "p99")
    yield ("outside", s"$busy-$percentile", s"from outside, beside $name: $percentile")) ++ List(
      ("send-then-compute", "p50", "send, then compute: p50"),
      ("send-then-compute", "p99", "send, then compute: p99"),
      ("asks-overload", "p50", "timer beside asks that time out: p50"),
      ("asks-overload", "longest", "timer beside asks that time out: longest")
    )
    frag(
      p(
        "From outside: a thread that is none of the runtime's sends an idle actor a message every fifth of a ",
        "millisecond, while others always have something to do; the figure is the time until its handler runs. Send, ",
        "then compute: a handler sends a message and then computes for milliseconds; the figure is how long that ",
        "message waits. Timer: what the time between two ticks of 10 ms exceeds them by, while thousands of asks of ",
        "an overloaded actor pass their time-out. A busy runtime with more threads than cores leaves the choice to ",
        "the operating system."
      ),
      turns,
      tables(
        "How long a message or a timer waits",
        figures.map(_._3),
        id  := "actors-delays",
        cls := "sortable"
      )(library => figures.map((name, op, _) => plain(of(name, library, op), "actorDelay")))
    )

  private def startUp: Frag =
    tables(
      "A system created, one message sent, the system stopped",
      List("in a JVM that has not seen the runtime, ms", "warm, ms"),
      id  := "actors-startup",
      cls := "sortable"
    )(library => List("run", "warm").map(op => plain(of("startup", library, op), "actorStart")))

  private def published: Frag =
    val names = ActorPrograms.programs.filter(_.published)
    val head  = Seq(
      tr(
        List("source", "year", "library").map(column(_)),
        names.map(program => column(s"${program.name}, s")),
        names.map(program => column(s"${program.name}, ns each ${program.counted}"))
      )
    )
    val theirs = ActorsPublished.all
      .groupBy(figure => (figure.source, figure.year, figure.library))
      .toList
      .sortBy(_._1)
      .map: (who, figures) =>
        val (source, year, library)                = who
        def figure(program: ActorPrograms.Program) = figures.find(_.name == program.name)
        tr(
          td(source),
          td(year),
          th(attr("scope") := "row")(library),
          names.map(program =>
            figure(program).fold(td(cls := "none")("–"))(f =>
              td(cls := "number", attr("data-published") := Numbers.raw(f.seconds))(
                f"${f.seconds}%.3f" + f.error.fold("")(error => f" ± $error%.3f")
              )
            )
          ),
          names.map(program =>
            figure(program).fold(td(cls := "none")("–"))(f =>
              td(cls := "number")(Numbers.short(f.seconds * 1e9 / program.count(program.sizes.full)))
            )
          )
        )
    val ours = rows.map: (library, version) =>
      tr(cls := "here", dataLibrary := library)(
        td("measured here"),
        td(version),
        th(attr("scope") := "row")(library),
        names.map(program => inSeconds(of(program.name, library, "run"))),
        names.map(program => nanos(of(program.name, library, "run")))
      )
    frag(
      p(
        "Printed for an Intel i5-6500 with four cores, Windows 10 and OpenJDK 12. The author published no figures for ",
        "sleeping actors, and his README describes another load than his code runs: here both are run, the one of the ",
        "README scaled."
      ),
      scrolling("Published times, and what was measured here", head, theirs ++ ours, id := "published-actors")
    )

  private def inSeconds(summary: Option[Summary]): Frag = summary match
    case Some(s) if s.time.nonEmpty =>
      val seconds = s.time.get.value / 1000
      td(cls := "number", dataKind := "actorSeconds", dataValue := Numbers.raw(seconds), title := s.note)(
        Numbers.short(seconds) + (if s.note.startsWith("scaled") then " (scaled)" else "")
      )
    case Some(s) => failure(s)
    case None    => td(cls := "none")("–")
