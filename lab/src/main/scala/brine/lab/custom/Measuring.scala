package brine.lab.custom

import brine.lab.results.{Cell, LibraryRow}
import brine.lab.child.Cancellation
import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.run.{Durations, Machine, PeerCatalog, Progress, TaskRunner}
import java.nio.file.{Files, Path}
import scala.util.Random

/** What is to be measured: rows, whose class paths the catalogue has, and cases.
  *
  * @param seconds
  *   how long it may take
  * @param jvmOptions
  *   options for every JVM
  */
final case class Measurement(
    catalog: PeerCatalog,
    rows: List[LibraryRow],
    cases: List[String],
    seconds: Double,
    jvmOptions: List[String],
    logs: Path
)

/** Measures rows. The only place of this command that knows how the lab measures. */
trait Measuring:
  /** Measures sizes, times and allocation. Each cell goes to `emit` as soon as it is known.
    *
    * @param said
    *   receives what a person wants to know meanwhile
    */
  def run(what: Measurement, cancellation: Cancellation, said: String => Unit)(emit: Cell => Unit): Unit

  /** Seconds that measuring these rows takes. */
  def estimate(rows: Int, seconds: Double): Double

object Measuring:
  /** One JVM for each library and round, one after another, in random order. A library's second appearance shows the
    * machine's noise.
    *
    * @param most
    *   most rounds, however long the time; there is one in any case
    * @param least
    *   fewest seconds of a cell, warm-up and measurement
    * @param longest
    *   most seconds of a cell
    */
  final class InForks(most: Int = 5, least: Double = 0.7, longest: Double = 2.0) extends Measuring:
    private val warmUp    = 0.7 // the share of a cell's time
    private val tolerance = 1.2 // how much longer than planned a run may take

    private def children(rows: Int)                              = rows + 1
    private def cellSeconds(rows: Int, rounds: Int, all: Double) =
      (all / (children(rows) * rounds) - Durations.childStart - 0.8) / 2

    private def plan(rows: Int, seconds: Double): (Int, Double) =
      val rounds = (most to 1 by -1).find(cellSeconds(rows, _, seconds) >= least).getOrElse(1)
      rounds -> cellSeconds(rows, rounds, seconds).max(least).min(longest)

    def estimate(rows: Int, seconds: Double): Double =
      val (rounds, cell) = plan(rows, seconds)
      children(rows) * rounds * (Durations.childStart + 0.8 + 2 * cell)

    def run(what: Measurement, cancellation: Cancellation, said: String => Unit)(emit: Cell => Unit): Unit =
      if what.rows.nonEmpty then
        val (rounds, cell) = plan(what.rows.size, what.seconds)
        val random         = Random()
        val scratch        = Files.createTempDirectory("brine-lab-custom")
        val java           = JavaHome(what.catalog.java, Machine.javaVersion(what.catalog.java).getOrElse(""), "")
        val runner         = TaskRunner(what.catalog, Mode.Quick, None, scratch, what.logs, cancellation)
        val control        = what.rows.find(_.name == "brine").getOrElse(what.rows.head)
        val tasks          = (1 to rounds).toList.flatMap: round =>
          val all = random.shuffle((control -> true) :: what.rows.map(_ -> false))
          all.map((row, isControl) => task(what, row, isControl, round, cell, java))
        val progress = Progress(tasks.size)
        val planned  = tasks.map(_.estimate).sum
        val end      = System.nanoTime() + (planned.max(what.seconds) * tolerance * 1e9).toLong
        var cut      = 0
        try
          var left   = tasks
          val failed = scala.collection.mutable.Set[String]()
          while left.nonEmpty && !cancellation.requested do
            val next = left.head
            // What failed once fails again; its time is better spent on the others.
            if next.round > 1 && System.nanoTime() > end then cut += 1
            else if !failed(next.row.name) then
              progress.begin(next.label, left.map(_.estimate).sum)
              var bad = 0
              runner.run(next): cell =>
                if !cell.ok then
                  bad += 1
                  failed += next.row.name
                emit(cell)
              if !cancellation.requested then progress.end(next.label, bad, left.tail.map(_.estimate).sum)
            left = left.tail
        finally
          progress.close()
          Folders.delete(scratch)
        if cut > 0 then said(s"time was up: $cut of ${tasks.size} processes of later rounds were left out")

    private def task(
        what: Measurement,
        row: LibraryRow,
        control: Boolean,
        round: Int,
        cell: Double,
        java: JavaHome
    ): Task =
      val sizes = if round == 1 && !control then List("size") else Nil
      val cells = for name <- what.cases; op <- sizes ++ List("encode", "decode") yield Task.CellSpec(name, op, None)
      val warm  = Task.Iterations(3, (cell * warmUp / 3 / Durations.stretch * 1000).toInt)
      val timed = Task.Iterations(5, (cell * (1 - warmUp) / 6 * 1000).toInt)
      Task(
        row,
        CustomStage.study,
        round,
        control,
        Task.Kind.Measure,
        cells,
        Task.Jvm(java, Heaps.forMemory(Machine.memory).micro ++ what.jvmOptions),
        Task.Times(warm, timed, Durations.childStart + 0.8 + 2 * cell, limit = 120, silence = 60)
      )
