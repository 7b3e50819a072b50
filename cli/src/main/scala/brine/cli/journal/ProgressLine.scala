package brine.cli.journal

import brine.journal.tools.Progress
import me.tongfei.progressbar.{ConsoleProgressBarConsumer, ProgressBar, ProgressBarBuilder, ProgressBarStyle}

/** Shows the progress of a command on standard error: a bar on a terminal, otherwise a line from time to time. A short
  * command shows nothing.
  */
private[journal] final class ProgressLine(task: String, isTerminal: Boolean = ProgressLine.isTerminal)
    extends AutoCloseable:
  private val started          = System.nanoTime
  private var lastTold         = started
  private var bar: ProgressBar = null

  def show(progress: Progress): Unit =
    val now = System.nanoTime
    if isTerminal then
      if bar == null && now - started > ProgressLine.BarAfter then bar = newBar(progress.total)
      if bar != null then bar.stepTo(progress.done): Unit
    else if now - lastTold > ProgressLine.LineAfter then
      lastTold = now
      Console.err.println(s"$task: ${Ending.bytes(progress.done)} of ${Ending.bytes(progress.total)}")

  private def newBar(total: Long): ProgressBar =
    ProgressBarBuilder()
      .setTaskName(task)
      .setInitialMax(total)
      .setUnit(" MiB", 1L << 20)
      .setStyle(ProgressBarStyle.UNICODE_BLOCK)
      .showSpeed()
      .setConsumer(ConsoleProgressBarConsumer(System.err))
      .build()

  def close(): Unit = if bar != null then bar.close()

private[journal] object ProgressLine:
  private inline val BarAfter  = 500_000_000L
  private inline val LineAfter = 10_000_000_000L

  def isTerminal: Boolean = brine.commandline.Terminal.isWatched

  /** Runs something that reports its progress. */
  def during[A](task: String)(body: (Progress => Unit) => A): A =
    val line = ProgressLine(task)
    try body(line.show)
    finally line.close()
