package brine.dev

import java.nio.file.Path

/** A project of the build that has tests.
  *
  * @param module
  *   folder of the module; a module that runs on several platforms has several projects
  * @param id
  *   the project's id in the build
  * @param reports
  *   folder with its test reports
  * @param otherScala
  *   further Scala versions that the full effort tests it with
  * @param leftToFull
  *   whether effort quick neither compiles nor runs its tests
  */
final case class TestedProject(
    module: String,
    id: String,
    onJs: Boolean,
    reports: Path,
    otherScala: List[String] = Nil,
    leftToFull: Boolean = false
):
  /** What people call its tests. A module has several projects, so one that is left to full has its id beside it. */
  def tests: String =
    if onJs then s"$module in JavaScript"
    else if leftToFull then s"$module ($id)"
    else module

object TestedProject:
  /** Parses a line `module, id, platform, reports, Scala versions, effort`, separated by tabs. The versions are
    * separated by commas. The effort is `full` or empty, and what is empty at the end of a line may be missing. `None`
    * if the line has another form.
    */
  def parse(line: String, home: Path): Option[TestedProject] = line.split('\t').padTo(6, "") match
    case Array(module, id, platform, reports, versions, effort) if reports.nonEmpty =>
      val others = versions.split(',').filter(_.nonEmpty).toList
      Some(TestedProject(module, id, platform == "js", home.resolve(reports), others, effort == "full"))
    case _ => None
