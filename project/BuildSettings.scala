import sbt._
import org.scalafmt.sbt.ScalafmtPlugin.autoImport._
import sbt.Keys._

/** Settings that several modules share. */
object BuildSettings {

  lazy val strict = Seq(
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Wunused:all", "-Wvalue-discard", "-Werror")
  )
  def release(jdk: Int) = Seq(
    scalacOptions ++= Seq("-release", jdk.toString),
    javacOptions ++= Seq("--release", jdk.toString, "-Xlint:all", "-Werror")
  )
  lazy val lts = Seq(
    scalaVersion       := Versions.scalaLts,
    crossScalaVersions := Seq(Versions.scalaLts, Versions.scala3)
  )

  /** Whether tests search as long as for a release, see `test-effort/Effort.scala`. */
  lazy val isFull: Boolean = sys.env.get("BRINE_EFFORT").contains("full")

  // Tests of effort quick are over before the JVM's second compiler pays off: without it, and with one thread for
  // garbage collection, they take a third less processor time.
  lazy val shortTests: Seq[String] =
    if (isFull) Nil
    else Seq("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MetaspaceSize=200m")
  // Sources that platforms share are checked for their format in one of them.
  lazy val formatOnce = Seq(Compile, Test).map { configuration =>
    configuration / scalafmt / unmanagedSources := {
      val own = baseDirectory.value
      (configuration / unmanagedSources).value.filter(_.relativeTo(own).isDefined)
    }
  }
  // All suites in one process of Node.js: each loads the whole program first, which costs more than most suites.
  lazy val oneNode = Seq(Test / parallelExecution := false)
  // Tests of the codec's logic, which is the same on every platform. The JVM always has them; JavaScript has them with
  // effort full, and where the variable says so: a full run tests other versions of Scala with quick counts.
  lazy val logicTests = Seq(
    Test / unmanagedSourceDirectories += baseDirectory.value.getParentFile / "shared" / "src" / "test-logic" / "scala"
  )
  lazy val logicTestsJs =
    if (isFull || sys.env.get("BRINE_JAVASCRIPT").contains("all")) logicTests else Nil
  // The counts of the searching tests, for modules that have some.
  lazy val effort = Seq(
    Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "test-effort"
  )
  // The same in JavaScript, which has its own way to the environment.
  lazy val effortJs = Seq(
    Test / unmanagedSources += (ThisBuild / baseDirectory).value / "test-effort" / "Effort.scala"
  )
  // What looks for circles of packages in class files. ArchUnit has a log, which is of no use here.
  lazy val packageTests = Seq(
    Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "test-packages",
    libraryDependencies ++= Seq(
      "com.tngtech.archunit" % "archunit"  % Versions.archunit % Test,
      "org.slf4j"            % "slf4j-nop" % Versions.slf4j    % Test
    )
  )
  lazy val jvmTests = Seq(
    libraryDependencies ++= Seq(
      "org.scalameta" %% "munit"            % Versions.munit           % Test,
      "org.scalameta" %% "munit-scalacheck" % Versions.munitScalacheck % Test
    ),
    // Programs that measure: their JVM needs what tests of effort quick do without.
    Test / run / javaOptions := (Test / javaOptions).value.diff(shortTests)
  )
}
