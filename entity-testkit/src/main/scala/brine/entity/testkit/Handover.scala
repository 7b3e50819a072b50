package brine.entity.testkit

import brine.journal.snapshot.SnapshotError
import brine.journal.state.SaveListener
import brine.journal.{AppendError, AppendListener, EncodedAppend, EventLog, Offset}
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Hands something to a store, and waits until the store's own threads are done with it. So they are done with
  * everything before the next step of a simulation.
  */
private[testkit] object Handover:
  private inline val LongestSeconds = 60

  /** The result of an append. */
  final class Appended extends AppendListener:
    private val done = CountDownLatch(1)

    /** Why it was refused; null if it was not. */
    @volatile var error: AppendError | Null = null
    var first: Offset                       = Offset.Begin
    var last: Offset                        = Offset.Begin
    var version                             = 0L
    var micros                              = 0L

    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      this.first = first
      this.last = last
      this.version = version
      this.micros = micros
      done.countDown()

    def rejected(context: Long, error: AppendError): Unit =
      this.error = error
      done.countDown()

    /** Tells another listener the same. */
    def tell(listener: AppendListener, context: Long): Unit =
      val refusal = error
      if refusal == null then listener.appended(context, first, last, version, micros)
      else listener.rejected(context, refusal)

    private[Handover] def await(): this.type =
      requireDone(done)
      this

  /** The result of saving a state. */
  final class Saved extends SaveListener:
    private val done                          = CountDownLatch(1)
    @volatile var error: SnapshotError | Null = null

    def saved(context: Long): Unit = done.countDown()

    def failed(context: Long, error: SnapshotError): Unit =
      this.error = error
      done.countDown()

    private[Handover] def await(): this.type =
      requireDone(done)
      this

  def append(log: EventLog, append: EncodedAppend): Appended =
    val result = Appended()
    log.appendEncoded(append, result, 0, waits = true)
    result.await()

  def save(save: SaveListener => Unit): Saved =
    val result = Saved()
    save(result)
    result.await()

  private def requireDone(done: CountDownLatch): Unit =
    if !done.await(LongestSeconds, TimeUnit.SECONDS) then
      throw SimulationProblem(Violation.Stuck, s"the store has not finished within $LongestSeconds s")
