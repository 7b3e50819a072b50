package brine.lab.run

import brine.lab.results.LibraryRow
import brine.lab.studies.{ActorsStudy, BooksStudy, EvactorStudy, LogStudy, SiteStudy, Study}
import scala.util.Random

/** Plans the children of a run: round by round, with a random order of libraries in each round. */
final class Planner(
    mode: Mode,
    studies: List[Study],
    rows: List[LibraryRow],
    durations: Durations,
    heaps: Heaps,
    javas: List[JavaHome],
    seed: Long,
    jvms: List[JvmSetting] = Nil
):
  /** The library that appears twice in a study: Brine if it takes part, else the first one that runs. */
  private[run] def control(study: Study): Option[LibraryRow] =
    val there = rows.filter(_.runs(study))
    there.find(_.name == "brine").orElse(there.find(_.runs(Study.Site))).orElse(there.headOption)

  /** `None` if a study runs under its own settings. */
  private val settings: List[Option[JvmSetting]] = if jvms.isEmpty then List(None) else jvms.map(Some(_))

  def tasks: List[Task] =
    val random   = Random(seed)
    val starting = if studies.contains(Study.Site) then rows.filter(_.runs(Study.Site)) else Nil
    (1 to studies.map(roundsOf).maxOption.getOrElse(0)).toList.flatMap: round =>
      val startUps = if round == 1 then starting.flatMap(row => javas.flatMap(startUp(row, _))) else Nil
      val measured = for
        study   <- studies
        java    <- javas
        setting <- settings
        if round <= roundsOf(study)
        // Study log needs no control: the machine's limits before and after each row show its noise.
        (row, control) <- rows.filter(_.runs(study)).map(_ -> false) ++
          (if study == Study.Log then None else control(study).map(_ -> true))
        together <- study match
          case Study.Actors => actors(row, control, round, java, setting).map(List(_))
          case Study.Log    => List(log(row, round, java, setting))
          case _            => measure(study, row, control, round, java, setting).map(List(_))
      yield together
      random.shuffle(startUps.map(List(_)) ++ measured).flatten

  private def roundsOf(study: Study): Int = study match
    case Study.Evactor => durations.shotRounds
    case Study.Actors  => durations.actorRounds
    case Study.Log     => durations.logRounds
    case _             => durations.rounds

  /** One child per case, so that the heap and compiled code of one case do not affect the next. */
  private def actors(
      row: LibraryRow,
      control: Boolean,
      round: Int,
      java: JavaHome,
      setting: Option[JvmSetting]
  ): List[Task] =
    val none = Task.Iterations(0, 0)
    for
      programs <- ActorsStudy.children(mode, row.cases, row.traits.contains("typed"), control, setting.nonEmpty)
      own     = programs.head.collector.fold(heaps.actors)(_.in(heaps.actors, java))
      time    = ActorsStudy.time(mode)
      seconds = Durations.childStart + programs.map(time.estimate).sum
    yield Task(
      row,
      Study.Actors.name,
      round,
      control,
      Task.Kind.Measure,
      programs.flatMap(_.cells(mode, control)),
      setting.fold(own)(_.in(own, java)),
      none,
      none,
      seconds,
      seconds * 10 + 120,
      time.silence,
      java,
      setting.fold("")(_.name),
      shotSeconds = time.shots,
      longestShot = time.longest
    )

  /** The children of one row, which stay together: the machine's limits are measured right before and after them. */
  private def log(row: LibraryRow, round: Int, java: JavaHome, setting: Option[JvmSetting]): List[Task] =
    val none = Task.Iterations(0, 0)
    LogStudy
      .children(mode, row.cases)
      .map: cells =>
        val limits  = cells.forall(cell => LogStudy.limits.contains(cell.op))
        val seconds = Durations.childStart + LogStudy.estimate(cells) + (if limits then 0 else LogStudy.opening)
        Task(
          row,
          Study.Log.name,
          round,
          false,
          Task.Kind.Measure,
          cells,
          setting.fold(heaps.log)(_.in(heaps.log, java)),
          none,
          none,
          seconds,
          seconds * 10 + 300,
          LogStudy.silence(mode),
          java,
          setting.fold("")(_.name)
        )

  private def measure(
      study: Study,
      row: LibraryRow,
      control: Boolean,
      round: Int,
      java: JavaHome,
      setting: Option[JvmSetting]
  ): List[Task] =
    val cells = study match
      case Study.Site    => children(SiteStudy.cells(round))
      case Study.Books   => children(BooksStudy.cells(round))
      case Study.Evactor =>
        val shots    = EvactorStudy.shots(durations.counts, durations.runs)
        val perEvent = EvactorStudy.perEventCells(round)
        if durations.cellPerChild then shots.map(List(_)) :+ perEvent else List(shots ++ perEvent)
      case _ => Nil
    val own  = if study == Study.Evactor then heaps.evactor else heaps.micro
    val heap = setting.fold(own)(_.in(own, java))
    // Bytes do not depend on the collector.
    val sized = !control && setting == settings.head
    cells.map: group =>
      val seconds = estimate(study, group)
      Task(
        row,
        study.name,
        round,
        control,
        Task.Kind.Measure,
        if sized then group else group.filterNot(_.op == "size"),
        heap,
        durations.warmUpOf(timed(group)),
        durations.measure,
        seconds,
        seconds * 10 + 120,
        silence,
        java,
        setting.fold("")(_.name)
      )

  /** All cases of a study in one child, or one child per case. */
  private def children(cells: List[Task.CellSpec]): List[List[Task.CellSpec]] =
    if durations.cellPerChild then cells.groupBy(_.name).toList.sortBy(_._1).map(_._2) else List(cells)

  private def timed(cells: List[Task.CellSpec]): Int =
    cells.count(cell => cell.op == "encode" || cell.op == "decode")

  private def estimate(study: Study, cells: List[Task.CellSpec]): Double =
    val timed = this.timed(cells)
    val extra = (durations.warmUpOf(timed).seconds - durations.warmUp.seconds) * timed * Durations.stretch
    val shots = cells.count(_.runs > 0) * (if mode == Mode.Full then 2.0 else Durations.quickShots / 6)
    val check = study match
      case Study.Site  => Durations.siteChecks * timed / SiteStudy.timed
      case Study.Books => Durations.booksChecks * timed / BooksStudy.timed
      case _           => 0.0
    Durations.childStart + check + extra + shots + timed * (durations.cellSeconds + Durations.perCell)

  /** Seconds after which a silent child counts as hung; a run at the published size may take longer. */
  private val silence = if mode == Mode.Full then 180.0 else 40.0

  /** Start-up, and start-up with the memory-access methods of `sun.misc.Unsafe` denied where the JDK has that switch.
    */
  private def startUp(row: LibraryRow, java: JavaHome): List[Task] =
    val plain = "startup" -> List.empty[String]
    val deny  = Option.when(java.major >= 23)("startup-deny" -> List("--sun-misc-unsafe-memory-access=deny"))
    (plain :: deny.toList).map: (op, options) =>
      val cells = List(Task.CellSpec("site-1k", op, None))
      val none  = Task.Iterations(0, 0)
      Task(
        row,
        "site",
        1,
        false,
        Task.Kind.StartUp(options),
        cells,
        heaps.startUp,
        none,
        none,
        Durations.startUpChild,
        60,
        60,
        java,
        settings.head.fold("")(_.name)
      )
