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
  */
final case class TestedProject(
    module: String,
    id: String,
    onJs: Boolean,
    reports: Path,
    otherScala: List[String] = Nil
)

object TestedProject:
  /** Parses a line `module, id, platform, reports, Scala versions`, separated by tabs; the versions, separated by
    * commas, may be missing. `None` if the line has another form.
    */
  def parse(line: String, home: Path): Option[TestedProject] = line.split('\t') match
    case Array(module, id, platform, reports) =>
      Some(TestedProject(module, id, platform == "js", home.resolve(reports)))
    case Array(module, id, platform, reports, versions) =>
      Some(TestedProject(module, id, platform == "js", home.resolve(reports), versions.split(',').toList))
    case _ => None
