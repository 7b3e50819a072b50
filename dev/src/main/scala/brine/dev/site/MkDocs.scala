package brine.dev.site

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.HexFormat

/** MkDocs with its theme, installed by pip in a folder of this checkout, once for each list of requirements.
  *
  * @param requirements
  *   the file with the pinned packages
  * @param folder
  *   where to install
  * @param python
  *   the program `python3`
  */
private[dev] final class MkDocs(requirements: Path, folder: Path, python: String, log: Path):
  private val digest =
    val bytes = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(requirements))
    HexFormat.of.formatHex(bytes).take(16)
  private val environment = folder.resolve(digest)
  private val done        = environment.resolve("installed")

  /** Installs it, unless it is there.
    *
    * @return
    *   what is missing, and what to do
    */
  def install(): Either[String, Unit] =
    val own = environment.resolve("bin/python").toString
    if Files.exists(done) then Right(())
    else if run(python, "-m", "venv", "--clear", environment.toString) != 0 then
      Left(s"Python cannot make a virtual environment: install `python3-venv`; the log is $log")
    else if run(own, "-m", "pip", "install", "--quiet", "--requirement", requirements.toString) != 0 then
      Left(s"pip could not install the packages of $requirements; the log is $log")
    else
      Files.writeString(done, ""): Unit
      Right(())

  /** Builds the site. Every warning, such as a link to a heading that does not exist, is an error.
    *
    * @return
    *   the lines that say what is wrong
    */
  def build(configuration: Path): Either[String, Unit] =
    Files.deleteIfExists(log): Unit
    val code =
      run(
        environment.resolve("bin/mkdocs").toString,
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        configuration.toString
      )
    if code == 0 then Right(()) else Left(Files.readString(log, UTF_8).linesIterator.take(40).mkString("\n"))

  private def run(command: String*): Int =
    Files.createDirectories(log.getParent)
    val builder = ProcessBuilder(command*).redirectErrorStream(true)
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile))
    // The theme prints a note about its successor, which is no fault of these pages.
    builder.environment.put("NO_MKDOCS_2_WARNING", "1"): Unit
    val process = builder.start()
    process.getOutputStream.close()
    process.waitFor
