import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.security.MessageDigest

import sbt._
import org.scalajs.sbtplugin.ScalaJSPlugin.autoImport._
import sbt.Keys._

/** What `./brine` needs to start plain `java`: the class path of every program of the build, one absolute path a line, under
  * `target/stage`. Classes of the build itself are staged as jars named after their content, so that a run under way keeps
  * its own classes while sources are edited and built again.
  */
object Staging extends AutoPlugin {
  override def trigger = allRequirements

  object autoImport {
    val runsSharedSuite = settingKey[Boolean]("Whether the project has tests without test sources of its own.")
    val stageCli        = taskKey[Unit]("Stages the commands that look into journals and bytes.")
    val stageDev        =
      taskKey[Unit](
        "Stages the commands of developers, the fuzzer, the soak program and the crash rounds, and lists the modules that have tests."
      )
    val stage = taskKey[Unit]("Stages the lab, its child harness and every peer that builds, and all other commands.")
  }
  import autoImport._

  /** How long a staged jar no class path names any more is kept for runs that may still use it. */
  private val keepUnusedMillis = 14L * 24 * 60 * 60 * 1000

  private type Projects = Seq[(ProjectRef, ResolvedProject)]

  /** The class path of one project, or the reason why it has none. */
  private final case class Staged(project: ResolvedProject, result: Result[Classpath])

  override def globalSettings: Seq[Setting[_]] = Seq(
    excludeLintKeys += runsSharedSuite, // read below, for each project
    stageCli := write(root.value, classPaths((_, project) => project.id == "cli").value),
    stageDev := {
      write(root.value, classPaths((_, project) => ofDevelopers.contains(project.id)).value)
      IO.writeLines(folder.value / modulesFile.value, testedModules.value, UTF_8)
    },
    stage := {
      write(root.value, classPaths((root, project) => ofAll.contains(project.id) || isPeer(root, project)).value)
      writeBundles(root.value, bundles.value)
      IO.writeLines(folder.value / modulesFile.value, testedModules.value, UTF_8)
    }
  )

  private val ofDevelopers = Seq("dev", "codecFuzz", "actorModel", "journalTestkit")
  private val ofAll        = ofDevelopers ++ Seq("cli", "lab", "labHarness")

  // The lab's modules are only known where they are loaded.
  private lazy val modulesFile = Def.setting {
    val loaded = loadedBuild.value.allProjectRefs.map(_._2.id)
    if (loaded.contains("lab")) "modules-lab.tsv" else "modules.tsv"
  }

  private lazy val root   = Def.setting((LocalRootProject / baseDirectory).value)
  private lazy val folder = Def.setting(root.value / "target" / "stage")

  private def isPeer(root: File, project: ResolvedProject): Boolean =
    project.base.getParentFile == root / "lab" / "peers"

  /** Builds each project on its own: one that does not resolve or compile leaves the others alone. */
  private def classPaths(wanted: (File, ResolvedProject) => Boolean): Def.Initialize[Task[Seq[Staged]]] = Def.taskDyn {
    val projects: Projects = loadedBuild.value.allProjectRefs.filter { case (_, project) =>
      wanted(root.value, project)
    }
    val one = Def.task(Staged(thisProject.value, (Runtime / fullClasspathAsJars).result.value))
    one.all(ScopeFilter(inProjects(projects.map(_._1): _*)))
  }

  /** The linked script of a browser bundle with what it was linked from, or the reason why there is none. */
  private final case class Bundle(project: ResolvedProject, result: Result[(File, Seq[String])])

  private lazy val linked: Def.Initialize[Task[(File, Seq[String])]] = Def.task {
    val script   = (Compile / fullLinkJS).value
    val folder   = (Compile / fullLinkJS / scalaJSLinkerOutputDirectory).value
    val config   = (Compile / fullLinkJS / scalaJSLinkerConfig).value
    val runtime  = update.value.configurations.filter(_.configuration.name == "runtime")
    val modules  = runtime.flatMap(_.modules).filterNot(_.evicted).map(_.module)
    val versions = modules.map(m => m.name.replaceFirst("(_sjs1)?_(3|2\\.1[123])$", "") -> m.revision)
    val known    = versions ++ (if (scalaBinaryVersion.value == "3") Seq("brine-codec" -> version.value) else Nil)
    val lines    = known.distinct.sorted.map { case (name, revision) => s"$name=$revision" }
    val linker = s"fullLink, ${if (config.closureCompiler) "Closure" else "no Closure"}, ${config.esFeatures.esVersion}"
    val file   = folder / script.data.publicModules.head.jsFileName
    (file, lines ++ Seq(s"scala-line=${scalaBinaryVersion.value}", s"scala-js=$scalaJSVersion", s"linker=$linker"))
  }

  private lazy val bundles: Def.Initialize[Task[Seq[Bundle]]] = Def.taskDyn {
    val projects = loadedBuild.value.allProjectRefs.filter { case (_, project) =>
      project.base.getParentFile == root.value / "lab" / "browser"
    }
    val one = Def.task(Bundle(thisProject.value, linked.result.value))
    one.all(ScopeFilter(inProjects(projects.map(_._1): _*)))
  }

  private def writeBundles(root: File, bundles: Seq[Bundle]): Unit = {
    val folder = root / "target" / "stage" / "browser"
    bundles.foreach { one =>
      val file        = folder / s"${one.project.base.getName}.bundle"
      val unavailable = folder / s"${one.project.base.getName}.unavailable"
      one.result match {
        case Inc(cause) =>
          IO.delete(file)
          IO.write(unavailable, reason(cause) + "\n", UTF_8)
        case Value((script, lines)) =>
          val kept = folder / s"${one.project.base.getName}-${digest(script)}.js"
          if (!kept.exists) moveAtOnce(kept)(IO.copyFile(script, _))
          IO.delete(unavailable)
          writeAtOnce(file, Seq(s"script=${kept.getAbsolutePath}", s"bytes=${kept.length}") ++ lines)
      }
    }
  }

  private def write(root: File, staged: Seq[Staged]): Unit = {
    val folder          = root / "target" / "stage"
    val (peers, needed) = staged.partition(one => isPeer(root, one.project))
    val pathsOfNeeded   = needed.map { one =>
      one.result match {
        case Inc(cause)   => throw cause
        case Value(paths) => (folder / s"${one.project.id}.classpath") -> keep(root, paths)
      }
    }
    val pathsOfPeers = peers.flatMap { one =>
      val file        = folder / "peers" / s"${one.project.base.getName}.classpath"
      val unavailable = folder / "peers" / s"${one.project.base.getName}.unavailable"
      one.result match {
        case Inc(cause) =>
          IO.delete(file)
          IO.write(unavailable, reason(cause) + "\n", UTF_8)
          None
        case Value(paths) =>
          IO.delete(unavailable)
          Some(file -> keep(root, paths))
      }
    }
    (pathsOfNeeded ++ pathsOfPeers).foreach { case (file, paths) => writeAtOnce(file, paths.map(_.getAbsolutePath)) }
    forget(folder)
  }

  /** Jars that the build made are copied under a name that holds a digest of their content; all others stay where they are. */
  private def keep(root: File, classPath: Classpath): Seq[File] = classPath.map(_.data).map { jar =>
    if (IO.relativize(root, jar).isEmpty) jar
    else {
      val kept = jars(root / "target" / "stage") / s"${jar.getName.stripSuffix(".jar")}-${digest(jar)}.jar"
      if (!kept.exists) moveAtOnce(kept)(IO.copyFile(jar, _))
      kept
    }
  }

  private def digest(file: File): String =
    MessageDigest.getInstance("SHA-256").digest(IO.readBytes(file)).take(6).map(b => f"$b%02x").mkString

  private def jars(folder: File): File = folder / "jars"

  private def forget(folder: File): Unit = {
    val named   = (folder ** "*.classpath").get.flatMap(IO.readLines(_)).toSet
    val old     = System.currentTimeMillis - keepUnusedMillis
    val scripts = (folder / "browser" * "*.bundle").get.flatMap(IO.readLines(_)).map(_.stripPrefix("script=")).toSet
    (folder / "browser" * "*.js").get
      .filter(script => !scripts(script.getAbsolutePath) && script.lastModified < old)
      .foreach(IO.delete)
    (jars(folder) * "*.jar").get.filter(jar => !named(jar.getAbsolutePath) && jar.lastModified < old).foreach(IO.delete)
  }

  private def writeAtOnce(file: File, lines: Seq[String]): Unit = moveAtOnce(file)(IO.writeLines(_, lines, UTF_8))

  /** A program that starts meanwhile finds the old file or the new one, never half of one. */
  private def moveAtOnce(file: File)(make: File => Unit): Unit = {
    val unfinished = new File(file.getPath + ".part")
    make(unfinished)
    Files.move(unfinished.toPath, file.toPath, REPLACE_EXISTING, ATOMIC_MOVE)
  }

  /** What went wrong, in at most two lines. */
  private def reason(cause: Incomplete): String = {
    val said = Incomplete.linearize(cause).flatMap(_.directCause).flatMap {
      case failed: xsbti.CompileFailed =>
        failed.problems.map(problem => s"it does not compile: ${problem.message}").take(1).toSeq
      case other => Option(other.getMessage).toSeq
    }
    val lines = said.flatMap(_.linesIterator).map(_.trim).filter(_.nonEmpty).distinct.take(2)
    if (lines.isEmpty) "it does not build; the build log has the reason" else lines.mkString("\n")
  }

  /** One line a project with tests: the folder people name it by, its id, its platform, where its reports are written, and the
    * further Scala versions it is tested with.
    */
  private lazy val testedModules: Def.Initialize[Task[Seq[String]]] = Def.taskDyn {
    val top = root.value
    val one = Def.task {
      val project  = thisProject.value
      val folder   = IO.relativize(top, project.base).getOrElse("").split('/').head
      val onJs     = project.autoPlugins.exists(_.label == "org.scalajs.sbtplugin.ScalaJSPlugin")
      val others   = crossScalaVersions.value.filterNot(_ == scalaVersion.value).mkString(",")
      val reports  = IO.relativize(top, target.value / "test-reports").getOrElse("")
      val isShared = runsSharedSuite.?.value.contains(true)
      if ((Test / unmanagedSources).value.isEmpty && !isShared) None
      else Some(Seq(folder, project.id, if (onJs) "js" else "jvm", reports, others).mkString("\t").trim)
    }
    Def.task(one.all(ScopeFilter(inAnyProject)).value.flatten.sorted)
  }
}
