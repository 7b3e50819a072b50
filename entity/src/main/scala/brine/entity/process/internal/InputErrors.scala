package brine.entity.process.internal

import brine.entity.effect.{EffectsError, EffectsException}
import brine.entity.process.{ProcessError, ProcessException}

/** What errors of the effects that are a process's inputs mean for the process. */
private[process] final class InputErrors(process: String):
  def of(error: EffectsError): ProcessError = error match
    case EffectsError.Fenced(_)                        => ProcessError.Fenced(process)
    case EffectsError.Lost(_, stream)                  => ProcessError.Lost(process, stream)
    case EffectsError.Copied(_, position, storedAt)    => ProcessError.Copied(process, position, storedAt)
    case EffectsError.BeyondEnd(_, offset, last)       => ProcessError.BeyondEnd(process, offset, last)
    case EffectsError.Unreadable(_, cause)             => ProcessError.Unreadable(process, cause)
    case EffectsError.Unavailable(_, cause)            => ProcessError.Unavailable(process, cause)
    case EffectsError.Behind(_, offset, at, within)    => ProcessError.Behind(process, offset, at, within)
    case EffectsError.Failing(_, lane, offset, cause)  => ProcessError.Failing(process, lane, offset, cause)
    case EffectsError.TooManySetAside(_, most, reason) => ProcessError.TooManySetAside(process, most, reason)
    case EffectsError.TooLarge(_, cause)               => ProcessError.TooLarge(process, cause)
    case EffectsError.Broken(_, cause)                 => ProcessError.Broken(process, cause)
    case EffectsError.Closed(_)                        => ProcessError.Closed(process)

  /** Runs a body whose errors are those of effects. */
  def rethrowing[A](body: => A): A =
    try body
    catch case failed: EffectsException => throw ProcessException(of(failed.error))
