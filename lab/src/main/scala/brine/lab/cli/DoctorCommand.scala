package brine.lab.cli

import brine.lab.browser.{BrowserBundle, BrowserLibraries, Chromium}
import brine.lab.failure.Refusal
import brine.lab.run.Machine
import java.nio.file.{Files, Path}

/** `brine lab doctor`: checks whether this machine is fit to measure. It advises and never refuses. */
object DoctorCommand:
  /** One finding about the machine.
    *
    * @param fit
    *   false if figures measured now would mislead
    */
  final case class Finding(what: String, seen: String, fit: Boolean, advice: String)

  def run(args: List[String], stage: Path, java: Path): Int =
    val arguments = Arguments.plain(args)
    for name <- arguments.names.value.headOption do throw Refusal(s"doctor takes no names, not '$name'")
    val found = findings(java) :+ browser(stage)
    if arguments.json.value then
      val list = found.map: finding =>
        ujson.Obj("what" -> finding.what, "seen" -> finding.seen, "fit" -> finding.fit, "advice" -> finding.advice)
      println(ujson.write(ujson.Arr.from(list)))
    else
      for finding <- found do
        val advice = if finding.fit then "" else "  -> " + finding.advice
        println(f"${if finding.fit then "ok  " else "look"} ${finding.what}%-18s ${finding.seen}$advice")
    0

  def findings(java: Path): List[Finding] =
    val gigabyte = 1e9
    val load     = Machine.load
    val version  = Machine.javaVersion(java)
    val tick     = timerStep()
    List(
      Finding("processor", Machine.cpuModel, true, ""),
      Finding(
        "cores",
        Machine.cores.toString,
        Machine.cores >= 2,
        "one core shares its time between measuring, collecting and compiling"
      ),
      Finding(
        "memory",
        f"${Machine.memory / gigabyte}%.1f GB, ${Machine.freeMemory / gigabyte}%.1f GB free",
        Machine.memory >= 6 * gigabyte,
        "the evactor study runs with a smaller heap than published"
      ),
      Finding(
        "load",
        f"$load%.2f runnable tasks",
        load < 0.5 * Machine.cores,
        "other work disturbs the clock; the report's processor time (cpuNs) suffers less"
      ),
      Finding(
        "governor",
        if Machine.governor.isEmpty then "unknown" else Machine.governor,
        Machine.governor.isEmpty || Machine.governor == "performance",
        "set the cpufreq governor to performance"
      ),
      Finding(
        "container limits",
        if Machine.containerLimits.isEmpty then "none found" else Machine.containerLimits,
        true,
        ""
      ),
      Finding("clock step", s"$tick ns", tick < 1000, "the clock is too coarse for short cells"),
      Finding("java", version.getOrElse(s"$java cannot be started"), version.nonEmpty, "install JDK 21 or newer"),
      Finding(
        "temporary folder",
        System.getProperty("java.io.tmpdir"),
        Files.isWritable(Path.of(System.getProperty("java.io.tmpdir"))),
        "set java.io.tmpdir to a writable folder"
      )
    )

  /** The browser, and the rows of study `books` that it can run. */
  private def browser(stage: Path): Finding =
    val able = BrowserLibraries.rows(BrowserBundle.readAll(stage)).filter(_.unavailable.isEmpty).map(_.name)
    val runs = if able.isEmpty then "no library is linked for it yet" else s"runs ${able.mkString(", ")}"
    Chromium.find() match
      case Right(found) =>
        Finding(
          "browser",
          s"${Chromium.version(found)}: $runs",
          able.nonEmpty,
          "link its libraries: ./brine build browser"
        )
      case Left(reason) => Finding("browser", s"none; with one it $runs", false, reason)

  /** The smallest difference between two readings of the clock, in nanoseconds. */
  private def timerStep(): Long =
    (1 to 1000)
      .map: _ =>
        val start = System.nanoTime()
        var next  = System.nanoTime()
        while next == start do next = System.nanoTime()
        next - start
      .min
