package brine.dev

import java.io.{BufferedReader, InputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** How one run of the build tool ended.
  *
  * @param failedSteps
  *   failed steps other than failed tests: a project or page that did not compile, a file that is not formatted
  */
final case class BuildRun(exitCode: Int, failedSteps: List[String])

object BuildRun:
  // [error] (codecJS / Compile / compileIncremental) Compilation failed
  private val Step = """\[error\] \(([^()]+)\) (.*)""".r

  /** Runs build commands through the launcher.
    *
    * @param effort
    *   how long the searching tests search, which they read from the environment
    * @param log
    *   file that receives all output of the build
    * @param everySuite
    *   whether tests in JavaScript include the suites that effort quick runs on the JVM alone
    * @param show
    *   called with each line, to show progress
    */
  def start(checkout: Checkout, commands: List[String], effort: Effort, log: Path, everySuite: Boolean = false)(
      show: String => Unit
  ): BuildRun =
    val command = checkout.launcher.toString :: "sbt" :: commands
    val builder = ProcessBuilder(command*)
      .redirectErrorStream(true)
      .redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null")))
    if checkout.withLab then builder.environment.put("BRINE_LAB", "1"): Unit
    else builder.environment.remove("BRINE_LAB"): Unit
    builder.environment.put("BRINE_EFFORT", effort.name): Unit
    if everySuite then builder.environment.put("BRINE_JAVASCRIPT", "all"): Unit
    else builder.environment.remove("BRINE_JAVASCRIPT"): Unit
    builder.environment.remove(WaitingBuild.Variable): Unit
    val process = builder.start()
    val steps   = read(process.getInputStream, log)(show)
    BuildRun(process.waitFor, steps)

  /** Reads the output of a build to its end, into a log.
    *
    * @return
    *   the steps that failed
    */
  def read(output: InputStream, log: Path)(show: String => Unit): List[String] =
    val lines = BufferedReader(InputStreamReader(output, UTF_8))
    Files.createDirectories(log.getParent)
    val writer = Files.newBufferedWriter(log, UTF_8)
    val steps  = List.newBuilder[String]
    try
      Iterator
        .continually(lines.readLine)
        .takeWhile(_ != null)
        .foreach: line =>
          writer.write(line)
          writer.newLine()
          writer.flush() // so that a reader of the log sees it at once
          failedStep(line).foreach(steps += _)
          show(line)
    finally writer.close()
    steps.result()

  /** The step that a log line reports as failed; none for a test run, because the test reports name its failures. */
  def failedStep(line: String): Option[String] = line match
    case Step(_, message) if message.contains("sbt.TestsFailedException") => None
    case Step(step, message)                                              => Some(s"$step: $message")
    case _                                                                => None
