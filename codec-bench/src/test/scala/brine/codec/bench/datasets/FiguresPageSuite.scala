package brine.codec.bench.datasets

import java.nio.file.{Files, Path}

/** The sizes of the page `docs/codec-figures.md` are those of today's codec. Compressed sizes depend on the machine's
  * zlib, so that only the others are compared.
  */
class FiguresPageSuite extends munit.FunSuite:
  private val rows = Files
    .readString(page(Path.of("").toAbsolutePath))
    .linesIterator
    .map(_.split('|').map(_.trim).toVector)
    .collect:
      case Vector(_, set, format, raw, _, _, _) => (set, format) -> raw
    .toMap

  for set <- DataSet.all do
    test(s"the sizes of ${set.name}"):
      for (format, sizes) <- Sizes.raw(set) do assertEquals(rows.get((set.name, format)), Some(f"${sizes}%,d"), format)

  private def page(from: Path): Path =
    val found = from.resolve("docs").resolve("codec-figures.md")
    if Files.exists(found) then found else page(from.getParent)
