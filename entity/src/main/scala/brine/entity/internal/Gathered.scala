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

  def isEmpty: Boolean = records == 0

  /** How many records are before the entity's events: the reply to a command with a key. */
  def recordsBefore: Int = records - events

  /** Notes the state before the first command. */
  def begin(state: Any, version: Long): Unit =
    stateBefore = state
    versionBefore = version

  /** Answers all, now that the events are durable.
    *
    * @param first
    *   offset of the first record
    * @param before
    *   offset of the entity's last event before
    */
  def answer(first: Long, before: Long): Unit =
    while !requests.isEmpty do
      val request = requests.pollFirst
      val offset  = if request.events == 0 then before else first + recordsBefore + request.events - 1
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
    events = 0
    records = 0
    commands = 0
    tags = Set.empty
    isClosed = false
    begin(null, 0)
