package brine.lab.plan

import brine.lab.results.{Cell, LibraryRow}

/** The work of one child JVM.
  *
  * @param control
  *   whether this is the second appearance of a library, which shows the machine's noise
  * @param cells
  *   the cells to measure, in the order of the plan; a single one for a start-up task
  */
final case class Task(
    row: LibraryRow,
    study: String,
    round: Int,
    control: Boolean,
    kind: Task.Kind,
    cells: List[Task.CellSpec],
    machine: Task.Jvm,
    times: Task.Times
):
  export machine.{heap, java, jvm}
  export times.{estimate, limit, longest, longestShot, measure, shotSeconds, silence, warmUp}

  /** The same task with shorter iterations and fewer single-shot runs; the later half of those must still be warm. At
    * least half of the warm-up stays: too short a measurement varies, a measurement of cold code misleads.
    */
  def squeezed(factor: Double): Task =
    def runs(spec: Task.CellSpec) =
      spec.copy(runs = if spec.runs <= 4 then spec.runs else (spec.runs * factor).toInt.max(4))
    // A page load is already as short as its rules allow.
    if factor >= 1 || kind == Task.Kind.Browser then this
    else
      copy(
        cells = cells.map(runs),
        times = times.copy(
          warmUp = warmUp.times(factor.max(0.5)),
          measure = measure.times(factor),
          longest = (longest * factor).max(1)
        )
      )

  /** Whether it has no times, so that other children may run beside it. */
  def isUntimed: Boolean = kind == Task.Kind.Prepare || kind == Task.Kind.Measure && cells.forall(_.isExact)

  def libraryLabel: String = if control then Cell.controlPrefix + row.name else row.name

  def label: String =
    val what =
      if cells.isEmpty then ""
      else if cells.sizeIs == 1 then s"${cells.head.name} ${cells.head.op}"
      else if cells.forall(_.name == cells.head.name) then cells.head.name
      else s"${cells.size} cells"
    val where = if kind == Task.Kind.Browser then "browser" else jvm
    if kind == Task.Kind.Prepare then s"$study $libraryLabel, unpacking"
    else s"$study $libraryLabel${if where.isEmpty then "" else s" ($where)"}, round $round, $what"

  /** The cell of a spec before it is measured. */
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
      where = Cell.Where(jdk = java.label, platform = if kind == Task.Kind.Browser then "browser" else "jvm", jvm = jvm)
    )

object Task:
  /** Warm-up continues while the compilers are busy, up to this multiple of its length. */
  val longestWarmUp = 3.0

  enum Kind:
    case Measure

    /** Measures a start-up.
      *
      * @param options
      *   JVM options, added last
      */
    case StartUp(options: List[String])

    /** Measures in its own page load. */
    case Browser

    /** Unpacks a server, and has no cells. */
    case Prepare

  /** The JVM of a child.
    *
    * @param heap
    *   memory and collector options
    * @param jvm
    *   the setting it runs under, if a run compares several
    */
  final case class Jvm(java: JavaHome, heap: List[String] = Nil, jvm: String = "")

  /** How long a child measures and may take.
    *
    * @param estimate
    *   expected duration in seconds
    * @param limit
    *   seconds after which the child is ended
    * @param silence
    *   seconds without output after which the child counts as hung
    * @param longest
    *   multiple of its length that warm-up may take while compilers are busy
    * @param shotSeconds
    *   seconds during which further runs of an actor program start
    * @param longestShot
    *   seconds that one such run may take; a run that must take longer is not tried
    */
  final case class Times(
      warmUp: Iterations,
      measure: Iterations,
      estimate: Double,
      limit: Double,
      silence: Double,
      longest: Double = longestWarmUp,
      shotSeconds: Double = 0,
      longestShot: Double = 0
  )

  /** A cell to be measured.
    *
    * @param runs
    *   consecutive single-shot runs; 0 for cells that JMH times
    * @param sizes
    *   arguments of an actor or log program
    * @param note
    *   note that the cell has even if it is ok
    * @param perValue
    *   whether its times are told for one of its `n` values
    */
  final case class CellSpec(
      name: String,
      op: String,
      n: Option[Int],
      runs: Int = 0,
      sizes: List[Int] = Nil,
      note: String = "",
      perValue: Boolean = false
  ):
    /** Whether JMH times it. */
    def isTimed: Boolean = op == "encode" || op == "decode"

    /** Whether it has no time: bytes, and what other versions of a type are read. Once is enough, and every row has it.
      */
    def isExact: Boolean = op == "size" || op == "compatible"

    /** The turn in which libraries measure it: the directions of a codec have their own, other figures of one case come
      * from the same turn.
      */
    def turn: String = if isTimed then s"$name $op" else name

  /** Iterations of JMH or of a warm-up.
    *
    * @param millis
    *   length of each iteration in milliseconds
    */
  final case class Iterations(count: Int, millis: Int):
    def seconds: Double = count * millis / 1000.0

    def times(factor: Double): Iterations = copy(millis = (millis * factor).toInt.max(5))

/** A JVM that starts children.
  *
  * @param label
  *   its version if a run compares several JVMs; empty for the run's default
  */
final case class JavaHome(executable: _root_.java.nio.file.Path, version: String, label: String):
  def major: Int = version.takeWhile(_.isDigit).toIntOption.getOrElse(0)
