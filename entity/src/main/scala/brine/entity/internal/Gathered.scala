package brine.entity.internal

import brine.entity.EntityError
import brine.journal.AppendBatch
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

  private var offsetBefore = 0L

  /** The callers that wait when the append begins, if they are several. */
  private[internal] var callers: AppendCallers | Null = null

  // The only one that waits.
  private var caller: EntityRequest | Null = null

  def isEmpty: Boolean = records == 0

  /** How many records are before the entity's events: the reply to a command with a key. */
  def recordsBefore: Int = records - events

  /** Notes the state before the first command. */
  def begin(state: Any, version: Long): Unit =
    stateBefore = state
    versionBefore = version

  /** Notes the callers that wait. Call it before the log gets the append.
    *
    * @param before
    *   offset of the entity's last event before
    */
  def noteCallers(before: Long): Unit =
    offsetBefore = before
    var count = 0
    requests.forEach: request =>
      if request.isWaitedFor then
        caller = request
        count += 1
    if count > 1 then
      caller = null
      val all = new Array[EntityRequest](count)
      requests.forEach: request =>
        if request.isWaitedFor then
          count -= 1
          all(all.length - 1 - count) = request
      callers = AppendCallers(all, before, recordsBefore)

  /** Answers the only caller that waits, if there is just one, now that the events are durable. For the thread of the
    * log that says so, before the entity hears of it.
    *
    * @param first
    *   offset of the first record
    */
  def answerCaller(first: Long): Unit =
    val only = caller
    if only != null then only.answerAppended(first, recordsBefore, offsetBefore)

  /** Answers all that have no outcome yet.
    *
    * @param first
    *   offset of the first record
    */
  def answer(first: Long): Unit =
    while !requests.isEmpty do requests.pollFirst.answerAppended(first, recordsBefore, offsetBefore)

  /** Fails the commands. The queries stay. */
  def failCommands(error: EntityError): Unit =
    requests.removeIf: request =>
      if request.isWritten then request.fail(error)
      request.isWritten
    : Unit

  def failAll(error: EntityError): Unit = while !requests.isEmpty do requests.pollFirst.fail(error)

  def clear(): Unit =
    batch.clear(): Unit
    callers = null
    caller = null
    events = 0
    records = 0
    commands = 0
    tags = Set.empty
    isClosed = false
    begin(null, 0)
