import sbt._
import sbt.complete.DefaultParsers.spaceDelimited
import org.scalajs.sbtplugin.ScalaJSPlugin.autoImport._
import sbt.Keys._

/** What `./brine` needs to start plain `java`: the class path of every program, in parts that are built when a command
  * needs them. A part is one or more programs, the peers of studies of the lab, the scripts of the lab's browser, or
  * the list of modules with tests.
  */
object Staging extends AutoPlugin {
  override def trigger = allRequirements

  object autoImport {
    val stage =
      inputKey[Unit]("Stages parts of what ./brine starts, such as `stage cli dev`; without names it lists the parts.")
    val leftToFull =
      settingKey[Boolean]("Whether effort quick neither compiles nor runs the project's tests.")
        .withRank(KeyRanks.Invisible)
    // Invisible, or sbt says that they are unused: they are read for all projects at once.
    val stagedFor = settingKey[Seq[String]]("The parts that need this peer of the lab.").withRank(KeyRanks.Invisible)
    val runsSharedSuite =
      settingKey[Boolean]("Whether the project has tests without test sources of its own.").withRank(KeyRanks.Invisible)
  }
  import autoImport._

  /** The parts that are programs, each with the projects whose class paths are staged. */
  private val programs: Map[String, Seq[String]] = Map(
    "cli"          -> Seq("cli"),
    "dev"          -> Seq("dev"),
    "fuzz"         -> Seq("codecFuzz"),
    "soak"         -> Seq("actorModel"),
    "crash"        -> Seq("journalTestkit"),
    "lab"          -> Seq("lab", "labHarness"),
    "example-site" -> Seq("exampleSite")
  )

  /** The parts that are peers of the lab: those of a study, or of studies that have the same peers. */
  private val peers = Seq("actors", "log", "codecs")

  /** The linked scripts of the lab's browser. */
  private val browser = "browser"

  /** The list of modules with tests. Where the lab is loaded there is a second list, which has its modules too. */
  private val modules = "modules"
  private val ofLab   = Set("lab", "codec-bench", "pekko-bench")

  /** The jar of the commands that runs without a checkout. */
  private val jar = "cli-jar"

  private val names = programs.keys.toSeq.sorted ++ peers ++ Seq(browser, modules, jar)

  private type Projects = Seq[ProjectRef]

  override def globalSettings: Seq[Setting[_]] = Seq(
    stage / aggregate := false, // it is one task for the whole build
    stage             := Def.inputTaskDyn {
      val wanted = spaceDelimited("PART").parsed.distinct
      val known  = names.mkString(", ")
      wanted.find(!names.contains(_)).foreach(name => sys.error(s"no part '$name'; the parts are $known"))
      if (wanted.isEmpty) Def.task(println(known)) else stageAll(wanted)
    }.evaluated
  )

  override def projectSettings: Seq[Setting[_]] = Seq(
    stagedFor         := Nil,
    runsSharedSuite   := false,
    leftToFull        := false,
    Compile / compile := {
      val compiled = (Compile / compile).result.value
      StageProgress.finished(thisProjectRef.value.project) // also when it did not compile
      compiled match {
        case Inc(cause)   => throw cause
        case Value(value) => value
      }
    }
  )

  private lazy val root = Def.setting((LocalRootProject / baseDirectory).value)

  // -------------------------------------------------------------------------------------------
  // Parts
  // -------------------------------------------------------------------------------------------

  private def stageAll(wanted: Seq[String]): Def.Initialize[Task[Unit]] = Def.taskDyn {
    val all        = loadedBuild.value.allProjectRefs
    val data       = settingsData.value
    val parts      = wanted.map(name => name -> projectsOf(name, all, data))
    val toClass    = parts.filter(part => part._1 != browser && part._1 != jar).flatMap(_._2).distinct
    val toLink     = parts.filter(_._1 == browser).flatMap(_._2).distinct
    val classPaths = Def.task(
      Staged(thisProject.value, isPeer(root.value, thisProject.value), (Runtime / fullClasspathAsJars).result.value)
    )
    val listed  = if (wanted.contains(modules)) testedModules.map(Option(_)) else Def.task(Option.empty[Seq[String]])
    val toJar   = parts.filter(_._1 == jar).flatMap(_._2)
    val jars    = if (toJar.isEmpty) Def.task(Seq.empty[File]) else CliJar.cliJar.all(of(toJar))
    val closure = StageSources.closure(parts.flatMap(_._2).distinct, all)
    StageProgress.expect(closure.map(_._1), toLink, data)
    Def.task {
      val folder = new StageFolder(root.value)
      folder.write(classPaths.all(of(toClass)).value)
      folder.writeBundles(bundle.all(of(toLink)).value)
      listed.value.foreach { lines =>
        if (all.exists(_._2.id == "lab")) folder.writeLines("modules-lab.tsv", lines)
        folder.writeLines("modules.tsv", lines.filterNot(line => ofLab.contains(line.takeWhile(_ != '\t'))))
      }
      jars.value.foreach(file => folder.writeLines("cli-jar.path", Seq(file.getAbsolutePath)))
      val sources = new StageSources(root.value, all, data)
      parts.foreach { case (name, projects) => folder.writeLines(s"$name.sources", sources.of(projects)) }
    }
  }

  private def of(projects: Projects) = ScopeFilter(inProjects(projects: _*))

  private def projectsOf(part: String, all: Seq[(ProjectRef, ResolvedProject)], data: Settings[Scope]): Projects = {
    val found = all.collect {
      case (ref, project) if programs.getOrElse(part, Nil).contains(project.id)                     => ref
      case (ref, _) if peers.contains(part) && (ref / stagedFor).get(data).exists(_.contains(part)) => ref
      case (ref, project) if part == jar && project.id == "cli"                                     => ref
      case (ref, project) if part == browser && project.base.getParentFile.getName == "browser"     => ref
    }
    if (found.isEmpty && part != modules)
      sys.error(s"part '$part' has no project here; those of the lab need -Dbrine.lab=true")
    found
  }

  private def isPeer(root: File, project: ResolvedProject): Boolean =
    project.base.getParentFile == root / "lab" / "peers"

  // -------------------------------------------------------------------------------------------
  // The lab's browser
  // -------------------------------------------------------------------------------------------

  private lazy val bundle: Def.Initialize[Task[Bundle]] = Def.task {
    val result = linked.result.value
    StageProgress.finished(StageProgress.link(thisProjectRef.value.project))
    Bundle(thisProject.value, result)
  }

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

  // -------------------------------------------------------------------------------------------
  // Modules with tests
  // -------------------------------------------------------------------------------------------

  /** One line a project with tests: the folder people name it by, its id, its platform, where its reports are written,
    * the further Scala versions it is tested with, and `full` if effort quick leaves its tests to effort full.
    */
  private lazy val testedModules: Def.Initialize[Task[Seq[String]]] = Def.taskDyn {
    val top = root.value
    val one = Def.task {
      val project = thisProject.value
      val folder  = IO.relativize(top, project.base).getOrElse("").split('/').head
      val onJs    = project.autoPlugins.exists(_.label == "org.scalajs.sbtplugin.ScalaJSPlugin")
      val others  = crossScalaVersions.value.filterNot(_ == scalaVersion.value).mkString(",")
      val reports = IO.relativize(top, target.value / "test-reports").getOrElse("")
      if ((Test / unmanagedSources).value.isEmpty && !runsSharedSuite.value) None
      else {
        val effort = if (leftToFull.value) "full" else ""
        Some(Seq(folder, project.id, if (onJs) "js" else "jvm", reports, others, effort).mkString("\t").trim)
      }
    }
    Def.task(one.all(ScopeFilter(inAnyProject)).value.flatten.sorted)
  }
}
