package brine.codec.bench.datasets

/** One figure of one start.
  *
  * @param ratio
  *   time of the contender divided by that of Brine: above 1 if Brine is faster
  * @param nanos
  *   processor time of a run
  * @param allocated
  *   bytes that a run allocates
  */
private[bench] final case class Cell(
    set: String,
    operation: String,
    contender: String,
    ratio: Double,
    nanos: Double,
    allocated: Double
):
  def line: String = Vector(Cell.Mark, set, operation, contender, ratio, nanos, allocated).mkString("\t")

private[bench] object Cell:
  private val Mark = "cell"

  val operations: Vector[String] = Vector("write", "reused", "read")

  /** The cells among what a start has printed. */
  def parse(lines: Iterable[String]): Vector[Cell] = lines.toVector
    .map(_.split('\t'))
    .collect:
      case Array(Mark, set, operation, contender, ratio, nanos, allocated) =>
        Cell(set, operation, contender, ratio.toDouble, nanos.toDouble, allocated.toDouble)

  /** Measures a data set in this JVM, after a check of each contender. All operations of all of them take turns.
    *
    * @param seconds
    *   for each operation
    * @param mostWarmUp
    *   most seconds before it is timed
    */
  def measure[A](set: DataSet[A], part: Double, seconds: Double, mostWarmUp: Double): Vector[Cell] =
    val value      = set.value(part)
    val contenders = Contender.names.map(Contender.of(_, set))
    val messages   = contenders.map(_.write(value))
    for ((name, contender), bytes) <- Contender.names.zip(contenders).zip(messages) do
      if !set.same(contender.read(bytes), value) then throw IllegalStateException(s"$name lost a part of ${set.name}")
      if contender.reuse(value) != bytes.length then throw IllegalStateException(s"$name has two sizes of ${set.name}")
    val tasks = operations.flatMap: operation =>
      contenders
        .zip(messages)
        .map: (contender, bytes) =>
          operation match
            case "write"  => () => contender.write(value)
            case "reused" => () => contender.reuse(value)
            case "read"   => () => contender.read(bytes)
    val taken = Turns.run(tasks, seconds * operations.size, mostWarmUp)
    operations
      .zip(taken.grouped(Contender.names.size))
      .flatMap: (operation, group) =>
        Contender.names
          .zip(group)
          .map((name, of) => Cell(set.name, operation, name, group.head.ratio(of), of.median, of.allocated))
