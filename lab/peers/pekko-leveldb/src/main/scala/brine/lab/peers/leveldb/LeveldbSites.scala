package brine.lab.peers.leveldb

import java.nio.file.{Files, NoSuchFileException, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}
import brine.lab.peers.pekko.entities.SiteActorSystem
import com.typesafe.config.ConfigFactory

/** Sites in LevelDB, in a folder for each name. */
private final class LeveldbSites(folder: Path) extends EntityStore:
  def entities(name: String, level: LogStore.Level): RunningEntities =
    val own      = folder.resolve(name)
    val settings = ConfigFactory.parseString(s"""
      pekko.persistence.journal {
        plugin = "pekko.persistence.journal.leveldb"
        leveldb {
          dir = "${own.toAbsolutePath}"
          native = on
          fsync = ${if level == LogStore.Level.DISK then "on" else "off"}
          # Reading a million events may take longer than the defaults.
          recovery-event-timeout = 120s
          circuit-breaker.call-timeout = 120s
        }
      }""")
    SiteActorSystem(level, settings, () => sizes(own).sum)

  def drop(name: String): Unit =
    val own = folder.resolve(name)
    if Files.exists(own) then
      files(own).foreach(Files.delete)
      Files.delete(own)

  def close(): Unit = ()

  private def files(own: Path): List[Path] = Using.resource(Files.list(own))(_.iterator.asScala.toList)

  // LevelDB deletes files meanwhile.
  private def sizes(own: Path): List[Long] = files(own).map: file =>
    try Files.size(file)
    catch case _: NoSuchFileException => 0L
