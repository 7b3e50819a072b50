package brine.lab.run

import brine.commandline.Terminal
import me.tongfei.progressbar.{ProgressBar, ProgressBarBuilder, ProgressBarStyle}
import scala.collection.mutable

/** Shows the progress of a run on standard error, so that standard output stays free for machines. A step is a child
  * JVM, a page load, or a start of several JVMs that take turns. Several steps may be in progress; their labels differ.
  * Used by one thread at a time.
  */
trait Progress extends AutoCloseable:
  /** A step begins.
    *
    * @param secondsLeft
    *   expected time until the end of the run
    */
  def begin(label: String, secondsLeft: Double): Unit

  /** The step has ended.
    *
    * @param failed
    *   number of its cells that are not ok
    */
  def end(label: String, failed: Int, secondsLeft: Double): Unit

  /** The run has further steps. */
  def more(steps: Int): Unit

object Progress:
  def apply(steps: Int): Progress =
    if Terminal.isWatched then Bar(steps) else Plain(steps, System.err.println)

  def clock(seconds: Double): String =
    val whole = math.max(0, math.round(seconds))
    f"${whole / 60}%d:${whole % 60}%02d"

  /** A bar with the current step and the remaining time. */
  private final class Bar(steps: Int) extends Progress:
    private val bar: ProgressBar = ProgressBarBuilder()
      .setTaskName("lab")
      .setInitialMax(steps)
      .setStyle(ProgressBarStyle.UNICODE_BLOCK)
      .setUpdateIntervalMillis(250)
      .hideEta()
      .setConsumer(me.tongfei.progressbar.ConsoleProgressBarConsumer(System.err))
      .build()

    def begin(label: String, secondsLeft: Double): Unit =
      val _ = bar.setExtraMessage(s" about ${clock(secondsLeft)} left · $label")

    def end(label: String, failed: Int, secondsLeft: Double): Unit =
      val _ = bar.step()

    def more(steps: Int): Unit =
      val _ = bar.maxHint(bar.getMax + steps)

    def close(): Unit = bar.close()

  /** One line per step, for logs. */
  private[run] final class Plain(private var steps: Int, say: String => Unit) extends Progress:
    private var done    = 0
    private val started = mutable.Map.empty[String, Long]

    def begin(label: String, secondsLeft: Double): Unit = started(label) = System.nanoTime()

    def end(label: String, failed: Int, secondsLeft: Double): Unit =
      done += 1
      val took = started.remove(label).fold(0.0)(from => (System.nanoTime() - from) / 1e9)
      val bad  = if failed == 0 then "" else s", $failed not ok"
      say(f"[$done%d/$steps%d] $label$bad: $took%.1f s, about ${clock(secondsLeft)} left")

    def more(steps: Int): Unit = this.steps += steps

    def close(): Unit = ()
