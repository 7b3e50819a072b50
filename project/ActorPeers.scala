import sbt._
import sbt.Keys._
import LabModel._
import Staging.autoImport._

/** The actor runtimes of study `actors`. */
object ActorPeers {

  lazy val labActorPeer = labPeer ++ Seq(
    stagedFor += "actors",
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

  val all: Seq[Project] = Seq(
    peerAkka,
    peerPekko,
    peerBrineActor,
    peerActr,
    peerVirtualThreads
  )
}
