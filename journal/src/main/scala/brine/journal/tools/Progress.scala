package brine.journal.tools

/** How far a tool is that reads a journal's files.
  *
  * @param done
  *   bytes read so far
  * @param total
  *   bytes there were when it began
  */
final case class Progress(done: Long, total: Long)

object Progress:
  /** For those who do not want to know. */
  val ignored: Progress => Unit = _ => ()

  /** Told no more than once for so many bytes, and at the end. */
  private[tools] inline val Step = 4L << 20
