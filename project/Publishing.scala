import sbt._
import sbt.Keys._

/** What is published, and how: complete POMs, the license in every jar, a folder instead of a server.
  *
  * `publish` writes to a folder of this checkout, laid out as a Maven repository. Nothing in this build uploads.
  */
object Publishing {

  /** The page of the project: the POMs name it, with the repository behind it. */
  val page = "https://github.com/brine-project/brine"

  /** The ids of all published projects. A project that is not named here is not published. */
  val projects: Seq[String] = Seq(
    "codecJVM",
    "codecJS",
    "codecTestkitJVM",
    "codecTestkitJS",
    "codecZstd",
    "actor",
    "actorTestkit",
    "journal",
    "journalTestkit",
    "storeJdbc",
    "entity",
    "entityTestkit",
    "pekko",
    "commandLine",
    "cli"
  )

  /** The folders with the class files of each published project that runs on the JVM, beside its id. */
  def classFolders: Def.Initialize[Task[Seq[(String, File)]]] = Def.task {
    Def
      .task((Compile / products).value.map(folder => thisProject.value.id -> folder))
      .all(ScopeFilter(inProjects(projects.filterNot(_.endsWith("JS")).map(LocalProject(_)): _*)))
      .value
      .flatten
  }

  val withDocs        = settingKey[Boolean]("Whether publishing makes jars of API documentation, which takes minutes.")
  val repository      = settingKey[File]("The folder, laid out as a Maven repository, that `publish` writes to.")
  val publishAll      = taskKey[Unit]("Publishes all published modules to the folder `repository`.")
  val publishAllLocal =
    taskKey[Unit]("Installs all published modules in the local repositories of Ivy and Maven, and lists them.")

  /** Settings of the build: what all POMs have in common. Publishing is off unless a project turns it on. */
  lazy val ofBuild: Seq[Setting[_]] = Seq(
    ThisBuild / organizationName     := "Brine",
    ThisBuild / organizationHomepage := Some(url(page)),
    ThisBuild / homepage             := Some(url(page)),
    ThisBuild / licenses             := Seq("Apache-2.0" -> url("https://www.apache.org/licenses/LICENSE-2.0.txt")),
    ThisBuild / scmInfo              := Some(ScmInfo(url(page), s"scm:git:$page.git")),
    ThisBuild / developers           := List(Developer("brine-maintainers", "Brine maintainers", "", url(page))),
    ThisBuild / startYear            := Some(2026),
    ThisBuild / versionScheme        := Some("early-semver"),
    ThisBuild / pomIncludeRepository := (_ => false),
    ThisBuild / withDocs             := false,
    ThisBuild / repository     := (LocalRootProject / baseDirectory).value / "target" / "publication" / version.value,
    ThisBuild / publish / skip := true,
    ThisBuild / publishLocal / skip := true,
    ThisBuild / publishM2 / skip    := true,
    ThisBuild / publishAll          := Def.sequential(emptyRepository, Def.task(publish.all(all).value: Unit)).value,
    ThisBuild / publishAllLocal     := {
      publishLocal.all(all).value
      publishM2.all(all).value
      val places = Seq(
        "place\tIvy\t" + (ivyPaths.value.ivyHome.getOrElse(Path.userHome / ".ivy2") / "local"),
        "place\tMaven\t" + (Path.userHome / ".m2" / "repository")
      )
      val list = (LocalRootProject / baseDirectory).value / "target" / "publication" / "local.tsv"
      IO.writeLines(list, places ++ installed.all(all).value)
    }
  )

  /** Settings of a published project.
    *
    * @param artifact
    *   the name of its artifact, without the suffixes of platform and Scala version
    * @param module
    *   its name for programs that use the module path
    * @param about
    *   the description in the POM, one sentence
    */
  def published(artifact: String, module: String, about: String): Seq[Setting[_]] = Seq(
    name                                   := artifact,
    description                            := about,
    publish / skip                         := false,
    publishLocal / skip                    := false,
    publishM2 / skip                       := false,
    publishTo                              := Some(Resolver.file("repository", repository.value)),
    publishConfiguration                   := publishConfiguration.value.withOverwrite(true),
    Compile / packageDoc / publishArtifact := withDocs.value,
    Test / packageDoc / publishArtifact    := false, // it would be as in Compile
    Compile / packageBin / mappings ++= notices.value,
    Compile / packageSrc / mappings ++= notices.value,
    Compile / packageDoc / mappings ++= notices.value,
    Compile / packageBin / packageOptions ++= {
      if (onJs.value) Nil else Seq(Package.ManifestAttributes("Automatic-Module-Name" -> module))
    }
  )

  // What an earlier version of the build published must not be taken for a part of this one.
  private lazy val emptyRepository = Def.task(IO.delete(repository.value))

  private lazy val all = ScopeFilter(inProjects(projects.map(LocalProject(_)): _*))

  private lazy val onJs = Def.setting {
    thisProject.value.autoPlugins.exists(_.label == "org.scalajs.sbtplugin.ScalaJSPlugin")
  }

  private lazy val installed = Def.setting {
    Seq("artifact", organization.value, name.value, version.value, if (onJs.value) "js" else "jvm").mkString("\t")
  }

  private lazy val notices = Def.setting {
    val root = (LocalRootProject / baseDirectory).value
    Seq("LICENSE", "NOTICE").map(name => root / name -> s"META-INF/$name")
  }
}
