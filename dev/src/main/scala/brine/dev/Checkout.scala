package brine.dev

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The checkout that `./brine` was started from, and the files the build staged in it.
  *
  * @param withLab
  *   whether the build includes the projects of the lab
  */
final case class Checkout(home: Path, withLab: Boolean = false):
  def launcher: Path = home.resolve("brine")
  def target: Path   = home.resolve("target")
  def stage: Path    = target.resolve("stage")

  /** The modules with tests, as listed by the build; empty before the first build. */
  def testedProjects: List[TestedProject] =
    val list = stage.resolve(if withLab then "modules-lab.tsv" else "modules.tsv")
    if Files.isRegularFile(list) then Files.readAllLines(list).asScala.toList.flatMap(TestedProject.parse(_, home))
    else Nil
