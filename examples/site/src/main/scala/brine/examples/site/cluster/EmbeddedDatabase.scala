package brine.examples.site.cluster

import brine.examples.site.Main
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.util.concurrent.{TimeUnit, TimeoutException}
import scala.jdk.OptionConverters.*

/** PostgreSQL on the loopback address, for a cluster on one machine. Its data stay in a folder. Each commit is on the
  * disk before it is acknowledged.
  */
final class EmbeddedDatabase private (server: EmbeddedPostgres, password: String, data: Path) extends AutoCloseable:
  /** As the option `--store` takes it. */
  def flag: String = s"postgresql://127.0.0.1:$port/postgres?user=postgres&password=$password"

  def port: Int = server.getPort

  /** Ends it, and waits until it has written everything to its files: at most a minute. */
  def close(): Unit =
    // The library gives up waiting after some seconds.
    val process = EmbeddedDatabase.processOf(data).flatMap(ProcessHandle.of(_).toScala)
    server.close()
    process.foreach: one =>
      try one.onExit.get(1, TimeUnit.MINUTES): Unit
      catch case _: TimeoutException => Console.err.println(s"brine: PostgreSQL still ends: process ${one.pid}")

object EmbeddedDatabase:
  /** Starts it, or says why that is not possible. */
  def start(folder: Path): Either[String, EmbeddedDatabase] =
    val data = folder.resolve("data")
    processOf(data) match
      case Some(process) => Left(s"PostgreSQL of an earlier run uses $data: end it with `kill $process`")
      case None          =>
        try
          Files.createDirectories(folder): Unit
          // Others on the machine must not change the programs in it.
          Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------")): Unit
          val file = folder.resolve("password")
          if !Files.exists(file) then write(file)
          Right(EmbeddedDatabase(started(folder, data, file), Files.readString(file).trim, data))
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

  /** The process that uses data, if it still runs: after a crash its file stays. */
  private def processOf(data: Path): Option[Long] =
    val file = data.resolve("postmaster.pid")
    Option
      .when(Files.exists(file))(Files.readAllLines(file))
      .filterNot(_.isEmpty)
      .flatMap(_.get(0).trim.toLongOption)
      .filter(ProcessHandle.of(_).map(_.isAlive).orElse(false))
