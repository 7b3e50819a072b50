package brine.lab.run

import brine.commandline.Terminal
import brine.lab.plan.Task
import java.time.Duration
import me.tongfei.progressbar.{ProgressBar, ProgressBarBuilder, ProgressBarStyle}

/** Shows the progress of a run on standard error, so that standard output stays free for machines. */
trait Progress extends AutoCloseable:
  def begin(task: Task, secondsLeft: Double): Unit
  def end(task: Task, failed: Int, secondsLeft: Double): Unit

object Progress:
  def apply(tasks: Int): Progress =
    if Terminal.isWatched then Bar(tasks) else Plain(tasks)

  def clock(seconds: Double): String =
    val whole = math.max(0, math.round(seconds))
    f"${whole / 60}%d:${whole % 60}%02d"

  /** A bar with the current child and the remaining time. */
  private final class Bar(tasks: Int) extends Progress:
    private val bar: ProgressBar = ProgressBarBuilder()
      .setTaskName("lab")
      .setInitialMax(tasks)
      .setStyle(ProgressBarStyle.UNICODE_BLOCK)
      .setUpdateIntervalMillis(250)
      .hideEta()
      .setConsumer(me.tongfei.progressbar.ConsoleProgressBarConsumer(System.err))
      .build()

    def begin(task: Task, secondsLeft: Double): Unit =
      val _ = bar.setExtraMessage(s" about ${clock(secondsLeft)} left · ${task.label}")

    def end(task: Task, failed: Int, secondsLeft: Double): Unit =
      val _ = bar.step()

    def close(): Unit = bar.close()

  /** One line per child, for logs. */
  private final class Plain(tasks: Int) extends Progress:
    private var done    = 0
    private var started = System.nanoTime()

    def begin(task: Task, secondsLeft: Double): Unit = started = System.nanoTime()

    def end(task: Task, failed: Int, secondsLeft: Double): Unit =
      done += 1
      val took = Duration.ofNanos(System.nanoTime() - started).toMillis / 1000.0
      val bad  = if failed == 0 then "" else s", $failed not ok"
      System.err.println(f"[$done%d/$tasks%d] ${task.label}$bad: $took%.1f s, about ${clock(secondsLeft)} left")

    def close(): Unit = ()
