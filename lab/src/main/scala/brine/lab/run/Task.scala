package brine.lab.run

import brine.lab.results.{Cell, LibraryRow}

/** The work of one child JVM.
  *
  * @param control
  *   whether this is the library's second appearance, which shows the machine's noise
  * @param cells
  *   what it measures, in the order of a plan; for a start-up task the one cell
  * @param heap
  *   the JVM's memory and collector options
  * @param estimate
  *   seconds it is expected to take
  * @param limit
  *   seconds after which it is ended
  * @param silence
  *   seconds without a word from it after which it is taken for hanging
  * @param jvm
  *   the setting it runs under when a run compares several
  * @param longest
  *   how many times its length the warm-up may take while compilers are at work
  * @param shotSeconds
  *   how long further runs of a program of actors begin
  * @param longestShot
  *   seconds one of its runs may take; what must take longer is not tried
  */
final case class Task(
    row: LibraryRow,
    study: String,
    round: Int,
    control: Boolean,
    kind: Task.Kind,
    cells: List[Task.CellSpec],
    heap: List[String],
    warmUp: Task.Iterations,
    measure: Task.Iterations,
    estimate: Double,
    limit: Double,
    silence: Double,
    java: JavaHome,
    jvm: String = "",
    longest: Double = Durations.longestWarmUp,
    shotSeconds: Double = 0,
    longestShot: Double = 0
):
  /** The same with shorter iterations and fewer single-shot runs, of which the later half must still be warm. Half of the
    * warm-up stays in any case: code that is measured too briefly scatters, code that is measured cold misleads.
    */
  def squeezed(factor: Double): Task =
    def runs(spec: Task.CellSpec) =
      spec.copy(runs = if spec.runs <= 4 then spec.runs else (spec.runs * factor).toInt.max(4))
    // A page load is as short as its rules allow already.
    if factor >= 1 || kind == Task.Kind.Browser then this
    else
      copy(
        warmUp = warmUp.times(factor.max(0.5)),
        measure = measure.times(factor),
        cells = cells.map(runs),
        longest = (longest * factor).max(1)
      )

  def libraryLabel: String = if control then Cell.controlPrefix + row.name else row.name

  def label: String =
    val what =
      if cells.sizeIs == 1 then s"${cells.head.name} ${cells.head.op}"
      else if cells.forall(_.name == cells.head.name) then cells.head.name
      else s"${cells.size} cells"
    val where = if kind == Task.Kind.Browser then "browser" else jvm
    s"$study $libraryLabel${if where.isEmpty then "" else s" ($where)"}, round $round, $what"

  /** The cell of a spec as it stands before it is measured. */
  def blank(spec: Task.CellSpec, mode: String): Cell =
    Cell(
      study,
      spec.name,
      libraryLabel,
      spec.op,
      version = row.version,
      round = round,
      mode = mode,
      n = spec.n,
      note = spec.note,
      jdk = java.label,
      platform = if kind == Task.Kind.Browser then "browser" else "jvm",
      jvm = jvm
    )

object Task:
  enum Kind:
    case Measure

    /** @param options
      *   added last: what the start-up is tried under
      */
    case StartUp(options: List[String])

    /** In a page load of its own. */
    case Browser

  /** @param runs
    *   consecutive single-shot runs; 0 for cells that JMH times
    * @param sizes
    *   how much a program of actors does
    * @param note
    *   what a reader must know of the cell even when it is ok
    */
  final case class CellSpec(
      name: String,
      op: String,
      n: Option[Int],
      runs: Int = 0,
      sizes: List[Int] = Nil,
      note: String = ""
  )

  /** @param millis
    *   of each iteration
    */
  final case class Iterations(count: Int, millis: Int):
    def seconds: Double = count * millis / 1000.0

    def times(factor: Double): Iterations = copy(millis = (millis * factor).toInt.max(5))

/** A JVM to start children with.
  *
  * @param label
  *   its version when a run compares several, empty for the run's default
  */
final case class JavaHome(executable: _root_.java.nio.file.Path, version: String, label: String):
  def major: Int = version.takeWhile(_.isDigit).toIntOption.getOrElse(0)
