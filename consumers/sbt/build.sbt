// Libraries and programs that use Brine as its users do: from published artifacts, on the LTS line of Scala and on the
// newest. The tests copy this folder, add the examples of the pages to it, and run it through Brine's launcher.
ThisBuild / organization := "io.github.brine.consumers"
ThisBuild / version      := "1"

lazy val library     = settingKey[File]("The Maven repository that libraries are published to.")
lazy val listRuntime = taskKey[Unit]("Writes the class path of a program to target/runtime.txt, one entry a line.")

ThisBuild / library := file(sys.env("BRINE_LIBRARIES"))

lazy val consumer = Seq(
  scalacOptions ++= Seq("-deprecation", "-feature", "-Werror"),
  // First of all, so that what is tested is not what the user has installed or downloaded before.
  csrResolvers ~= (MavenRepository("publication", sys.env("BRINE_PUBLICATION")) +: _),
  publishTo := Some(Resolver.file("libraries", library.value)),

  Compile / packageDoc / publishArtifact := false, // which takes as long as the rest

  listRuntime := IO.writeLines(
    baseDirectory.value / "target" / "runtime.txt",
    (Runtime / fullClasspath).value.map(_.data.getAbsolutePath)
  )
)

/** Sources that are compiled once in each line of Scala. */
def shared(folder: String) = Compile / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / folder

// The version of Scala and the dependencies are those of the pages: the tests write them to build.sbt in these folders.
lazy val libraryLts =
  project.in(file("library-lts")).settings(consumer, shared("types"), name := "consumer-types")
lazy val libraryNext = project.in(file("library-next")).settings(consumer, shared("types"), shared("exchange"))
lazy val appLts      = project.in(file("app-lts")).dependsOn(libraryLts).settings(consumer, shared("exchange"))
lazy val appNext     = project.in(file("app-next")).dependsOn(libraryLts).settings(consumer, shared("exchange"))
