package brine.jdbc.internal.appending

import brine.journal.{AppendError, AppendListener, Appended, EncodedAppend, Micros}

/** An append in flight. The writer's thread sets its result. */
private[jdbc] final class Request(val append: EncodedAppend, val listener: AppendListener, val context: Long):
  private var known: Either[AppendError, Appended] | Null = null

  /** The result, once its transaction has ended; null before. */
  def result: Either[AppendError, Appended] | Null = known

  def result_=(result: Either[AppendError, Appended]): Unit =
    if result.isLeft then append.stored.foreach(_.run.end())
    known = result

  def tell(): Unit = result match
    case Right(done)  => listener.appended(context, done.first, done.last, done.version, Micros.of(done.at))
    case Left(reason) => listener.rejected(context, reason)
    case null         => throw IllegalStateException("an append without a result")
