package brine.lab.peers.pekko.entities

import java.nio.file.{Files, Path}
import java.util.Properties

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}

/** Sites in H2, in a file for each name. */
private final class H2Sites(folder: Path) extends EntityStore {
  private def file(name: String): Path = folder.resolve(name + ".mv.db")

  def entities(name: String, level: LogStore.Level): RunningEntities = {
    val isDurable = level == LogStore.Level.DISK
    val url       = s"jdbc:h2:file:${folder.resolve(name).toAbsolutePath}" + (if (isDurable) ";WRITE_DELAY=0" else "")
    if (!Files.exists(file(name))) create(url)
    val dao = if (isDurable) classOf[SyncedJournalDao].getName else JdbcJournal.dao
    new SiteActorSystem(
      level,
      JdbcJournal.settings("H2Profile", "org.h2.Driver", url, dao),
      () => Files.size(file(name))
    )
  }

  private def create(url: String): Unit = {
    val connection = new org.h2.Driver().connect(url, new Properties)
    try JdbcJournal.createTables(connection, "h2/h2-create-schema.sql")
    finally connection.close()
  }

  def drop(name: String): Unit = {
    val _ = Files.deleteIfExists(file(name))
  }

  def close(): Unit = ()
}
