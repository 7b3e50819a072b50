package brine.journal.tools

/** Progress of a tool that reads a journal's files.
  *
  * @param done
  *   number of bytes read so far
  * @param total
  *   number of bytes when the tool started
  */
final case class Progress(done: Long, total: Long)

object Progress:
  /** Ignores progress. */
  val ignored: Progress => Unit = _ => ()

  /** Least number of bytes between two reports. */
  private[tools] inline val Step = 4L << 20
