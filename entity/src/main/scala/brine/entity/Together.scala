package brine.entity

import brine.codec.Codec
import brine.entity.internal.TogetherRun
import java.util.{Objects, UUID}

/** Several entities that decide together: their events are one append, all or none.
  *
  * {{{
  * val paid = Entities.together(accounts("ada"), accounts("bob")).ask: both =>
  *   both.ask(accounts("ada"), Account.Withdraw(500)) match
  *     case Right(_)      => Right(both.ask(accounts("bob"), Account.Deposit(500)))
  *     case Left(refused) => Left(refused)
  * }}}
  *
  * The function runs on the caller's thread. Meanwhile the entities execute no other commands: these wait. So the
  * function sees the durable state of all at one time, and no others' decisions in between. Everything is durable when
  * the call returns. If the function throws an exception, nothing has happened, and the caller gets the exception.
  *
  * If other writers were first, the function runs again, on the new states. It must not change anything but by its
  * [[TogetherScope]], and it should not take long.
  *
  * An entity is used by one decision at a time, and each waits for an append. So this is slower than single commands if
  * all decisions need the same entity. Thread-safe, and can be used any number of times.
  */
final class Together private[entity] (run: TogetherRun):
  /** Lets the entities decide, and waits until their events are durable. Returns what the function returns.
    *
    * @throws EntityException
    *   without a reply: the error says whether the events were appended
    * @throws IllegalStateException
    *   on a thread that must not wait: a worker of an actor system, or a thread of a store
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the events may still be appended
    */
  def ask[R](decide: TogetherScope => R): R = run.answer(decide).value

  /** The same, with the offset of the last record that the reply follows from. */
  def answer[R](decide: TogetherScope => R): Answer[R] = run.answer(decide)

  /** Lets the entities decide once for a key, however often it is called with this key, also after a crash. Each caller
    * gets the reply of that decision, which is appended together with the events, in the stream
    * `brine.replies-together`. The log remembers the key as long as it keeps that record. A key is for one decision of
    * the same entities. Its use for a reply of another type is [[EntityError.ReplyLost]]: classes are compared by their
    * names, all other types must be the same. If the function throws an exception, the key stays unused.
    *
    * @throws EntityException
    *   as [[ask]]
    */
  def answerOnce[R](key: UUID)(decide: TogetherScope => R)(using Codec[R]): Answer[R] =
    run.answerOnce(Objects.requireNonNull(key, "key"), decide)

  override def toString: String = run.described

/** What a function of [[Together]] decides with. For the thread that runs the function, until it ends. */
trait TogetherScope:
  /** Lets one of the entities decide on a command, on the state that all earlier decisions of this function lead to.
    * The reply is final only when the function has returned and everything is durable.
    *
    * @throws EntityException
    *   if its code fails: it has decided nothing then, and the function may continue
    * @throws IllegalArgumentException
    *   if it is not one of the entities
    * @throws IllegalStateException
    *   on another thread, or after the function has ended
    */
  def ask[C[+_], R](entity: EntityRef[C], command: C[R]): R

  /** Forgets all decisions so far: none of their events is appended. */
  def discard(): Unit
