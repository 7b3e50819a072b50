package brine.dev

import java.nio.file.Path

/** One project of the build that has tests.
  *
  * @param module
  *   the folder people name it by; a module has more projects than one when it runs on several platforms
  * @param id
  *   what the build calls it
  * @param reports
  *   the folder where its test reports are written
  */
final case class TestedProject(module: String, id: String, onJs: Boolean, reports: Path)

object TestedProject:
  /** Reads a line `module, id, platform, reports` with tabs between; nothing when it is no such line. */
  def parse(line: String, home: Path): Option[TestedProject] = line.split('\t') match
    case Array(module, id, platform, reports) =>
      Some(TestedProject(module, id, platform == "js", home.resolve(reports)))
    case _ => None
