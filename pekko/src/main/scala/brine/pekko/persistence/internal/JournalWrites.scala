package brine.pekko.persistence.internal

import brine.journal.*
import scala.annotation.tailrec
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Appends the events of persistent actors to a log. Never blocks the caller. Thread-safe. */
private[persistence] final class JournalWrites(handle: LogHandle):
  import JournalWrites.*

  /** Appends writes one after the other, until one fails. */
  def append(writes: Vector[PreparedWrite]): Future[Unit] = writes match
    case first +: rest if rest.isEmpty => append(first)
    case first +: rest                 => append(first).flatMap(_ => append(rest))(using ExecutionContext.parasitic)
    case _                             => Future.unit

  private def append(write: PreparedWrite): Future[Unit] =
    val append = write.append
    handle
      .use(log => attempt(log, append, waits = false))
      .flatMap:
        case Right(_)               => Future.unit
        case Left(AppendError.Full) =>
          // Waiting for room is backpressure, on a thread that may wait.
          Blocking.run(handle.log).flatMap(log => Blocking.run(attempt(log, append, waits = true)).flatten)(using
            Blocking.context
          ).flatMap(result => Blocking.run(settle(write, append, result)))(using Blocking.context)
        case Left(error) => Blocking.run(settle(write, append, Left(error)))
      (using ExecutionContext.parasitic)

  private def attempt(log: EventLog, append: EncodedAppend, waits: Boolean): Future[Result] =
    val done   = Completion(append.level)
    val result = Promise[Result]()
    log.appendEncoded(append, done, 0, waits)
    done.onComplete(command => Blocking.context.execute(command)): outcome =>
      result.success(outcome.map(_ => ())): Unit
    result.future

  private def settle(write: PreparedWrite, append: EncodedAppend, result: Result): Unit = result match
    case Right(_) | Left(AppendError.Duplicate(_))    => ()
    case Left(AppendError.WrongVersion(_, _, actual)) => throw ConcurrentWriteException(write, actual)
    case Left(unknown: AppendError.OutcomeUnknown)    =>
      handle.check()
      settleUnknown(write, append, unknown, MostAttempts)
    case Left(error) =>
      handle.check()
      throw JournalException(error)

  /** Finds out whether an append whose outcome is unknown was done, and does it if not. */
  @tailrec private def settleUnknown(
      write: PreparedWrite,
      append: EncodedAppend,
      error: AppendError,
      attempts: Int
  ): Unit =
    if attempts == 0 then throw JournalException(error)
    val done = Completion(append.level)
    handle.log.appendEncoded(append, done, 0)
    done.await() match
      case Right(_) | Left(AppendError.Duplicate(_))    => ()
      case Left(AppendError.WrongVersion(_, _, actual)) =>
        if !isStored(write, actual) then throw ConcurrentWriteException(write, actual)
      case Left(other) =>
        handle.check()
        settleUnknown(write, append, other, attempts - 1)

  /** Whether the events of the stream are those of the write: they say who wrote them. */
  private def isStored(write: PreparedWrite, version: Long): Boolean =
    version >= write.last && {
      val records = Reading.stream(handle, write.persistenceId, write.first, write.last, Long.MaxValue)
      try
        val stored = records.toVector
        stored.map(_.version) == (write.first to write.last).toVector &&
        stored.forall(_.value.schema.fingerprint == write.schema.fingerprint) &&
        stored.map(_.value.bytes).corresponds(write.payloads)(java.util.Arrays.equals) &&
        write.key.forall(key => stored.head.key.contains(key))
      finally records.close()
    }

private[persistence] object JournalWrites:
  private type Result = Either[AppendError, Unit]

  private final val MostAttempts = 3
