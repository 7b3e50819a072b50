package brine.entity

import java.util.UUID
import scala.concurrent.Future

/** The address of one entity, whether or not it has events or is in memory. Thread-safe, and cheap to create.
  *
  * {{{
  * val cents = accounts("42").ask(Account.Deposit(500)) // Long
  * }}}
  *
  * A reply arrives when every event that it follows from is durable. An entity executes the commands of one thread in
  * the order in which the thread sent them. Only if it leaves memory in between, commands that were sent with `…Async`
  * may overtake each other.
  *
  * @tparam C
  *   the commands; the parameter is the type of the reply
  */
trait EntityRef[C[+_]]:
  /** The identity of the entity among those of its type. */
  def id: String

  /** Sends a command, and waits for the reply. For virtual threads, and others that may wait.
    *
    * @throws EntityException
    *   without a reply: the error says whether the command was executed
    * @throws IllegalStateException
    *   on a thread that must not wait: a worker of an actor system, or a thread of a store
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the command may still be executed
    */
  final def ask[R](command: C[R]): R = answer(command).value

  /** Sends a command, and waits for the reply and its place in the log.
    *
    * @param key
    *   an idempotency key: the command is executed once, however often it is sent with this key, also after a crash,
    *   and each caller gets the reply of that execution. The reply is appended to the log together with the events, in
    *   a stream of its own, also if there are no events. The log remembers the key as long as it keeps them. A key is
    *   for one command to one entity
    * @throws EntityException
    *   as [[ask]]
    * @throws NullPointerException
    *   if command or key is null, also if it is `Some(null)`: the message names it
    */
  def answer[R](command: C[R], key: Option[UUID] = None): Answer[R]

  /** Sends a command and returns at once. Any thread may call it. The future fails with an [[EntityException]]. Its
    * callbacks run on their execution context; those of `parasitic` run on the thread of the entity, and must not
    * block.
    */
  def answerAsync[R](command: C[R], key: Option[UUID] = None): Future[Answer[R]]

  /** Sends a command and returns at once. */
  final def askAsync[R](command: C[R]): Future[R] =
    answerAsync(command).map(_.value)(using scala.concurrent.ExecutionContext.parasitic)
