package brine.entity.internal

import brine.entity.EntityError
import java.util.ArrayDeque

/** What an entity has while it is in use: commands that wait, those that are gathered for the next append, and those of
  * the pending append. Something is gathered only while an append is pending.
  *
  * Owned by the entity's actor. Another entity may use it afterwards.
  */
private[internal] final class Work:
  val waiting: ArrayDeque[EntityRequest] = ArrayDeque()
  var gathered: Gathered                 = Gathered()
  var written: Gathered                  = Gathered()
  private var spare: Gathered | Null     = null

  /** Whether an append is pending. */
  var isWriting: Boolean = false

  /** Whether the pending append must be handed to the log again, which had no room for it. */
  var isRefusedAsFull: Boolean = false

  /** Whether each append has one command, because several were too large together. */
  var isOneByOne: Boolean = false

  /** Whether nothing is decided on before the pending append has an outcome. */
  var isBarred: Boolean = false

  /** How often in a row loading has failed, other writers were first, and the log had no room. */
  var failures: Int  = 0
  var conflicts: Int = 0
  var fulls: Int     = 0

  /** Whether it has needed more memory than is worth keeping. */
  var isLarge: Boolean = false

  def isEmpty: Boolean = waiting.isEmpty && !isWriting

  /** Whether a command may be decided on now: whether there may be room for its events. An entity is lent only when
    * everything is durable.
    */
  def mayGather(request: EntityRequest): Boolean =
    if request.isInstanceOf[JoinRequest] then !isWriting
    else if gathered.isClosed || isBarred then false
    else if request.key != null || isOneByOne then gathered.isEmpty
    else gathered.events < Work.MostEvents && gathered.batch.size < Work.MostBytes

  def await(request: EntityRequest): Unit =
    waiting.addLast(request)
    if waiting.size > Work.MostKept then isLarge = true

  /** Lets a query wait for what it saw. */
  def follow(request: EntityRequest): Unit =
    val seen = if gathered.isEmpty then written else gathered
    request.events = seen.events
    request.isWritten = false
    seen.requests.addLast(request)

  /** What is gathered becomes the pending append.
    *
    * @param offset
    *   that of the entity's last durable event
    */
  def beginWriting(offset: Long): Unit =
    val next = gathered
    next.noteCallers(offset)
    gathered = written
    written = next
    isWriting = true
    if next.batch.size > Work.MostBytesKept || next.requests.size > Work.MostKept then isLarge = true

  /** The pending append has completed. Returns its commands. */
  def endWriting(): Gathered =
    val done = written
    written = if spare == null then Gathered() else spare.nn
    spare = null
    isWriting = false
    isBarred = false
    conflicts = 0
    fulls = 0
    done

  /** Keeps what [[endWriting]] returned, to be used again. */
  def keep(done: Gathered): Unit =
    done.clear()
    spare = done

  /** Puts every command that was decided on, and every query, before those that wait, oldest first.
    *
    * @param mayAgain
    *   whether a command is decided on again; if not, it has an outcome
    */
  def revoke(mayAgain: EntityRequest => Boolean): Unit =
    revoke(gathered, mayAgain)
    revoke(written, mayAgain)
    isWriting = false
    isBarred = false
    isRefusedAsFull = false

  private def revoke(from: Gathered, mayAgain: EntityRequest => Boolean): Unit =
    while !from.requests.isEmpty do
      val request = from.requests.pollLast
      if mayAgain(request) then waiting.addFirst(request)
    from.clear()

  /** Drops the commands that wait although their callers do not. */
  def dropEnded(): Unit =
    waiting.removeIf: request =>
      if request.hasEnded then request.release()
      request.hasEnded
    : Unit

  def failWaiting(error: EntityError): Unit = endWaiting(_.fail(error))

  /** Ends the commands that wait, oldest first. */
  def endWaiting(end: EntityRequest => Unit): Unit = while !waiting.isEmpty do end(waiting.pollFirst)

  /** Prepares it for another entity. */
  def reset(): Unit =
    gathered.clear()
    isOneByOne = false
    failures = 0
    conflicts = 0
    fulls = 0

private[internal] object Work:
  /** At how many events and bytes an append takes no more commands. */
  inline val MostEvents = 16_384
  inline val MostBytes  = 1 << 20

  /** How many bytes of an append, and how many commands, something has room for that is kept. */
  inline val MostBytesKept = 65_536
  inline val MostKept      = 1_024
