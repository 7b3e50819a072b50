package brine.pekko.entity.internal

import brine.codec.{DecodeError, EncodeError}
import scala.util.control.NonFatal

/** What the codec of a command or a reply throws, also if its author did not mean it to. Whoever waits for an outcome
  * must hear of it: Pekko would log it, and nobody would answer.
  */
private[internal] object CodecFailure:
  /** The reason, in words; None for what must end the thread. */
  def unapply(error: Throwable): Option[String] = error match
    case refused: EncodeError => Some(refused.getMessage)
    case refused: DecodeError => Some(refused.getMessage)
    // NonFatal leaves both out: a value is nested too deep, or a class of the program is missing.
    case _: StackOverflowError | _: LinkageError => Some(s"its codec failed with $error")
    case NonFatal(_)                             => Some(s"its codec failed with $error")
    case _                                       => None
