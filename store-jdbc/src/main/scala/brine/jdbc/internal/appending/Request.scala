package brine.jdbc.internal.appending

import brine.journal.{AppendError, AppendListener, Appended, EncodedAppend, Micros}

/** An append in flight. The writer's thread sets its result. */
private[jdbc] final class Request(val append: EncodedAppend, val listener: AppendListener, val context: Long):
  /** The result, once its transaction has ended; null before. */
  var result: Either[AppendError, Appended] | Null = null

  def tell(): Unit = result match
    case Right(done)  => listener.appended(context, done.first, done.last, done.version, Micros.of(done.at))
    case Left(reason) => listener.rejected(context, reason)
    case null         => throw IllegalStateException("an append without a result")
