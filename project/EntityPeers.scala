import org.scalafmt.sbt.ScalafmtPlugin.autoImport._
import sbt._
import sbt.Keys._
import LabModel._
import Staging.autoImport._

/** The libraries of study `whole` that take part in no other study. They are staged with the logs, some of which have
  * entities too.
  */
object EntityPeers {

  lazy val labEntityPeer = labPeer ++ Seq(
    stagedFor += "log",
    libraryDependencies += munit.value % Test
  )
  lazy val labEntityPeer3   = labEntityPeer ++ labScala3 ++ extendsSuite("labEntityTest3")
  lazy val labEntityPeer213 = labEntityPeer ++ labScala213 ++ extendsSuite("labEntityTest213")

  // The suite that the suite of every library of entities extends.
  lazy val labEntityTest3 = project
    .in(file("lab/api/.entity-test-3"))
    .dependsOn(labApi)
    .settings(labScala3, labPeerTest, labSuite("entity-test"), name := "brine-lab-entity-test")

  lazy val labEntityTest213 = project
    .in(file("lab/api/.entity-test-2.13"))
    .dependsOn(labApi)
    .settings(labScala213, labPeerTest, labSuite("entity-test"), name := "brine-lab-entity-test")
    .settings(Compile / scalafmt / unmanagedSources := Nil) // checked in the project of Scala 3

  lazy val peerBrineEntity = project
    .in(file("lab/peers/brine-entity"))
    .dependsOn(labModel3, LocalProject("entity"))
    .settings(labEntityPeer3)

  val all: Seq[Project] = Seq(
    labEntityTest3,
    labEntityTest213,
    peerBrineEntity
  )
}
