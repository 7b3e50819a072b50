package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.page.{PageContext, Ranking}
import brine.lab.plan.{Heaps, JavaHome, Mode, Task, TurnTimes}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.{Durations, Machine, Steps, TaskRunner}
import brine.lab.statistics.TurnRatio
import brine.lab.studies.Turned
import brine.lab.turns.{Contender, Contest, TurnGroup, TurnMemory, TurnPlan, TurnSession}
import java.nio.file.Files
import scala.util.Random

/** Sizes first, each library alone; then the libraries that read back what they wrote take turns, as in the lab's mode
  * quick. The only place of this command that knows how the lab measures.
  *
  * @param times
  *   how long JVMs are warmed and measured
  * @param starts
  *   starts of the JVMs; further ones follow while there is time and the first place is undecided
  */
final class InTurns(times: TurnTimes = TurnTimes(), starts: Int = TurnRatio.enoughStarts) extends Measuring:
  private def memory = TurnMemory.of(Machine.memory)

  def estimate(rows: Int, limit: Double): Double =
    val some  = (1 to rows).toList.map(at => LibraryRow(s"$at", s"$at"))
    val all   = groups(some, List("samples"))
    val plan  = TurnPlan(all, memory, starts)
    val least = all.map(plan.seconds).sum
    rows * InTurns.sizeSeconds + plan.seconds.min(limit - rows * InTurns.sizeSeconds).max(least)

  private def groups(rows: List[LibraryRow], cases: List[String]): List[TurnGroup] =
    val contenders =
      for row <- rows
      yield Contender(
        row,
        control = false,
        for name <- cases; op <- List("encode", "decode") yield Task.CellSpec(name, op, None)
      )
    TurnGroup.of(OwnData(cases, times), contenders, rows.find(_.name == "brine").orElse(rows.headOption), memory.most)

  def run(what: Measurement, cancellation: Cancellation, said: String => Unit)(emit: Cell => Unit): Unit =
    val scratch = Files.createTempDirectory("brine-lab-custom")
    val started = System.nanoTime()
    try
      val java   = JavaHome(what.catalog.java, Machine.javaVersion(what.catalog.java).getOrElse(""), "")
      var failed = Set.empty[String]
      val runner = TaskRunner(what.catalog, InTurns.mode, None, scratch, what.logs, cancellation)
      val _      = Steps(what.rows.map(sizes(what, _, java)), None, None, cancellation, emit, say = said).run(
        task =>
          one =>
            runner.run(task): cell =>
              if !cell.ok && cell.op == "size" then failed += cell.library
              one(cell)
        ,
        _ => Nil
      )
      // What does not read back what it wrote would fail again in every start.
      val plan =
        TurnPlan(groups(what.rows.filterNot(row => failed(row.name)), what.cases), memory, starts)
      val session = TurnSession(plan, what.rows)
      val seed    = Random().nextInt().toLong & 0x7fffffffL
      val left    = what.seconds - (System.nanoTime() - started) / 1e9
      val _       = Steps(Nil, Some(session), Some(left), cancellation, emit, say = said).run(
        _ => _ => (),
        start =>
          Contest(
            start,
            times,
            memory.options(start.group.study) ++ what.jvmOptions,
            java,
            row => what.catalog.stage.classPath(what.catalog.peer(row)),
            InTurns.mode.name,
            None,
            Contest.Folders(scratch.resolve("turns"), what.logs),
            cancellation,
            seed
          ).run()
      )
    finally Folders.delete(scratch)

  private def sizes(what: Measurement, row: LibraryRow, java: JavaHome): Task =
    val none = Task.Iterations(0, 0)
    Task(
      row,
      CustomStage.study,
      1,
      false,
      Task.Kind.Measure,
      what.cases.map(Task.CellSpec(_, "size", None)),
      Task.Jvm(java, Heaps.forMemory(Machine.memory).micro ++ what.jvmOptions),
      Task.Times(none, none, InTurns.sizeSeconds, limit = 120, silence = 60)
    )

object InTurns:
  private val mode = Mode.Quick

  /** Seconds of a child that measures bytes alone. */
  private val sizeSeconds = Durations.childStart + 0.8

/** A person's own data, in which libraries take turns. */
private[custom] final case class OwnData(cases: List[String], override val turnTimes: TurnTimes = TurnTimes())
    extends Turned:
  def name: String = CustomStage.study

  def rankings(page: PageContext): List[Ranking] =
    List(Ranking.Task("wrote", "writing") -> "encode", Ranking.Task("read", "reading") -> "decode")
      .map((task, op) => Ranking.of(page, name, task, cases.map(_ -> op))())
