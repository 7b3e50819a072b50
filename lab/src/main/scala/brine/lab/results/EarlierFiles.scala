package brine.lab.results

import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path}

/** Files of an earlier run in the same folder. A new run moves those that it would destroy to the folder `earlier`. */
object EarlierFiles:
  val folder = "earlier"

  /** Moves a file out of the way, if it is there. */
  def keep(file: Path): Unit = if Files.exists(file) then
    val older          = Files.createDirectories(file.resolveSibling(folder))
    val name           = file.getFileName.toString
    val (stem, suffix) = name.splitAt(name.lastIndexOf('.').max(0))
    val time           = Files.getLastModifiedTime(file).toInstant.toString.replace(":", "").takeWhile(_ != '.')
    val places         =
      Iterator.from(1).map(count => older.resolve(s"$stem-$time${if count == 1 then "" else s"-$count"}$suffix"))
    val _ = Files.move(file, places.find(!Files.exists(_)).get)

  /** Writes a file. An older one with other content is kept, as it may be a person's own or have been edited. */
  def replace(file: Path, content: String): Unit =
    val isOther =
      !Files.isRegularFile(file) || Files.size(file) > 16_000_000 || Files.readString(file) != content
    WholeFile.write(file, content.getBytes(StandardCharsets.UTF_8), () => if isOther then keep(file))
