package brine.entity.internal

import brine.actor.internal.support.Described
import brine.journal.{EventLogReader, JournalException, ReadError}

/** What a log threw, as an error. Logs may be code of users. */
private[entity] object LogFailure:
  def of(log: EventLogReader, failure: Throwable): ReadError = failure match
    case failed: JournalException =>
      failed.error match
        case error: ReadError => error
        case _                => unavailable(log, failed)
    case failed => unavailable(log, failed)

  // With an exception around it that can say what it is, in any case.
  private def unavailable(log: EventLogReader, failure: Throwable): ReadError =
    val described = Described.failure(failure)
    failure match
      case failed: Exception if described == failed.getClass.getName => wrapped(log, described, failed)
      case failed: Exception                                         => ReadError.Unavailable(log.name, failed)
      case failed                                                    => wrapped(log, described, failed)

  private def wrapped(log: EventLogReader, described: String, failure: Throwable): ReadError =
    ReadError.Unavailable(log.name, RuntimeException(described, failure))
