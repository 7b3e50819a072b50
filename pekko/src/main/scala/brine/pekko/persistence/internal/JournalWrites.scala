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
      .use(attempt(_, append))
      .flatMap:
        case Right(_)    => Future.unit
        case Left(error) => Blocking.run(settle(write, append, error, mayBeStored = false, MostAttempts))
      (using ExecutionContext.parasitic)

  private def attempt(log: EventLog, append: EncodedAppend): Future[Either[AppendError, Appended]] =
    val done   = Completion(append.level)
    val result = Promise[Either[AppendError, Appended]]()
    log.appendEncoded(append, done, 0, waits = false)
    done.onComplete(command => Blocking.context.execute(command))(result.success(_): Unit)
    result.future

  /** What follows an append that did not succeed at once.
    *
    * @param mayBeStored
    *   whether the outcome of an earlier attempt is unknown
    * @param attempts
    *   how many more there may be
    * @throws Exception
    *   if the events are not stored, or nobody knows
    */
  @tailrec private def settle(
      write: PreparedWrite,
      append: EncodedAppend,
      error: AppendError,
      mayBeStored: Boolean,
      attempts: Int
  ): Unit =
    handle.check()
    val isUnknown = mayBeStored || error.isInstanceOf[AppendError.OutcomeUnknown]
    error match
      case AppendError.Duplicate(_)               => ()
      case AppendError.WrongVersion(_, _, actual) =>
        if !(mayBeStored && isStored(write, actual)) then throw ConcurrentWriteException(write, actual)
      // Waiting for room is backpressure. Whether an append was done shows when it is tried again.
      case other if attempts > 0 && (isUnknown || other == AppendError.Full) =>
        val done = Completion(append.level)
        handle.log.appendEncoded(append, done, 0)
        done.await() match
          case Right(_)    => ()
          case Left(again) => settle(write, append, again, isUnknown, attempts - 1)
      case other => throw JournalException(other)

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
  private final val MostAttempts = 3
