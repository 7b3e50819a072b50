import BuildSettings._
import Publishing.published

// ---------------------------------------------------------------------------------------------
// Settings every module shares
// ---------------------------------------------------------------------------------------------
ThisBuild / organization := "io.github.brine"
ThisBuild / version      := "0.1.0-SNAPSHOT"
ThisBuild / scalaVersion := Versions.scala3

Publishing.ofBuild
SiteInput.ofBuild

// Nothing is released yet that binary compatibility could be checked against; from 0.1.0 on this names the last
// release.
ThisBuild / mimaPreviousArtifacts := Set.empty

// Test JVMs of different modules run beside each other where cores and memory allow: one takes up to 2 GiB, this
// build its heap. One of them more than cores, and one task more than that, because some tests wait for other processes
// most of the time. Tasks without a tag are not limited: they are thousands and take no time, while sbt looks at all
// that wait whenever one ends.
Global / concurrentRestrictions := {
  val cores  = java.lang.Runtime.getRuntime.availableProcessors
  val system = java.lang.management.ManagementFactory.getOperatingSystemMXBean
  val memory = system.asInstanceOf[com.sun.management.OperatingSystemMXBean].getTotalMemorySize
  val forks  = math.max(1, math.min(cores + 1L, (memory - java.lang.Runtime.getRuntime.maxMemory) / (2L << 30)).toInt)
  val tagged = Tags.customLimit(tags => tags.getOrElse(Tags.All, 0) - tags.getOrElse(Tags.Untagged, 0) <= cores + 2)
  Seq(tagged, Tags.limit(Tags.ForkedTestGroup, forks), Tags.exclusiveGroup(Tags.Clean))
}

ThisBuild / Test / javaOptions ++= BuildSettings.shortTests

Global / commands ++= Seq(AwaitedCommands.command, ProgressOfTasks.command)

// ---------------------------------------------------------------------------------------------
// Published modules
// ---------------------------------------------------------------------------------------------
lazy val codec = crossProject(JVMPlatform, JSPlatform)
  .in(file("codec"))
  .settings(
    published(
      "brine-codec",
      "brine.codec",
      "Binary codecs for Scala 3, derived at compile time: the same bytes on the JVM and in JavaScript."
    )
  )
  .settings(
    lts,
    strict,
    DerivedCodecs.defined,
    Test / scalacOptions += "-Ximport-suggestion-timeout:0" // the tests of messages ask for many, and for no import
  )
  .jvmSettings(
    release(17),
    jvmTests,
    effort,
    logicTests,
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
    formatOnce,
    oneNode,
    effortJs,
    logicTestsJs,
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
    published("brine-codec-zstd", "brine.codec.zstd", "Zstandard compression for Brine's containers and messages.")
  )
  .settings(
    lts,
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
  .settings(
    published(
      "brine-codec-testkit",
      "brine.codec.testkit",
      "Laws for Brine's codecs, and the test that guards a lock file of schemas."
    )
  )
  .settings(lts, strict)
  .jvmSettings(
    release(17),
    effort,
    libraryDependencies ++= Seq(
      "org.scalameta" %% "munit"            % Versions.munit,
      "org.scalameta" %% "munit-scalacheck" % Versions.munitScalacheck % Test
    )
  )
  .jsSettings(
    formatOnce,
    oneNode,
    effortJs,
    leftToFull := true, // laws and lock files are logic, which is tested on the JVM
    Test / unmanagedSources += (ThisBuild / baseDirectory).value / "codec" / "js" / "src" / "test" / "scala" / "brine" /
      "effort" / "EffortVariable.scala",
    libraryDependencies ++= Seq(
      "org.scalameta"     %%% "munit"           % Versions.munitJs,
      "io.github.cquiroz" %%% "scala-java-time" % Versions.scalaJavaTime % Test
    )
  )

lazy val actor = project
  .in(file("actor"))
  .settings(published("brine-actor", "brine.actor", "Typed actors for Scala 3 and Java in one process."))
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    Test / fork                := true,
    DerivedCodecs.otherMacros  := Set("brine.actor.ActorRef"),
    DerivedCodecs.macroSources := Seq(
      (Compile / scalaSource).value / "brine" / "actor" / "ReplyType.scala"
    )
  )

lazy val actorTestkit = project
  .in(file("actor-testkit"))
  .dependsOn(actor)
  .settings(
    published(
      "brine-actor-testkit",
      "brine.actor.testkit",
      "Deterministic tests of actors: every order of messages, in virtual time."
    )
  )
  .settings(lts, strict, release(21), jvmTests, effort)

lazy val journal = project
  .in(file("journal"))
  .dependsOn(codec.jvm)
  .settings(published("brine-journal", "brine.journal", "A durable journal of events in files, for Scala 3 and Java."))
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    libraryDependencies += "org.jetbrains.lincheck" % "lincheck" % Versions.lincheck % Test,
    Test / fork                                    := true,
    // Lincheck tells there which classes it could not look into.
    Test / javaOptions += s"-Dlincheck.logFile=${target.value / "lincheck.log"}"
  )

lazy val journalTestkit = project
  .in(file("journal-testkit"))
  .dependsOn(journal)
  .settings(
    published(
      "brine-journal-testkit",
      "brine.journal.testkit",
      "A log in memory, a simulated disk that fails on purpose, and the contract of every event log."
    )
  )
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    libraryDependencies += "org.scalameta" %% "munit" % Versions.munit,
    Test / fork                            := true
  )

// Event logs in databases. Users bring a DataSource, and so a driver; the tests have those of the lab, with servers.
lazy val storeJdbc = project
  .in(file("store-jdbc"))
  .dependsOn(journal, journalTestkit % "test->compile;test->test")
  .settings(
    published("brine-store-jdbc", "brine.jdbc", "Event logs in SQLite, PostgreSQL, MariaDB and MySQL, for Scala 3.")
  )
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    libraryDependencies ++= (
      Seq("org.xerial" % "sqlite-jdbc" % Versions.sqlite, "com.zaxxer" % "HikariCP" % Versions.hikari) ++
        LogPeers.postgresql ++ LogPeers.mariadb
    ).map(_ % Test),
    Test / fork := true
  )

lazy val entity = project
  .in(file("entity"))
  .dependsOn(actor, journal, journalTestkit % Test)
  .settings(published("brine-entity", "brine.entity", "Event-sourced entities over any event log, for Scala 3."))
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    // Projections store into databases: the tests have those of the lab.
    libraryDependencies ++= (
      Seq("org.xerial" % "sqlite-jdbc" % Versions.sqlite) ++ LogPeers.postgresql ++ LogPeers.mariadb
    ).map(_ % Test),
    Test / fork                := true,
    DerivedCodecs.otherMacros  := Set("brine.entity.Commands"),
    DerivedCodecs.macroSources := Seq(
      (Compile / scalaSource).value / "brine" / "entity" / "internal" / "derive" / "CommandsDerivation.scala"
    )
  )

lazy val entityTestkit = project
  .in(file("entity-testkit"))
  .dependsOn(entity, actorTestkit, journalTestkit)
  .settings(
    published(
      "brine-entity-testkit",
      "brine.entity.testkit",
      "Tests of event-sourced entities: given, when, then, and whole services simulated from a seed."
    )
  )
  .settings(lts, strict, release(21), jvmTests, effort)

// Entities on a cluster. Users bring the version of Pekko that their program has.
lazy val pekko = project
  .in(file("pekko"))
  // A log in a database that the configuration names: users who want one bring the module and a driver.
  .dependsOn(entity, storeJdbc % Provided)
  .dependsOn(codecTestkit.jvm % Test, entityTestkit % Test, journalTestkit % Test)
  .settings(
    published("brine-pekko", "brine.pekko", "Brine's codecs, event logs and entities on Apache Pekko, for Scala 3.")
  )
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    effort,
    libraryDependencies ++= PekkoModules.provided,
    libraryDependencies ++= (
      Seq(
        "org.apache.pekko" %% "pekko-actor-testkit-typed"   % Versions.pekkoCluster,
        "org.apache.pekko" %% "pekko-serialization-jackson" % Versions.pekkoCluster,
        "org.xerial"        % "sqlite-jdbc"                 % Versions.sqlite,
        "org.slf4j"         % "slf4j-nop"                   % Versions.slf4j
      ) ++ LogPeers.postgresql
    ).map(_ % Test),
    // The entities, callers, projections and oracle of the tests of `entity`.
    Test / unmanagedSources ++= Seq(
      "Accounts",
      "WrappedLog",
      "projection/Moves",
      "search/Ledger",
      "search/LedgerClient",
      "search/LedgerCommand",
      "search/LedgerOracle"
    ).map(name => (entity / Test / scalaSource).value / "brine" / "entity" / s"$name.scala"),
    formatOnce,
    Test / fork := true
  )

// Pekko's own suites for journals. They need a later version than Pekko's modules for clusters have, which refuses to
// run beside those: a project without them.
lazy val pekkoTck = project
  .in(file("pekko-tck"))
  .dependsOn(pekko, journalTestkit, storeJdbc)
  .settings(
    publish / skip := true,
    lts,
    strict,
    release(21),
    libraryDependencies ++= (
      Seq(
        "org.apache.pekko" %% "pekko-persistence-tck" % Versions.pekkoTck,
        "org.xerial"        % "sqlite-jdbc"           % Versions.sqlite,
        "org.slf4j"         % "slf4j-nop"             % Versions.slf4j
      ) ++ LogPeers.postgresql
    ).map(_ % Test),
    Test / fork := true
  )

// How brine-cli, the commands of developers and the lab parse their arguments; published because brine-cli needs it.
lazy val commandLine = project
  .in(file("command-line"))
  .settings(published("brine-command-line", "brine.commandline", "How Brine's programs parse their arguments."))
  .settings(
    lts,
    strict,
    release(21),
    jvmTests,
    libraryDependencies += "com.lihaoyi" %% "mainargs" % Versions.mainargs
  )

// The commands `brine journal` and `brine codec`, for people who have no checkout.
lazy val cli = project
  .in(file("cli"))
  .dependsOn(commandLine % "compile->compile;test->test", codecZstd, journal, storeJdbc)
  .settings(
    published(
      "brine-cli",
      "brine.cli",
      "The commands brine journal and brine codec: look into journals, messages and containers."
    )
  )
  .settings(
    // A program, not a library: Scala 3.8, whose lazy vals leave sun.misc.Unsafe alone, of which JDK 24 and newer warn.
    scalaVersion := Versions.scala3,
    strict,
    release(21),
    jvmTests,
    effort,
    CliJar.settings,
    libraryDependencies ++= Seq(
      "com.lihaoyi" %% "ujson"       % Versions.upickle,
      "me.tongfei"   % "progressbar" % Versions.progressbar,
      // Databases, for logs in them
      // Without slf4j, which says on standard error that it has nowhere to log.
      "org.xerial"       % "sqlite-jdbc"         % Versions.sqlite exclude ("org.slf4j", "slf4j-api"),
      "org.postgresql"   % "postgresql"          % Versions.postgresql,
      "org.mariadb.jdbc" % "mariadb-java-client" % Versions.mariadb
    ),
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "brine" / "cli" / "version.properties"
      IO.write(file, s"version=${version.value}\n")
      Seq(file)
    }.taskValue,
    Test / fork := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      s"-Dbrine.cli.jar=${CliJar.cliJar.value}",
      "--enable-native-access=ALL-UNNAMED" // Zstandard is native
    )
  )

// ---------------------------------------------------------------------------------------------
// Programs, examples and documentation: nothing here is published
// ---------------------------------------------------------------------------------------------

// The lab with its some forty peers is loaded on request only (project/LabBuild.scala says how).
lazy val labBuild = LabBuild

lazy val examples = project
  .in(file("examples"))
  .dependsOn(codec.jvm, actor, actorTestkit % Test, journal, entity)
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    // One folder an example, its expected output beside its source.
    Compile / unmanagedSourceDirectories :=
      List("readings", "orders", "bank", "courses", "crawler", "iot", "shop", "transfers").map(baseDirectory.value / _),
    Test / fork := true,
    Test / javaOptions += s"-Dbrine.examples=${baseDirectory.value}"
  )

// A service with a page: ./brine example site. A project of its own, because it needs a web server and databases.
lazy val exampleSite = project
  .in(file("examples/site"))
  .dependsOn(commandLine % "compile->compile;test->test", codec.jvm, actor, journal, storeJdbc, entity, pekko)
  .dependsOn(entityTestkit % Test, journalTestkit % Test)
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    // Scala's compiler does not understand an annotation of Helidon that has itself as annotation.
    scalacOptions += "-Wconf:msg=while parsing annotations:s",
    libraryDependencies ++= Seq(
      "io.helidon.webserver" % "helidon-webserver"     % Versions.helidon,
      "io.helidon.webserver" % "helidon-webserver-sse" % Versions.helidon,
      "com.lihaoyi"         %% "upickle"               % Versions.upickle,
      "org.xerial"           % "sqlite-jdbc"           % Versions.sqlite,
      "com.zaxxer"           % "HikariCP"              % Versions.hikari,
      "org.slf4j"        % "slf4j-nop"    % Versions.slf4j, // HikariCP's and Pekko's logs are of no use here
      "org.hdrhistogram" % "HdrHistogram" % Versions.hdrHistogram % Test
    ),
    // A cluster by one command: its nodes, and a server of PostgreSQL.
    libraryDependencies ++= PekkoModules.provided.map(_.withConfigurations(None)) ++ LogPeers.postgresql,
    // The browser of the lab's tests.
    formatOnce,
    Test / unmanagedSources ++= Seq(
      "main/scala/brine/lab/browser/Chromium.scala",
      "main/scala/brine/lab/browser/Window.scala",
      "main/scala/brine/lab/child/LogTail.scala",
      "test/scala/brine/lab/browser/DevTools.scala",
      "test/scala/brine/lab/browser/ChromiumForTests.scala"
    ).map((ThisBuild / baseDirectory).value / "lab" / "src" / _),
    Test / fork := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      "--enable-native-access=ALL-UNNAMED"
    )
  )

// The commands for work on Brine itself: ./brine test, ./brine fuzz
lazy val dev = project
  .in(file("dev"))
  .dependsOn(commandLine % "compile->compile;test->test")
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    libraryDependencies += "com.lihaoyi" %% "upickle" % Versions.upickle,
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "brine" / "dev" / "version.properties"
      IO.write(file, s"version=${version.value}\n")
      Seq(file)
    }.taskValue,
    // The launcher under test is the one of this checkout, and so is what stages: the classes of this very build.
    Test / fork := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      s"-Dbrine.build.classes=${new File(Staging.getClass.getProtectionDomain.getCodeSource.getLocation.toURI)}"
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
    effort,
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
    effort,
    libraryDependencies ++= Seq(
      "org.jetbrains.lincheck" % "lincheck"      % Versions.lincheck % Test,
      "org.openjdk.jcstress"   % "jcstress-core" % Versions.jcstress % Test // GPLv2 with classpath exception: for tests
    ),
    // jcstress lists its tests in one file, which a partial recompilation would overwrite with only what it saw; its
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

// Tests of the build itself: what a change recompiles.
lazy val buildTests = project
  .in(file("build-tests"))
  .dependsOn(codec.jvm % "test->test")
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    effort,
    packageTests,
    libraryDependencies += "org.ow2.asm" % "asm" % Versions.asm % Test,
    Test / fork                         := true,
    Test / javaOptions ++= Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      s"-Dbrine.codec.classes=${(codec.jvm / Compile / classDirectory).value}",
      s"-Dbrine.codec.tests=${(codec.jvm / Test / classDirectory).value}"
    ),
    // The class files of each published module that runs on the JVM.
    Test / resourceGenerators += Def.task {
      val file = (Test / resourceManaged).value / "brine" / "build" / "published-classes.txt"
      IO.writeLines(file, Publishing.classFolders.value.map { case (project, folder) => s"$project\t$folder" })
      Seq(file)
    }.taskValue,
    // The test sources that the codec has in JavaScript with this effort.
    Test / resourceGenerators += Def.task {
      val file  = (Test / resourceManaged).value / "brine" / "build" / "javascript-tests.txt"
      val tests = (codec.js / Test / unmanagedSources).value
      IO.writeLines(file, tests.flatMap(IO.relativize((ThisBuild / baseDirectory).value, _)).sorted)
      Seq(file)
    }.taskValue,
    // The projects that are loaded, and whether effort quick leaves their tests to full.
    Test / resourceGenerators += Def.taskDyn {
      val file = (Test / resourceManaged).value / "brine" / "build" / "projects.txt"
      val one  = Def.task(s"${thisProject.value.id} ${leftToFull.value}")
      Def.task {
        IO.writeLines(file, one.all(ScopeFilter(inAnyProject)).value.sorted)
        Seq(file)
      }
    }.taskValue,
    Test / resourceGenerators += Def.task {
      val file = (Test / resourceManaged).value / "brine" / "build" / "mentioned.txt"
      IO.writeLines(file, (codec.jvm / Compile / DerivedCodecs.derivationMentions).value)
      Seq(file)
    }.taskValue
  )

// Programs that use the published artifacts as users do, with sbt and Maven.
lazy val consumers = project
  .in(file("consumers"))
  .dependsOn(dev % "test->compile;test->test")
  .settings(
    publish / skip := true,
    strict,
    release(21),
    jvmTests,
    Test / fork        := true,
    Test / javaOptions := (Test / javaOptions).dependsOn(ThisBuild / Publishing.publishAll).value ++ Seq(
      s"-Dbrine.home=${(ThisBuild / baseDirectory).value}",
      s"-Dbrine.publication=${(ThisBuild / Publishing.repository).value}",
      s"-Dbrine.version=${version.value}"
    )
  )

lazy val docs = project
  .in(file("docs"))
  .enablePlugins(MdocPlugin)
  .dependsOn(codec.jvm, codecTestkit.jvm, codecZstd, actor, actorTestkit, journal, journalTestkit)
  .dependsOn(entity, entityTestkit, storeJdbc, pekko)
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
      "com.thesamet.scalapb" %% "scalapb-runtime" % Versions.scalapb,
      "org.xerial"            % "sqlite-jdbc"     % Versions.sqlite,
      "org.languagetool"      % "language-en"     % Versions.languageTool % Test, // LGPL 2.1: for tests alone
      "org.slf4j"             % "slf4j-nop"       % Versions.slf4j // logs of LanguageTool and of Pekko are of no use
    ),
    // The pages of module pekko, and the programs that are compared with those for actors.
    libraryDependencies ++= PekkoModules.provided.map(_.withConfigurations(None)),
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
          (root * "*.md" +++ root * ("docs" | "consumers" | "golden" | "spec" | "examples" | "codec" | "codec-testkit" | "codec-fuzz" | "codec-zstd" | "actor" | "actor-testkit" | "actor-model" | "journal" | "journal-testkit" | "store-jdbc" | "entity" | "entity-testkit" | "pekko" | "command-line" | "cli" | "dev" | "lab") ** "*.md").get
        IO.delete(mdocIn.value)
        IO.copy(
          pages
            .map(page => page -> root.toPath.relativize(page.toPath).toString)
            .filterNot { case (_, name) => name.contains("/target/") }
            .map { case (page, name) => page -> mdocIn.value / name }
        )
      })
      .evaluated,
    SiteInput.compilePages := mdoc.toTask("").value,
    Test / fork            := true,
    Test / javaOptions += s"-Dbrine.home=${(ThisBuild / baseDirectory).value}"
  )
