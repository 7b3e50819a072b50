package brine.lab.browser

import brine.lab.child.LogTail
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** A headless Chromium with an empty profile and a single page; ends reliably with all its processes. */
final class Chromium(executable: Path, url: String, log: Path) extends Window:
  private val profile = Files.createTempDirectory("brine-lab-browser")
  private val process =
    Files.createDirectories(log.toAbsolutePath.getParent)
    ProcessBuilder(Chromium.command(executable, profile, url).asJava)
      .redirectErrorStream(true)
      .redirectOutput(log.toFile)
      .start()

  def pid: Long = process.pid

  def ended: Option[String] = Option.unless(process.isAlive):
    s"the browser ended with code ${process.exitValue}: ${LogTail.lastError(log)}"

  /** Asks Chromium to end, and kills it if it does not end soon. */
  def close(): Unit =
    val family = process.toHandle :: process.descendants.toList.asScala.toList
    process.getOutputStream.close()
    if !process.waitFor(3, TimeUnit.SECONDS) then
      process.descendants.forEach(child => { val _ = child.destroyForcibly() })
      process.destroyForcibly()
      val _ = process.waitFor(5, TimeUnit.SECONDS)
    family.foreach(one => if one.isAlive then { val _ = one.destroyForcibly() })
    Chromium.delete(profile)

object Chromium:
  /** Names of its executable on the search path. */
  val names: List[String] = List("chromium", "chromium-browser", "google-chrome")
  val variable            = "BRINE_CHROMIUM"
  val missing             = s"no Chromium found: install the package chromium, or set $variable to the program"

  /** The executable named by `BRINE_CHROMIUM`, else the first one on the search path; or what to do. */
  def find(environment: Map[String, String] = sys.env): Either[String, Path] =
    environment.get(variable).filter(_.nonEmpty) match
      case Some(named) =>
        Either.cond(Files.isExecutable(Path.of(named)), Path.of(named), s"$variable is $named, which cannot be started")
      case None =>
        val folders = environment.getOrElse("PATH", "").split(java.io.File.pathSeparator).toList.filter(_.nonEmpty)
        val found   = for name <- names; folder <- folders; file = Path.of(folder, name) if Files.isExecutable(file)
        yield file
        found.headOption.toRight(missing)

  /** The version that Chromium reports. */
  def version(executable: Path): String =
    val process =
      ProcessBuilder(executable.toString, "--version").redirectError(ProcessBuilder.Redirect.DISCARD).start()
    val said = String(process.getInputStream.readAllBytes).trim
    if process.waitFor(10, TimeUnit.SECONDS) && said.nonEmpty then said else executable.toString

  private val flags = List(
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-breakpad",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run"
  )

  /** The command that starts Chromium. A shell passes its standard input to the browser as the debugging pipe. When the
    * lab ends, in whatever way, the pipe ends and the browser with it.
    *
    * @param answers
    *   file for what the browser writes to that pipe
    */
  private[lab] def command(
      executable: Path,
      profile: Path,
      url: String,
      answers: String = "4>/dev/null"
  ): List[String] =
    List("/bin/sh", "-c", s"""exec "$$0" "$$@" 3<&0 $answers""", executable.toString) ++ flags ++
      List("--remote-debugging-pipe", s"--user-data-dir=$profile", url)

  /** The browser's last processes may still write to the profile while it is deleted. */
  private[lab] def delete(folder: Path): Unit =
    var left = 20
    while Files.exists(folder) && left > 0 do
      try
        val files = Files.walk(folder)
        try files.sorted(java.util.Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
        finally files.close()
      catch case _: java.io.IOException | _: java.io.UncheckedIOException => Thread.sleep(100)
      left -= 1
