import sbt._
import sbt.Keys._

/** The folders a part of the stage is built from. The launcher builds a part again when a file in them changes. */
final class StageSources(root: File, all: Seq[(ProjectRef, ResolvedProject)], data: Settings[Scope]) {

  /** Paths relative to the checkout, of folders that exist and of those that would count if they did. The build's own
    * files, which count for every part, are the launcher's to know.
    */
  def of(projects: Seq[ProjectRef]): Seq[String] = {
    val closure = StageSources.closure(projects, all)
    val folders = closure.flatMap { case (ref, withTests) =>
      of(ref, Compile) ++ (if (withTests) of(ref, Test) else Nil)
    }
    val paths = folders.flatMap(IO.relativize(root, _)).distinct.sorted
    paths.filterNot(path => paths.exists(above => path.startsWith(above + "/")))
  }

  private def of(ref: ProjectRef, configuration: Configuration): Seq[File] =
    Seq(ref / configuration / sourceDirectory).flatMap(_.get(data)) ++
      Seq(ref / configuration / unmanagedSourceDirectories, ref / configuration / unmanagedResourceDirectories)
        .flatMap(_.get(data))
        .flatten
}

object StageSources {

  /** The projects and all that they depend on, each with whether its tests are needed too. */
  def closure(projects: Seq[ProjectRef], all: Seq[(ProjectRef, ResolvedProject)]): Seq[(ProjectRef, Boolean)] = {
    val byRef                                                                           = all.toMap
    def walk(ref: ProjectRef, seen: Map[ProjectRef, Boolean]): Map[ProjectRef, Boolean] =
      byRef.get(ref).fold(seen) { project =>
        project.dependencies.foldLeft(seen) { (seen, dependency) =>
          val withTests = dependency.configuration.exists(_.contains("compile->test"))
          seen.get(dependency.project) match {
            case Some(before) if before || !withTests => seen
            case _ => walk(dependency.project, seen.updated(dependency.project, withTests))
          }
        }
      }
    projects
      .foldLeft(Map.empty[ProjectRef, Boolean])((seen, ref) => walk(ref, seen + (ref -> seen.getOrElse(ref, false))))
      .toSeq
  }
}
