// ---------------------------------------------------------------------------------------------
// Settings every module shares
// ---------------------------------------------------------------------------------------------
ThisBuild / organization := "io.github.brine"
ThisBuild / version      := "0.1.0-SNAPSHOT"
ThisBuild / scalaVersion := Versions.scala3
ThisBuild / licenses     := Seq("Apache-2.0" -> url("https://www.apache.org/licenses/LICENSE-2.0"))

// Nothing is released yet that binary compatibility could be checked against; from 0.1.0 on this names the last release.
ThisBuild / mimaPreviousArtifacts := Set.empty

lazy val strict = Seq(
  scalacOptions ++= Seq("-deprecation", "-feature", "-unchecked", "-Wunused:all", "-Wvalue-discard", "-Werror")
)
def release(jdk: Int) = Seq(
  scalacOptions ++= Seq("-release", jdk.toString),
  javacOptions ++= Seq("--release", jdk.toString, "-Xlint:all", "-Werror")
)
lazy val jvmTests = Seq(
  libraryDependencies ++= Seq(
    "org.scalameta" %% "munit"            % Versions.munit           % Test,
    "org.scalameta" %% "munit-scalacheck" % Versions.munitScalacheck % Test
  )
)

// ---------------------------------------------------------------------------------------------
// Published modules
// ---------------------------------------------------------------------------------------------
lazy val codec = crossProject(JVMPlatform, JSPlatform)
  .in(file("codec"))
  .settings(name := "brine-codec", strict)
  .jvmSettings(
    release(17),
    jvmTests,
    libraryDependencies ++= Seq(
      // What reads the exported schemas in tests: each format's own parser, and a validator.
      "org.apache.avro"     % "avro"                  % Versions.avro                % Test,
      "com.networknt"       % "json-schema-validator" % Versions.jsonSchemaValidator % Test,
      "com.google.protobuf" % "protobuf-java"         % Versions.protobuf            % Test
    ),
    PB.protocVersion := Versions.protobuf,
    Test / resourceGenerators += Def.task {
      val file = (Test / resourceManaged).value / "brine" / "codec" / "exports" / "protoc.path"
      IO.write(file, PB.protocExecutable.value.getAbsolutePath)
      Seq(file)
    }.taskValue
  )
  .jsSettings(
    libraryDependencies ++= Seq(
      "org.scalameta" %%% "munit" % Versions.munitJs % Test,
      // Only the tests of java.time codecs need these; a program without them links without them.
      "io.github.cquiroz" %%% "scala-java-time"      % Versions.scalaJavaTime % Test,
      "io.github.cquiroz" %%% "scala-java-time-tzdb" % Versions.scalaJavaTime % Test
    )
  )

lazy val codecZstd = project
  .in(file("codec-zstd"))
  .dependsOn(codec.jvm)
  .settings(
    name := "brine-codec-zstd",
    strict,
    release(17),
    jvmTests,
    libraryDependencies += "com.github.luben" % "zstd-jni" % Versions.zstd,
    Test / fork                              := true, // it loads a native library
    Test / javaOptions += "--enable-native-access=ALL-UNNAMED"
  )

lazy val codecTestkit = crossProject(JVMPlatform, JSPlatform)
  .in(file("codec-testkit"))
  .dependsOn(codec)
  .settings(name := "brine-codec-testkit", strict)
  .jvmSettings(
    release(17),
    libraryDependencies ++= Seq(
      "org.scalameta" %% "munit"            % Versions.munit,
      "org.scalameta" %% "munit-scalacheck" % Versions.munitScalacheck % Test
    )
  )
  .jsSettings(
    libraryDependencies ++= Seq(
      "org.scalameta"     %%% "munit"           % Versions.munitJs,
      "io.github.cquiroz" %%% "scala-java-time" % Versions.scalaJavaTime % Test
    )
  )

lazy val actor = project
  .in(file("actor"))
  .settings(name := "brine-actor", strict, release(21), jvmTests, Test / fork := true)

lazy val actorTestkit = project
  .in(file("actor-testkit"))
  .dependsOn(actor)
  .settings(name := "brine-actor-testkit", strict, release(21), jvmTests)

lazy val journal = project
  .in(file("journal"))
  .dependsOn(codec.jvm)
  .settings(name := "brine-journal", strict, release(21), jvmTests, Test / fork := true)

lazy val journalTestkit = project
  .in(file("journal-testkit"))
  .dependsOn(journal)
  .settings(name := "brine-journal-testkit", strict, release(21), jvmTests, Test / fork := true)

// ---------------------------------------------------------------------------------------------
// Programs, examples and documentation: nothing here is published
// ---------------------------------------------------------------------------------------------
lazy val cli = project
  .in(file("cli"))
  .dependsOn(LocalProject("lab"), codecZstd, journal)
  .settings(
    name           := "brine-cli",
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    libraryDependencies += "com.lihaoyi" %% "mainargs" % Versions.mainargs,
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "brine" / "cli" / "version.properties"
      IO.write(file, s"version=${version.value}\n")
      Seq(file)
    }.taskValue,
    // The launcher under test is the one of this checkout.
    Test / fork := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      "--enable-native-access=ALL-UNNAMED" // Zstandard is native
    )
  )

lazy val examples = project
  .in(file("examples"))
  .dependsOn(codec.jvm, actor, journal)
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    // One folder an example, its expected output beside its source.
    Compile / unmanagedSourceDirectories := List("readings", "orders", "bank", "crawler", "shop")
      .map(baseDirectory.value / _),
    Test / fork := true,
    Test / javaOptions += s"-Dbrine.examples=${baseDirectory.value}"
  )

// Benchmarks of parts of the codec, run by hand: ./brine sbt "codecBench/Jmh/run VarintBenchmark"
lazy val codecBench = project
  .in(file("codec-bench"))
  .enablePlugins(JmhPlugin)
  .dependsOn(codec.jvm, LocalProject("labModel3"))
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    // What compiling derived codecs costs, against others: brine.codec.bench.cost.
    Test / fork := true,
    libraryDependencies ++= Seq(
      "org.scala-lang"                        %% "scala3-compiler"       % scalaVersion.value % Test,
      "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-macros" % Versions.jsoniter  % Test,
      "io.bullet"                             %% "borer-derivation"      % Versions.borer     % Test,
      "io.suzaku"                             %% "boopickle"             % Versions.boopickle % Test
    )
  )

// Hostile bytes for every reader of the codec, chosen by coverage: ./brine fuzz
lazy val codecFuzz = project
  .in(file("codec-fuzz"))
  // The rich model and the golden cases are those of the tests.
  .dependsOn(codec.jvm % "compile->compile;compile->test", codecTestkit.jvm % "compile->compile;compile->test")
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    libraryDependencies += "com.code-intelligence" % "jazzer" % Versions.jazzer,
    Test / fork                                   := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      "--enable-native-access=ALL-UNNAMED"
    )
  )

// What the actor runtime is held to: an executable specification explored whole, Lincheck, jcstress, a soak program.
lazy val actorModel = project
  .in(file("actor-model"))
  .dependsOn(actor)
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    libraryDependencies ++= Seq(
      "org.jetbrains.lincheck" % "lincheck" % Versions.lincheck % Test,
      "org.openjdk.jcstress" % "jcstress-core" % Versions.jcstress % Test // GPLv2 with classpath exception: for tests alone
    ),
    // jcstress lists its tests in one file, which a partial recompilation would write anew with only what it saw; its
    // generated sources raise lint warnings of their own, so only the kinds they do not raise are on.
    incOptions ~= (_.withRecompileAllFraction(0.0)),
    Test / javacOptions := Seq(
      "--release",
      "21",
      "-proc:full",
      "-implicit:class",
      "-Xlint:deprecation,rawtypes",
      "-Werror"
    ),
    Test / fork := true,
    // Lincheck tells there which classes it could not look into.
    Test / javaOptions += s"-Dlincheck.logFile=${target.value / "lincheck.log"}"
  )

lazy val docs = project
  .in(file("docs"))
  .enablePlugins(MdocPlugin)
  .dependsOn(codec.jvm, codecTestkit.jvm, codecZstd, actor, actorTestkit, journal, journalTestkit)
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    // The libraries that the migration guides read data of.
    libraryDependencies ++= Seq(
      "io.suzaku"            %% "boopickle"       % Versions.boopickle,
      "com.esotericsoftware"  % "kryo"            % Versions.kryo,
      "com.lihaoyi"          %% "upickle"         % Versions.upickle,
      "com.thesamet.scalapb" %% "scalapb-runtime" % Versions.scalapb
    ),
    PB.protocVersion     := Versions.protobuf,
    Compile / PB.targets := Seq(scalapb.gen() -> (Compile / sourceManaged).value / "scalapb"),
    Compile / scalacOptions += "-Wconf:src=.*/src_managed/.*:s", // generated code is not ours to mend
    // Every page of the project is compiled: the guides, the README and those of the modules.
    mdocIn  := target.value / "pages",
    mdocOut := target.value / "mdoc",
    mdocExtraArguments += "--no-link-hygiene", // the tests of the pages follow all links, those to sources too
    mdoc := mdoc
      .dependsOn(Def.task {
        val root  = (ThisBuild / baseDirectory).value
        val pages =
          (root * "*.md" +++ root * ("docs" | "examples" | "codec" | "codec-testkit" | "codec-fuzz" | "codec-zstd" | "actor" | "actor-testkit" | "actor-model" | "journal" | "journal-testkit" | "cli" | "lab") ** "*.md").get
        IO.delete(mdocIn.value)
        IO.copy(
          pages
            .filterNot(_.getPath.contains("/target/"))
            .map(page => page -> mdocIn.value / root.toPath.relativize(page.toPath).toString)
        )
      })
      .evaluated,
    Test / test := (Test / test).dependsOn(mdoc.toTask("")).value,
    Test / fork := true,
    Test / javaOptions += s"-Dbrine.home=${(ThisBuild / baseDirectory).value}"
  )
