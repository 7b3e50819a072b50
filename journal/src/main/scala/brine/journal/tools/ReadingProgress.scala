package brine.journal.tools

/** Tells now and then how far a tool is that reads files, one after the other. Owned by one thread.
  *
  * @param total
  *   bytes of all files
  */
private[tools] final class ReadingProgress(total: Long, tells: Progress => Unit):
  private var done = 0L
  private var told = 0L

  /** The current file is read up to here. */
  def at(offset: Long): Unit =
    val now = done + offset
    if now - told >= Progress.Step then
      told = now
      tells(Progress(math.min(now, total), total))

  /** The next file begins. */
  def endFile(length: Long): Unit = done += length

  /** All files are read. */
  def end(): Unit = tells(Progress(total, total))
