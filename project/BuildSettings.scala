import sbt._
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
  // The counts of the searching tests, for modules that have some.
  lazy val effort = Seq(
    Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "test-effort"
  )
  lazy val jvmTests = Seq(
    libraryDependencies ++= Seq(
      "org.scalameta" %% "munit"            % Versions.munit           % Test,
      "org.scalameta" %% "munit-scalacheck" % Versions.munitScalacheck % Test
    )
  )
}
