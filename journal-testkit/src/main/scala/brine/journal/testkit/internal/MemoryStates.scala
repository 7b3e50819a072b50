package brine.journal.testkit.internal

import brine.journal.Offset
import brine.journal.state.{EncodedState, EncodedStates, StateChange}

/** The state records of a log in memory. Thread-safe.
  *
  * @param isDirect
  *   whether they are written on the thread that saves them
  */
private[testkit] final class MemoryStates(
    content: MemoryContent,
    mostPending: Int,
    visible: () => Offset,
    isClosed: () => Boolean,
    isDirect: Boolean
) extends EncodedStates(content.name, mostPending):
  private[journal] override def begin(write: Runnable): Unit = if isDirect then write.run() else super.begin(write)

  protected def write(changes: IndexedSeq[StateChange]): Unit = changes.foreach: change =>
    change.state match
      case Some(state) => content.states.put(change.key, state): Unit
      case None        => content.states.remove(change.key): Unit

  protected def get(key: String): Option[EncodedState] = Option(content.states.get(key))
  protected def reach: Offset                          = visible()
  protected def refusal: Option[Exception]             = Option.when(isClosed()):
    java.io.IOException("the log is closed: open it again to save and load states")

  /** Waits for what was accepted, once the log is closed. */
  def close(): Unit = finish()
