package brine.actor.javaapi

import brine.actor.ActorLog
import java.util.function.Supplier

/** Writes to the `System.Logger` named `brine.actor`, with the identity of the actor before each message.
  *
  * A `Supplier` is called only if its level is on.
  */
final class JavaActorLog private[javaapi] (log: ActorLog):
  /** Writes at level `DEBUG`. */
  def debug(message: String): Unit = log.debug(message)

  /** Writes at level `DEBUG`. */
  def debug(message: Supplier[String]): Unit = log.debug(message.get)

  /** Writes at level `DEBUG`, with the stack trace of `cause`. */
  def debug(message: String, cause: Throwable): Unit = log.debug(message, cause)

  /** Writes at level `INFO`. */
  def info(message: String): Unit = log.info(message)

  /** Writes at level `INFO`. */
  def info(message: Supplier[String]): Unit = log.info(message.get)

  /** Writes at level `INFO`, with the stack trace of `cause`. */
  def info(message: String, cause: Throwable): Unit = log.info(message, cause)

  /** Writes at level `WARNING`. */
  def warn(message: String): Unit = log.warn(message)

  /** Writes at level `WARNING`. */
  def warn(message: Supplier[String]): Unit = log.warn(message.get)

  /** Writes at level `WARNING`, with the stack trace of `cause`. */
  def warn(message: String, cause: Throwable): Unit = log.warn(message, cause)

  /** Writes at level `ERROR`. */
  def error(message: String): Unit = log.error(message)

  /** Writes at level `ERROR`. */
  def error(message: Supplier[String]): Unit = log.error(message.get)

  /** Writes at level `ERROR`, with the stack trace of `cause`. */
  def error(message: String, cause: Throwable): Unit = log.error(message, cause)
