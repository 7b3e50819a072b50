package brine.entity.internal

import brine.entity.{Answer, EntityError}
import brine.journal.{AppendBatch, Offset}
import java.util.ArrayDeque

/** Commands whose events are in one append, and queries that saw these events. Owned by the entity's actor. */
private[internal] final class Gathered:
  val batch: AppendBatch                  = AppendBatch()
  val requests: ArrayDeque[EntityRequest] = ArrayDeque()

  /** Number of the entity's events, of all records, and of commands that have some. */
  var events: Int   = 0
  var records: Int  = 0
  var commands: Int = 0

  /** The tags of all events. */
  var tags: Set[String] = Set.empty

  /** Whether nothing else may be added. */
  var isClosed: Boolean = false

  /** The state before the first command, and its version. */
  var stateBefore: Any    = null
  var versionBefore: Long = 0

  // The callers that wait when the append begins, and the offset of the entity's last event then.
  private var callers: Array[EntityRequest] = Gathered.NoCallers
  private var callerCount                   = 0
  private var offsetBefore                  = 0L

  def isEmpty: Boolean = records == 0

  /** How many records are before the entity's events: the reply to a command with a key. */
  def recordsBefore: Int = records - events

  /** Notes the state before the first command. */
  def begin(state: Any, version: Long): Unit =
    stateBefore = state
    versionBefore = version

  /** Notes the callers that wait, for [[answerCallers]]. Call it before the log gets the append.
    *
    * @param before
    *   offset of the entity's last event before
    */
  def noteCallers(before: Long): Unit =
    offsetBefore = before
    if callers.length < requests.size then callers = new Array[EntityRequest](requests.size)
    requests.forEach: request =>
      if request.isWaitedFor then
        callers(callerCount) = request
        callerCount += 1

  /** Answers the callers that were noted, now that the events are durable. For the thread of the log that says so, before
    * the entity hears of it. Meanwhile the entity may add queries to the requests, so this does not look at those.
    *
    * @param first
    *   offset of the first record
    */
  def answerCallers(first: Long): Unit =
    var at = 0
    while at < callerCount do
      answer(callers(at), first)
      at += 1

  /** Answers all others.
    *
    * @param first
    *   offset of the first record
    */
  def answer(first: Long): Unit =
    while !requests.isEmpty do
      val request = requests.pollFirst
      if !request.hasEnded then answer(request, first) else request.release()

  private def answer(request: EntityRequest, first: Long): Unit =
    val offset = if request.events == 0 then offsetBefore else first + recordsBefore + request.events - 1
    request.answer(Answer(request.reply, Offset(offset)))

  /** Fails the commands. The queries stay. */
  def failCommands(error: EntityError): Unit =
    requests.removeIf: request =>
      if request.isWritten then request.fail(error)
      request.isWritten
    : Unit

  def failAll(error: EntityError): Unit = while !requests.isEmpty do requests.pollFirst.fail(error)

  def clear(): Unit =
    batch.clear(): Unit
    while callerCount > 0 do
      callerCount -= 1
      callers(callerCount) = null.asInstanceOf[EntityRequest]
    events = 0
    records = 0
    commands = 0
    tags = Set.empty
    isClosed = false
    begin(null, 0)

private[internal] object Gathered:
  private val NoCallers = new Array[EntityRequest](0)
