package brine.entity.prevalence.internal

import brine.entity.internal.MayWait
import brine.journal.EventLog
import java.util.Objects
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.Future

/** What running systems have in common, whatever their states are. Thread-safe. */
private[prevalence] final class Running[T[+_], S](
    log: EventLog,
    ownsLog: Boolean,
    replay: Replay[T, S],
    engine: Engine[T, S]
):
  private val sending = AsyncTurns(engine)

  // A shutdown hook and the program may both close it.
  private val closing  = ReentrantLock()
  private var isClosed = false

  def execute[R](transaction: T[R]): R =
    Objects.requireNonNull(transaction, "transaction"): Unit
    requireMayWait(s"executing a transaction of ${replay.described}")
    engine.execute(transaction)

  def executeAsync[R](transaction: T[R]): Future[R] =
    Objects.requireNonNull(transaction, "transaction"): Unit
    sending.send(transaction)

  def close(): Unit =
    requireMayWait(s"closing ${replay.described}")
    closing.lock()
    try
      if !isClosed then
        engine.close()
        if ownsLog then log.close()
        isClosed = true
    finally closing.unlock()

  /** Refuses to wait on a thread that must not. Its callers pay for the text only if it is needed. */
  def requireMayWait(what: => String): Unit = MayWait.require("executeAsync")(what)
