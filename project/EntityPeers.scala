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
    .settings(labEntityPeer3, sharing(siteEntities), formats("lab/peers/brine-entity"))

  /** Settings of a database's peer that has this project's entities over the database, too. */
  lazy val overDatabase: Seq[Setting[_]] = sharing(siteEntities, "lab/peers/brine-entity/src/databases/scala")

  // PostgreSQL's server for libraries of every Scala line: plain Java.
  lazy val labPostgresql = project
    .in(file("lab/postgresql"))
    .settings(labProject, name := "brine-lab-postgresql", autoScalaLibrary := false, crossPaths := false)
    .settings(libraryDependencies ++= LogPeers.postgresql)

  // Sources that several peers compile, each with the versions of Jackson or Pekko that it needs.
  private def sharing(folders: String*) = Seq(
    Compile / unmanagedSourceDirectories ++= folders.map((ThisBuild / baseDirectory).value / _),
    Compile / unmanagedResourceDirectories += (ThisBuild / baseDirectory).value / "lab/entities/src/main/resources"
  )
  // The format of shared sources is checked in one of the projects.
  def formats(folders: String*) = Compile / scalafmt / unmanagedSources := {
    val own = folders.map((ThisBuild / baseDirectory).value / _)
    (Compile / unmanagedSources).value.filter(file => own.exists(file.relativeTo(_).isDefined))
  }
  private val siteEntities = "lab/peers/brine-entity/src/shared/scala"
  private val entities     = "lab/entities/src/main/scala"
  private val pekkoActors  = "lab/peers/pekko-persistence/src/shared/scala"

  // Errors of a library go to standard error: the lab reads standard output.
  private val log = "org.slf4j" % "slf4j-simple" % Versions.slf4j

  private def pekko(version: String, modules: String*) =
    libraryDependencies ++= modules.map(module => "org.apache.pekko" %% s"pekko-$module" % version)

  lazy val peerPekkoPersistence = project
    .in(file("lab/peers/pekko-persistence"))
    .dependsOn(labModel213, labPostgresql)
    .settings(
      labEntityPeer213,
      sharing(entities, pekkoActors),
      formats("lab/peers/pekko-persistence"),
      pekko(Versions.pekkoPersistence213, "persistence-typed", "persistence-query", "slf4j", "serialization-jackson"),
      pekko(Versions.pekkoPersistenceJdbc, "persistence-jdbc"),
      libraryDependencies ++= Seq("com.h2database" % "h2" % Versions.h2, log)
    )

  lazy val peerPekkoLeveldb = project
    .in(file("lab/peers/pekko-leveldb"))
    .dependsOn(labModel3)
    .settings(
      labEntityPeer3,
      sharing(entities, pekkoActors),
      formats("lab/peers/pekko-leveldb", "lab/entities"),
      pekko(Versions.pekkoPersistence3, "persistence-typed", "slf4j", "serialization-jackson"),
      libraryDependencies ++= Seq("org.fusesource.leveldbjni" % "leveldbjni-all" % Versions.leveldbjni, log)
    )

  // This project on Apache Pekko. Its tests have a JVM of their own, whose class path they start nodes with.
  lazy val peerBrinePekko = project
    .in(file("lab/peers/brine-pekko"))
    .dependsOn(labModel3, labPostgresql, LocalProject("pekko"), LocalProject("storeJdbc"))
    .settings(
      labEntityPeer3,
      BuildSettings.effort,
      sharing(siteEntities, entities, pekkoActors),
      formats("lab/peers/brine-pekko"),
      pekko(
        Versions.pekkoCluster,
        "cluster-sharding-typed",
        "persistence-typed",
        "persistence-query",
        "slf4j",
        "serialization-jackson"
      ),
      libraryDependencies += log,
      Test / fork := true
    )

  lazy val peerAxon = project
    .in(file("lab/peers/axon"))
    .dependsOn(labModel3, labPostgresql)
    .settings(
      labEntityPeer3,
      sharing(entities),
      formats("lab/peers/axon"),
      libraryDependencies ++= Seq(
        "org.axonframework"                % "axon-configuration"      % Versions.axon,
        "org.axonframework"                % "axon-eventsourcing"      % Versions.axon,
        "com.zaxxer"                       % "HikariCP"                % Versions.hikari,
        "com.fasterxml.jackson.module"    %% "jackson-module-scala"    % Versions.jackson,
        "com.fasterxml.jackson.dataformat" % "jackson-dataformat-cbor" % Versions.jackson,
        "com.fasterxml.jackson.datatype"   % "jackson-datatype-jsr310" % Versions.jackson,
        log
      )
    )

  val all: Seq[Project] = Seq(
    labEntityTest3,
    labEntityTest213,
    peerBrineEntity,
    labPostgresql,
    peerPekkoPersistence,
    peerPekkoLeveldb,
    peerBrinePekko,
    peerAxon
  )
}
