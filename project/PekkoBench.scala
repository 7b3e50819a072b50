import sbt._
import sbt.Keys._
import sbtprotoc.ProtocPlugin.autoImport.PB
import BuildSettings._

/** What messages between nodes cost with each of Pekko's serializers, run by hand:
  * {{{
  * BRINE_LAB=1 ./brine sbt "pekkoBench/runMain brine.pekko.bench.MessageTurns"
  * }}}
  */
object PekkoBench {

  // The site's generated classes are those of the lab's peer.
  lazy val pekkoBench = project
    .in(file("pekko-bench"))
    .dependsOn(LocalProject("pekko"), LocalProject("labModel3"), LocalProject("peerScalapb"))
    .settings(
      publish / skip := true,
      strict,
      release(21),
      jvmTests,
      scalacOptions += "-Wconf:src=.*/src_managed/.*:s", // generated code is not ours to mend
      fork := true,
      javaOptions ++= Seq("-Xms1g", "-Xmx1g"),
      libraryDependencies ++= PekkoModules.provided.map(_.withConfigurations(None)),
      libraryDependencies ++= Seq(
        "org.apache.pekko" %% "pekko-serialization-jackson" % Versions.pekkoCluster,
        "org.slf4j"         % "slf4j-nop"                   % Versions.slf4j
      ),
      PB.protocVersion     := Versions.protobuf,
      Compile / PB.targets := Seq(scalapb.gen(flatPackage = true) -> (Compile / sourceManaged).value / "scalapb")
    )

  val all: Seq[Project] = Seq(pekkoBench)
}
