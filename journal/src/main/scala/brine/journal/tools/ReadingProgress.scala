package brine.journal.tools

/** Reports the progress of a tool that reads files one after the other. Owned by one thread.
  *
  * @param total
  *   number of bytes of all files
  */
private[tools] final class ReadingProgress(total: Long, tells: Progress => Unit):
  private var done = 0L
  private var told = 0L

  /** The current file has been read up to here. */
  def at(offset: Long): Unit =
    val now = done + offset
    if now - told >= Progress.Step then
      told = now
      tells(Progress(math.min(now, total), total))

  /** The current file has been read. */
  def endFile(length: Long): Unit = done += length

  /** All files have been read. */
  def end(): Unit = tells(Progress(total, total))
