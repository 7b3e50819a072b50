package brine.lab.custom

import brine.lab.Fixtures
import brine.lab.results.{Cell, LibraryRow, Results}
import java.nio.file.{Files, Path}

/** Reports of data that nobody measured. */
object CustomFixture:
  /** A library's figures: bytes, and nanoseconds of each round for writing and reading. */
  final case class Figures(name: String, bytes: Double, write: List[Double], read: List[Double])

  def figures(name: String, bytes: Double, write: Double, read: Double): Figures =
    Figures(name, bytes, List(write), List(read))

  private def cell(name: String, op: String) =
    Cell(CustomStage.study, "samples", name, op, mode = "custom", n = Some(40), figure = Cell.Figure(unit = Some("ns")))

  /** The cells of a library that was measured. */
  def cells(of: Figures): List[Cell] =
    def times(op: String, all: List[Double]) = all.zipWithIndex.map: (time, at) =>
      cell(of.name, op)
        .copy(round = at + 1)
        .withFigure(_.copy(value = Some(time), lo = Some(time), hi = Some(time)))
        .withCosts(_.copy(allocB = Some(8)))
    val size = cell(of.name, "size").withFigure(_.copy(unit = None))
    size.withSizes(
      _.copy(
        sizeB = Some(of.bytes),
        gzipB = Some(of.bytes + 1),
        gzipTogetherB = Some(of.bytes + 2),
        zstdB = Some(of.bytes + 3)
      )
    ) :: times("encode", of.write) ::: times("decode", of.read)

  def row(name: String, settings: String = "", unavailable: String = ""): LibraryRow =
    LibraryRow(name, name, "1.0", settings = settings, unavailable = unavailable, studies = List(CustomStage.study))

  private val environment = ujson.Obj(
    "mode"      -> "custom",
    "cpu"       -> "Test CPU",
    "cores"     -> 2,
    "jdk"       -> "25",
    "startedAt" -> "2026-01-31T12:00:00Z",
    "command"   -> "./brine lab custom 'a b.json'"
  )

  /** Calls `body` with a report, whose source is in a file meanwhile.
    *
    * @param text
    *   the source
    */
  def in[A](
      rows: List[LibraryRow],
      cells: List[Cell],
      fields: List[FieldBytes] = Nil,
      text: String = "final case class A(a: Int)",
      described: String = "a.json: 40 records",
      end: ujson.Obj = ujson.Obj()
  )(body: CustomReport => A): A =
    Fixtures.in("custom-report"): folder =>
      val file: Path = Files.writeString(folder.resolve("Custom.scala"), text)
      val results    = Results(List(environment), rows, cells, List(end), 0)
      body(CustomReport(results, CustomSource(file, "samples", described, None), fields))

  /** The same for libraries that were all measured. */
  def of[A](all: Figures*)(body: CustomReport => A): A =
    in(all.map(one => row(one.name)).toList, all.toList.flatMap(cells))(body)
