package brine.lab.run

import brine.lab.child.Cancellation
import brine.lab.failure.RunFailure
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Builds parts of the stage during a run of the lab. A part contains the peers of one or more studies, or other
  * programs of the checkout. The lab builds only while nothing is measured.
  */
trait StageBuild:
  /** The parts that are out of date, in the order in which they should be built. */
  def stale: List[String]

  /** Builds parts, and returns when they are built or the run was cancelled.
    *
    * @throws RunFailure
    *   if the build fails
    */
  def build(parts: List[String], cancellation: Cancellation): Unit

object StageBuild:
  /** Everything is built. */
  object Complete extends StageBuild:
    def stale: List[String]                                          = Nil
    def build(parts: List[String], cancellation: Cancellation): Unit = ()

  /** Builds with `brine build`.
    *
    * @param stale
    *   names of the parts that are out of date, separated by spaces
    */
  def byLauncher(launcher: Path, stale: String): StageBuild =
    Launcher(launcher, stale.split(' ').filter(_.nonEmpty).toList)

  private final class Launcher(launcher: Path, val stale: List[String]) extends StageBuild:
    def build(parts: List[String], cancellation: Cancellation): Unit =
      // Standard output is for machines; the launcher shows its progress on standard error.
      val process = ProcessBuilder((launcher.toString :: "build" :: parts).asJava)
        .redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null")))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start()
      try
        while !cancellation.requested && !process.waitFor(200, TimeUnit.MILLISECONDS) do ()
        // A terminal sends Ctrl-C to the build as well, which may end before our own hook runs.
        if !process.isAlive && process.exitValue >= 128 then cancellation.await(500)
        if !cancellation.requested && process.exitValue != 0 then
          throw RunFailure(
            s"the build of ${parts.mkString(", ")} failed, see above; finished cells are kept for --resume"
          )
      finally end(process)

    /** Ends the launcher and the build tool that it started. */
    private def end(process: Process): Unit =
      val all     = process.descendants.toList.asScala.toList :+ process.toHandle
      val running = all.filter(_.isAlive)
      running.foreach(one => { val _ = one.destroy() })
      for one <- running if Try(one.onExit.get(10, TimeUnit.SECONDS)).isFailure do { val _ = one.destroyForcibly() }
