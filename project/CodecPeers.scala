import sbt._
import sbt.Keys._
import LabModel._
import sbtprotoc.ProtocPlugin.autoImport._

/** The libraries of the studies `evactor`, `site` and `books`. */
object CodecPeers {

  // Java's serialization looks classes up where those of Scala come from.
  private lazy val oneLoader = Seq(Test / classLoaderLayeringStrategy := ClassLoaderLayeringStrategy.Flat)

  lazy val peerJava = project
    .in(file("lab/peers/java-serialization"))
    .dependsOn(labModel3)
    .settings(labPeer3, labLogSuite, oneLoader)

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
        "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-core" % Versions.jsoniter,
        // Not only for compiling this peer: `lab custom` expands them for a person's types.
        "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-macros" % Versions.jsoniter
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
    .settings(labCodecPeer, labScala211)
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
        val idl       = ((Compile / sourceDirectory).value / "thrift" ** "*.thrift").get.sorted
        val target    = (Compile / sourceManaged).value / "scrooge"
        val generate  = FileFunction.cached(streams.value.cacheDirectory / "scrooge", FileInfo.hash) { _ =>
          IO.delete(target)
          val arguments = Seq("--language", "scala", "--dest", target.getPath) ++ idl.map(_.getPath)
          val exit      = Fork.java(
            ForkOptions().withOutputStrategy(LoggedOutput(log)),
            Seq("-cp", generator.mkString(java.io.File.pathSeparator), "com.twitter.scrooge.Main") ++ arguments
          )
          if (exit != 0) sys.error(s"Scrooge's generator ended with code $exit")
          (target ** "*.scala").get.toSet
        }
        generate(idl.toSet ++ generator).toSeq
      }.taskValue
    )

  lazy val peerBrine = project
    .in(file("lab/peers/brine"))
    .dependsOn(labModel3, LocalProject("codecJVM"), LocalProject("codecZstd"))
    .settings(labPeer3)

  val all: Seq[Project] = Seq(
    peerJava,
    peerKryo5,
    peerJackson,
    peerScalapb,
    peerProtobufJava,
    peerBoopickle,
    peerBoopickle213,
    peerAvro,
    peerProtostuff,
    peerMsgpack,
    peerPrickle,
    peerPushka,
    peerJsoniter,
    peerUpickle,
    peerBorer,
    peerCirce,
    peerPlayJson,
    peerChill,
    peerReference,
    peerFory,
    peerThrift,
    peerPickling,
    peerScrooge,
    peerBrine
  )

  /** The peers that `lab custom` connects with a person's types; its tests find their class paths in properties. */
  private val connected: Seq[Project] = Seq(
    peerBrine,
    peerBoopickle,
    peerBorer,
    peerCirce,
    peerFory,
    peerJava,
    peerJsoniter,
    peerKryo5,
    peerPlayJson,
    peerUpickle
  )

  def compiledAgainst(lab: Seq[Project]): Seq[Project] = lab.map { project =>
    if (project.id != "lab") project
    else
      project.settings(connected.map { peer =>
        Test / javaOptions += s"-Dbrine.lab.peer.${peer.base.getName}=" +
          (LocalProject(peer.id) / Runtime / fullClasspath).value.files.mkString(java.io.File.pathSeparator)
      })
  }
}
