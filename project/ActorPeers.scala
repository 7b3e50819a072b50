import org.scalafmt.sbt.ScalafmtPlugin.autoImport._
import sbt._
import sbt.Keys._
import LabModel._
import Staging.autoImport._

/** The actor runtimes of study `actors`. */
object ActorPeers {

  lazy val labActorPeer = labPeer ++ Seq(
    stagedFor += "actors",
    libraryDependencies += munit.value % Test
  )
  lazy val labActorPeer3   = labActorPeer ++ labScala3 ++ extendsSuite("labActorTest3")
  lazy val labActorPeer213 = labActorPeer ++ labScala213 ++ extendsSuite("labActorTest213")

  // The suite that the suite of every runtime extends.
  lazy val labActorTest3 = project
    .in(file("lab/api/.actor-test-3"))
    .dependsOn(labApi)
    .settings(labScala3, labPeerTest, labSuite("peer-test"), name := "brine-lab-actor-test")

  lazy val labActorTest213 = project
    .in(file("lab/api/.actor-test-2.13"))
    .dependsOn(labApi)
    .settings(labScala213, labPeerTest, labSuite("peer-test"), name := "brine-lab-actor-test")
    .settings(Compile / scalafmt / unmanagedSources := Nil) // checked in the project of Scala 3

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
    labActorTest3,
    labActorTest213,
    peerAkka,
    peerPekko,
    peerBrineActor,
    peerActr,
    peerVirtualThreads
  )
}
