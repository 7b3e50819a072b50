package brine.examples.site.cluster

import brine.examples.site.Main
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

/** PostgreSQL on the loopback address, for a cluster on one machine. Its data stay in a folder. Each commit is on the
  * disk before it is acknowledged.
  */
final class EmbeddedDatabase private (server: EmbeddedPostgres, password: String) extends AutoCloseable:
  /** As the option `--store` takes it. */
  def flag: String = s"postgresql://127.0.0.1:$port/postgres?user=postgres&password=$password"

  def port: Int = server.getPort

  def close(): Unit = server.close()

object EmbeddedDatabase:
  /** Starts it, or says why that is not possible. */
  def start(folder: Path): Either[String, EmbeddedDatabase] =
    val data = folder.resolve("data")
    earlier(data.resolve("postmaster.pid")) match
      case Some(process) => Left(s"PostgreSQL of an earlier run uses $data: end it with `kill $process`")
      case None          =>
        try
          Files.createDirectories(folder): Unit
          // Others on the machine must not change the programs in it.
          Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------")): Unit
          val file = folder.resolve("password")
          if !Files.exists(file) then write(file)
          Right(EmbeddedDatabase(started(folder, data, file), Files.readString(file).trim))
        catch
          case failed: Exception =>
            Left(
              s"PostgreSQL does not start: $failed. Name one that runs: --store postgresql://HOST/DATABASE?user=NAME"
            )

  /** Others on the machine reach the port, so there is a password. */
  private def write(file: Path): Unit = Files.writeString(file, Main.newToken()): Unit

  private def started(folder: Path, data: Path, password: Path): EmbeddedPostgres = EmbeddedPostgres.builder
    .setOverrideWorkingDirectory(folder.resolve("programs").toFile)
    .setDataDirectory(data)
    .setCleanDataDirectory(false)
    // Options of the program that creates the data; the last one counts.
    .setLocaleConfig("auth", "scram-sha-256")
    .setLocaleConfig("pwfile", password.toAbsolutePath.toString)
    .setConnectConfig("password", Files.readString(password).trim)
    .setRegisterShutdownHook(false) // it must run until all nodes have ended
    .setServerConfig("fsync", "on")
    .setServerConfig("full_page_writes", "on")
    .setServerConfig("synchronous_commit", "on")
    .setServerConfig("idle_in_transaction_session_timeout", "5s")
    .start()

  /** The process that has written a file, if it still runs: after a crash the file stays. */
  private def earlier(file: Path): Option[Long] =
    Option
      .when(Files.exists(file))(Files.readAllLines(file))
      .filterNot(_.isEmpty)
      .flatMap(_.get(0).trim.toLongOption)
      .filter(ProcessHandle.of(_).map(_.isAlive).orElse(false))
