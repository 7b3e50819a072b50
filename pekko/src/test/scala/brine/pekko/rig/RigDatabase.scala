package brine.pekko.rig

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.{Files, Path, StandardOpenOption}

/** PostgreSQL that commits to the disk, and can be stopped and started with its data. */
final class RigDatabase(folder: Path, host: String) extends AutoCloseable:
  private val port   = Ports.free()
  private val data   = folder.resolve("data")
  private var server = start()

  val url: String = s"jdbc:postgresql://$host:$port/postgres?user=postgres&connectTimeout=5&socketTimeout=30"

  private def start(): EmbeddedPostgres = EmbeddedPostgres.builder
    .setOverrideWorkingDirectory(folder.resolve("programs").toFile)
    .setDataDirectory(data)
    .setCleanDataDirectory(false)
    .setPort(port)
    .setServerConfig("fsync", "on")
    .setServerConfig("full_page_writes", "on")
    .setServerConfig("synchronous_commit", "on")
    .setServerConfig("listen_addresses", "*")
    // A node that is cut off holds its locks so long.
    .setServerConfig("idle_in_transaction_session_timeout", "5s")
    .setServerConfig("tcp_user_timeout", "10s")
    .setDataDirectoryCustomizer(_ => allow())
    .start()

  private def allow(): Unit =
    val line = "host all all 10.77.2.0/24 trust\n"
    val file = data.resolve("pg_hba.conf")
    if !Files.readString(file).contains(line) then Files.writeString(file, line, StandardOpenOption.APPEND): Unit

  /** Ends it and all of its connections. */
  def stop(): Unit = server.close()

  def restart(): Unit = server = start()

  def close(): Unit = server.close()
