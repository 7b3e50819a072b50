package brine.dev.release

import java.io.{IOException, UncheckedIOException}
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.util.Comparator

/** A throw-away key of GnuPG, in a folder of its own. */
final class GnupgHome extends AutoCloseable:
  // The names of sockets in it must not be longer than about a hundred characters.
  private val folder =
    Files.createTempDirectory("gpg", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))

  /** The address that the key belongs to. */
  val address = "release-test@example.org"

  /** What makes gpg use this key. */
  val environment: Map[String, String] = Map("GNUPGHOME" -> folder.toString)

  run(
    "gpg",
    "--batch",
    "--passphrase",
    "",
    "--quick-generate-key",
    s"Release test <$address>",
    "ed25519",
    "sign",
    "never"
  )

  /** Ends the agent that gpg has started, and deletes the key. */
  def close(): Unit =
    run("gpgconf", "--kill", "all")
    // The agent may still be deleting its sockets.
    while Files.exists(folder) do
      try
        val walked = Files.walk(folder)
        try walked.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit)
        finally walked.close()
      catch case _: (UncheckedIOException | IOException) => Thread.`yield`()

  private def run(command: String*): Unit =
    val builder = ProcessBuilder(command*).redirectErrorStream(true)
    environment.foreach((name, value) => builder.environment.put(name, value))
    val process = builder.start()
    process.getOutputStream.close()
    val said = String(process.getInputStream.readAllBytes())
    if process.waitFor != 0 then throw IllegalStateException(s"${command.mkString(" ")}: $said")
