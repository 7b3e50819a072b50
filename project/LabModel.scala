import sbt._
import org.scalafmt.sbt.ScalafmtPlugin.autoImport._
import sbt.Keys._
import Staging.autoImport._

/** What every project of the lab has, and the studies' model, built once for each Scala line a peer needs.
  *
  * Every library the lab measures is a project of its own, built with the Scala line it needs, so that no version of a
  * library or of Scala leaks from one to another.
  */
object LabModel {

  // The compiler's part for sbt is looked up once for each Scala line, by one project, instead of by each project.
  private def bridgeOf(project: String) = Seq(
    scalaCompilerBridgeBinaryJar := (LocalProject(project) / scalaCompilerBridgeBinaryJar).value
  )

  // JDK 21 is what the lab runs on; Scala 2.11 and 2.12 emit older class files, which it runs as well.
  lazy val labScala3 = bridgeOf("dev") ++ Seq(
    scalaVersion := Versions.scala3,
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Wunused:all", "-Wvalue-discard", "-Werror"),
    scalacOptions ++= Seq("-release", "21", "-Wconf:src=.*/src_managed/.*:s") // generated code is not ours to mend
  )
  lazy val labScala213 = Seq(
    scalaVersion := Versions.scala213,
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Xlint", "-Werror", "-release", "21")
  )
  lazy val labScala212 = Seq(
    scalaVersion := Versions.scala212,
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Xfatal-warnings")
  )
  lazy val labScala211 = Seq(
    scalaVersion := Versions.scala211,
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Xfatal-warnings")
  )
  lazy val labProject = Seq(
    publish / skip := true,
    javacOptions ++= Seq("--release", "21", "-Xlint:all,-processing", "-Werror"),
    Compile / doc / sources := Nil
  )

  lazy val labApi = project
    .in(file("lab/api"))
    .settings(labProject, name := "brine-lab-api", autoScalaLibrary := false, crossPaths := false)

  // ---------------------------------------------------------------------------------------------
  // The model, from one set of sources
  // ---------------------------------------------------------------------------------------------
  lazy val labModelSources = Seq(
    Compile / unmanagedSourceDirectories := {
      val main = (ThisBuild / baseDirectory).value / "lab" / "model" / "src" / "main"
      Seq(main / "java", main / "scala")
    },
    libraryDependencies += "com.google.code.gson" % "gson" % Versions.gson
  )

  lazy val labModel3 = project
    .in(file("lab/model"))
    .dependsOn(labApi)
    .settings(labProject, labScala3, labModelSources, name := "brine-lab-model")
    .settings(libraryDependencies += "org.scalameta" %% "munit" % Versions.munit % Test)

  // The same sources again: their format is checked in the project of Scala 3.
  private lazy val formattedThere = Seq(Compile / scalafmt / unmanagedSources := Nil)

  lazy val labModel213 = project
    .in(file("lab/model/.scala-2.13"))
    .dependsOn(labApi)
    .settings(formattedThere, labProject, labScala213, labModelSources, name := "brine-lab-model")

  lazy val labModel212 = project
    .in(file("lab/model/.scala-2.12"))
    .dependsOn(labApi)
    .settings(formattedThere, labProject, labScala212, labModelSources, name := "brine-lab-model")

  lazy val labModel211 = project
    .in(file("lab/model/.scala-2.11"))
    .dependsOn(labApi)
    .settings(formattedThere, labProject, labScala211, labModelSources, name := "brine-lab-model")

  // ---------------------------------------------------------------------------------------------
  // What every peer has: the check of its round trips, and the versions it was resolved with
  // ---------------------------------------------------------------------------------------------
  lazy val labPeer = labProject ++ Seq(
    Compile / resourceGenerators += Def.task {
      val file    = (Compile / resourceManaged).value / "META-INF" / "brine-lab" / "versions.properties"
      val runtime = update.value.configurations.filter(_.configuration.name == "runtime")
      val modules = runtime.flatMap(_.modules).filterNot(_.evicted).map(_.module)
      val lines   = modules.map(m => m.name.replaceFirst("_(3|2\\.1[123])$", "") + "=" + m.revision)
      IO.writeLines(file, lines.distinct.sorted :+ ("scala-line=" + scalaBinaryVersion.value))
      Seq(file)
    }.taskValue,
    // One set of Scala's classes for all peers of a Scala line, loaded and compiled once.
    Test / classLoaderLayeringStrategy := ClassLoaderLayeringStrategy.ScalaLibrary,
    // a peer that needs options for its JVM has them in a resource, which the lab reads too
    Test / fork := jvmOptionsFile.value.exists,
    Test / javaOptions ++= (if (jvmOptionsFile.value.exists) IO.readLines(jvmOptionsFile.value) else Nil)
  )
  lazy val jvmOptionsFile = Def.setting((Compile / resourceDirectory).value / "META-INF" / "brine-lab" / "jvm-options")

  // The suite that every peer of a codec runs, compiled once for each Scala line instead of once for each peer.
  lazy val labPeerTest = labProject ++ Seq(
    name                                 := "brine-lab-peer-test",
    Compile / unmanagedSourceDirectories := Seq(
      (ThisBuild / baseDirectory).value / "lab" / "model" / "src" / "peer-test" / "scala"
    ),
    libraryDependencies += munit.value
  )
  lazy val munit = Def.setting(
    "org.scalameta" %% "munit" % (if (scalaBinaryVersion.value == "3") Versions.munit else Versions.munitScala2)
  )

  lazy val labPeerTest3 = project
    .in(file("lab/model/.peer-test-3"))
    .dependsOn(labModel3)
    .settings(labScala3, labPeerTest)

  lazy val labPeerTest213 = project
    .in(file("lab/model/.peer-test-2.13"))
    .dependsOn(labModel213)
    .settings(labScala213, labPeerTest, formattedThere)

  lazy val labPeerTest212 = project
    .in(file("lab/model/.peer-test-2.12"))
    .dependsOn(labModel212)
    .settings(labScala212, labPeerTest, formattedThere)

  private def labPeerSuite(suite: String) = Seq(
    runsSharedSuite                   := true,
    libraryDependencies += munit.value % Test,
    Test / unmanagedClasspath ++= (LocalProject(suite) / Compile / exportedProducts).value,
    Test / definedTests += new TestDefinition(
      "brine.lab.model.RoundTripSuite",
      new sbt.testing.SubclassFingerprint {
        def superclassName: String             = "munit.Suite"
        def isModule: Boolean                  = false
        def requireNoArgConstructor(): Boolean = true
      },
      false,
      Array(new sbt.testing.SuiteSelector)
    )
  )
  // The same for logs. Suites of single peers extend it.
  lazy val labLogTest3 = project
    .in(file("lab/api/.log-test-3"))
    .dependsOn(labApi)
    .settings(labScala3, labPeerTest, labSuite("log-test"), name := "brine-lab-log-test")

  /** Sources of a suite that several peers extend, compiled once for each Scala line. */
  def labSuite(folder: String) = Seq(
    Compile / unmanagedSourceDirectories := Seq(
      (ThisBuild / baseDirectory).value / "lab" / "api" / "src" / folder / "scala"
    )
  )

  /** For the peers whose suites extend it. */
  def extendsSuite(project: String) = Seq(
    Test / unmanagedClasspath ++= (LocalProject(project) / Compile / exportedProducts).value
  )
  lazy val labLogSuite  = (stagedFor += "log") +: extendsSuite("labLogTest3")
  lazy val labCodecPeer = labPeer ++ Seq(stagedFor += "codecs")
  lazy val labPeer3     = labCodecPeer ++ labScala3 ++ labPeerSuite("labPeerTest3")
  lazy val labPeer213   = labCodecPeer ++ labScala213 ++ labPeerSuite("labPeerTest213") :+ ofOlderScala
  lazy val labPeer212   = labCodecPeer ++ labScala212 ++ labPeerSuite("labPeerTest212") :+ ofOlderScala

  // Compiling the model and the suite with two more compilers takes longer than all round trips. Every run of the lab
  // checks them again before it measures a peer.
  private lazy val ofOlderScala = leftToFull := true

  val all: Seq[Project] = Seq(
    labApi,
    labModel3,
    labModel213,
    labModel212,
    labModel211,
    labPeerTest3,
    labPeerTest213,
    labPeerTest212,
    labLogTest3
  )
}
