import sbt._
import sbt.Keys._

/** The lab: what people run (`lab`) and what runs inside the measured child JVMs (`labHarness`). */
object Lab {

  // Plain Java, so that a peer may be built with any Scala version: no Scala library may stand on this class path.
  lazy val labHarness = project
    .in(file("lab/harness"))
    .dependsOn(LocalProject("labApi"))
    .settings(
      name             := "brine-lab-harness",
      publish / skip   := true,
      autoScalaLibrary := false,
      crossPaths       := false,
      // JMH lists its benchmarks in one file, which a partial recompilation would overwrite with only what it saw.
      incOptions ~= (_.withRecompileAllFraction(0.0)),
      libraryDependencies ++= Seq(
        "org.openjdk.jmh"      % "jmh-core"                 % Versions.jmh,
        "org.openjdk.jmh"      % "jmh-generator-annprocess" % Versions.jmh % Provided,
        "com.google.code.gson" % "gson"                     % Versions.gson,
        "org.hdrhistogram"     % "HdrHistogram"             % Versions.hdrHistogram
      ),
      // JMH's generated sources raise lint warnings of their own, so only the kinds they do not raise are on.
      javacOptions ++= Seq("--release", "21", "-proc:full", "-Xlint:unchecked,deprecation,rawtypes", "-Werror")
    )

  // What reads samples of a user's own data: on the class path of the lab, and on that of the JVMs that measure them.
  lazy val labSample = project
    .in(file("lab/sample"))
    .settings(
      name           := "brine-lab-sample",
      publish / skip := true,
      BuildSettings.strict,
      BuildSettings.release(21),
      // Its tests expand them, and are compiled again after a change of any.
      DerivedCodecs.otherMacros := Set("brine.lab.sample.JsonForm", "brine.lab.sample.UserType"),
      Test / incOptions ~= (_.withRecompileOnMacroDef(java.util.Optional.of[java.lang.Boolean](true))),
      libraryDependencies += "org.scalameta" %% "munit" % Versions.munit % Test
    )

  lazy val lab = project
    .in(file("lab"))
    .dependsOn(LocalProject("commandLine"), labSample)
    .settings(BuildSettings.effort, BuildSettings.packageTests)
    .settings(
      name           := "brine-lab",
      publish / skip := true,
      libraryDependencies ++= Seq(
        // Compiles the types of `lab custom`.
        "org.scala-lang"  %% "scala3-compiler" % Versions.scala3,
        "com.lihaoyi"     %% "upickle"         % Versions.upickle,
        "com.lihaoyi"     %% "scalatags"       % Versions.scalatags,
        "me.tongfei"       % "progressbar"     % Versions.progressbar,
        "org.webjars"      % "echarts"         % Versions.echarts,
        "com.github.luben" % "zstd-jni"        % Versions.zstd,
        "org.scalameta"   %% "munit"           % Versions.munit % Test,
        "org.jsoup"        % "jsoup"           % Versions.jsoup % Test
      ),
      scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Wunused:all", "-Wvalue-discard", "-Werror"),
      scalacOptions ++= Seq("-release", "21"),
      javacOptions ++= Seq("--release", "21"),
      // The help that the launcher prints without a build.
      Compile / resourceGenerators += Def.task {
        val folder = (Compile / resourceManaged).value / "brine" / "lab" / "help"
        ((ThisBuild / baseDirectory).value / "help" * "lab*.txt").get.map { file =>
          IO.copyFile(file, folder / file.getName)
          folder / file.getName
        }
      }.taskValue,
      // The tests start child JVMs of their own and need the class paths those run on.
      Test / dependencyClasspath ++= (LocalProject("labApi") / Compile / exportedProducts).value ++
        (labHarness / Compile / exportedProducts).value,
      Test / fork          := true,
      Test / baseDirectory := (ThisBuild / baseDirectory).value,
      Test / testGrouping  := apart((Test / definedTests).value, (Test / forkOptions).value),
      Test / javaOptions ++= Seq(
        s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
        "-Dbrine.lab.harness=" + (labHarness / Runtime / fullClasspath).value.files
          .mkString(java.io.File.pathSeparator),
        "-Dbrine.lab.fixtures=" + (Test / classDirectory).value,
        "--enable-native-access=ALL-UNNAMED"
      )
    )

  /** Two JVMs beside each other: the suites that start processes mostly wait for them. Together they would take longer
    * than those of any other module.
    */
  private def apart(suites: Seq[TestDefinition], options: ForkOptions): Seq[Tests.Group] = {
    val (starting, others) = suites.partition(suite => startingProcesses.exists(suite.name.startsWith))
    Seq("processes" -> starting, "others" -> others).map { case (name, tests) =>
      Tests.Group(name, tests, Tests.SubProcess(options))
    }
  }

  private val startingProcesses = Seq("run", "turns", "cli", "child").map(name => s"brine.lab.$name.")

  val all: Seq[Project] = Seq(
    labHarness,
    labSample,
    lab
  )
}
