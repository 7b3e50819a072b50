import sbt._
import sbt.Keys._
import Staging.autoImport._
import org.portablescala.sbtplatformdeps.PlatformDepsPlugin.autoImport._
import org.scalajs.sbtplugin.ScalaJSPlugin
import org.scalajs.sbtplugin.ScalaJSPlugin.autoImport._

/** The browser half of the lab: two Scala.js bundles over one source model, since no Scala version has every library.
  * The page loads one of them, measures one library and posts what it found.
  */
object BrowserBundles {

  lazy val labBrowser = Seq(
    publish / skip          := true,
    Compile / doc / sources := Nil,
    scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Werror"),
    Compile / unmanagedSourceDirectories ++= {
      val lab = (ThisBuild / baseDirectory).value / "lab"
      Seq(
        lab / "model" / "src" / "main" / "scala" / "brine" / "lab" / "model" / "books",
        lab / "browser" / "shared" / "src" / "main" / "scala"
      )
    }
  )

  lazy val labBrowser3 = project
    .in(file("lab/browser/scala3"))
    .enablePlugins(ScalaJSPlugin)
    .dependsOn(LocalProject("codecJS"))
    .settings(
      labBrowser,
      name         := "brine-lab-browser-scala3",
      scalaVersion := Versions.scala3,
      leftToFull   := true, // it needs the whole bundle, which nothing else in the tests does
      scalacOptions ++= Seq("-Wunused:all", "-Wvalue-discard"),
      libraryDependencies ++= Seq(
        "com.lihaoyi" %%% "upickle"      % Versions.upickleJs,
        "io.circe"    %%% "circe-core"   % Versions.circeJs,
        "io.circe"    %%% "circe-parser" % Versions.circeJs,
        // munit has no artifact for Scala 2.13 on this Scala.js; the other bundle is checked in the browser alone
        "org.scalameta" %%% "munit" % Versions.munitJs % Test
      ),
      dependencyOverrides += "org.scala-js" % "scalajs-library_2.13" % scalaJSVersion
    )

  lazy val labBrowser2 = project
    .in(file("lab/browser/scala2"))
    .enablePlugins(ScalaJSPlugin)
    .settings(
      labBrowser,
      name         := "brine-lab-browser-scala2",
      scalaVersion := Versions.scala213,
      scalacOptions += "-Xlint",
      libraryDependencies ++= Seq(
        "io.suzaku"                             %%% "boopickle"             % Versions.boopickleJs,
        "com.typesafe.play"                     %%% "play-json"             % Versions.playJsonJs,
        "com.github.plokhotnyuk.jsoniter-scala" %%% "jsoniter-scala-core"   % Versions.jsoniterJs,
        "com.github.plokhotnyuk.jsoniter-scala" %%% "jsoniter-scala-macros" % Versions.jsoniterJs % Provided
      )
    )

  val all: Seq[Project] = Seq(
    labBrowser3,
    labBrowser2
  )
}
