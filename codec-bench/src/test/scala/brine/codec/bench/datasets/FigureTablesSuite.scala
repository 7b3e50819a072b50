package brine.codec.bench.datasets

class FigureTablesSuite extends munit.FunSuite:
  // One start of all contenders, in each of which a contender takes as many times as long as its number says.
  private def start(factor: Double): Vector[Cell] =
    for
      operation     <- Cell.operations
      (name, times) <- Contender.names.zip(Vector(1.0, 2.0, 3.0, 0.5))
    yield Cell("a set", operation, name, times * factor, 1000000 * times, 1234.4)

  test("cells are read from what a start printed, whatever is between them"):
    val cells = start(1)
    val lines = "WARNING: a line of the JVM" +: cells.flatMap(cell => Vector(cell.line, "cell\tof another kind"))
    assertEquals(Cell.parse(lines), cells)

  test("ratios have the median and the range of all starts"):
    val table = FigureTables.ratios(start(1) ++ start(0.9) ++ start(1.2)).linesIterator.toVector
    assertEquals(table.head, "|  | operation | Fory | Kryo 5 | by hand |")
    assertEquals(table(2), "| a set | write | 2.00 [1.80, 2.40] | 3.00 [2.70, 3.60] | 0.50 [0.45, 0.60] |")
    assertEquals(table.size, 2 + Cell.operations.size)

  test("times have their unit, and what is allocated"):
    val table = FigureTables.times(start(1)).linesIterator.toVector
    assertEquals(
      table(2),
      "| a set | write | 1,000 us, 1,234 B | 2,000 us, 1,234 B | 3,000 us, 1,234 B | 500 us, 1,234 B |"
    )

  test("a measurement has a figure of every contender and operation"):
    val cells = Cell.measure(DataSet.named("MediaContent"), 1, seconds = 0, mostWarmUp = 0)
    assertEquals(cells.map(cell => (cell.operation, cell.contender)).toSet.size, 12)
    for cell <- cells do assert(cell.ratio > 0 && cell.nanos > 0 && cell.allocated >= 0, cell)
    assertEquals(cells.filter(_.contender == "Brine").map(_.ratio).distinct, Vector(1.0))

  test("a name that no set has is refused, and the message lists all"):
    val said = intercept[IllegalArgumentException](DataSet.named("x")).getMessage
    for set <- DataSet.all do assert(said.contains(set.name), said)
