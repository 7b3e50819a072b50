package brine.entity.internal

import scala.util.control.{ControlThrowable, NonFatal}

/** A failure of the user's code, which fails one command and nothing else. */
private[entity] object UserFailure:
  def unapply(failed: Throwable): Option[Throwable] = failed match
    case NonFatal(_) | _: StackOverflowError | _: LinkageError | _: InterruptedException => Some(failed)
    case _: ControlThrowable                                                             => Some(failed)
    case _                                                                               => None
