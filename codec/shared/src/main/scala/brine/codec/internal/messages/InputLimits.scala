package brine.codec.internal.messages

import brine.codec.Limits
import brine.codec.internal.framing.MessageBudget

/** What a message may still demand of its reader: storage, elements that take no byte, nesting, schemas and work. */
private[codec] abstract class InputLimits(private[codec] final val limits: Limits) extends InputNumbers:
  private var nesting: Int      = 0
  private var emptyLeft: Int    = 0
  private var storageLeft: Long = 0L

  /** Steps that hashing or comparing the values read so far takes beyond their bytes: what references stand for, and
    * decimals of a large scale. A collection charges what its keys have added, see [[chargeWork]].
    */
  private[codec] final var keyWork: Long = 0L

  // Begun for a message when it first demands what it counts.
  private var ownBudget: MessageBudget | Null = null
  private var hasBudget: Boolean              = false

  /** Starts another message of `length` bytes. */
  private[codec] final def beginLimits(length: Int): Unit =
    nesting = 0
    emptyLeft = limits.emptyElements
    storageLeft = length.toLong * limits.allocationFactor + limits.allocationBase
    hasBudget = false
    keyWork = 0L

  private def budget: MessageBudget =
    if !hasBudget then beginBudget()
    ownBudget.nn

  private def beginBudget(): Unit =
    if ownBudget == null then ownBudget = new MessageBudget
    ownBudget.nn.begin(messageSize, limits)
    hasBudget = true

  /** Narrows the limits of a message that is a block of a container, see [[MessageBudget.narrow]]. */
  private[codec] final def isBlock(stored: Int, spareStorage: Long, spareWork: Long): Unit =
    storageLeft += spareStorage - budget.storageBase
    budget.narrow(messageSize, stored, spareStorage, spareWork, limits)

  /** Limits a message nested in this one to what remains of this one's limits, until [[resumeAfter]]. */
  private[codec] final def lendTo(inner: InputLimits): Unit =
    inner.nesting = nesting
    inner.emptyLeft = emptyLeft
    inner.storageLeft = storageLeft
    inner.ownBudget = budget
    inner.hasBudget = true
    inner.keyWork = keyWork

  /** Counts what a nested message has used. */
  private[codec] final def resumeAfter(inner: InputLimits): Unit =
    emptyLeft = inner.emptyLeft
    storageLeft = inner.storageLeft
    keyWork = inner.keyWork

  private def storageBase: Long = if hasBudget then ownBudget.nn.storageBase else limits.allocationBase

  /** How much of its part of `allocationBase` a message has used. */
  private[codec] final def storageOverdraft: Long =
    MessageBudget.used(storageBase, storageLeft) +
      (if hasBudget then MessageBudget.used(storageBase, ownBudget.nn.schemas) else 0L)

  /** How much of its part of `workBase` a message has used. */
  private[codec] final def workOverdraft: Long = if hasBudget then ownBudget.nn.workOverdraft else 0L

  /** Bytes of storage that the message may still use. */
  private[codec] final def storage: Long = storageLeft

  /** How many steps hashing or comparing a value takes that was read since `position`, when this much storage was left
    * and the value of [[keyWork]] was that one.
    */
  private[codec] final def workSince(position: Int, storage: Long, work: Long): Long =
    math.min(InputLimits.MostWork, (this.position - position) + (storage - storageLeft) / 4 + (keyWork - work))

  /** Counts `size` elements that take no byte against the limit. */
  private[codec] final def countEmpty(at: Int, size: Int): Unit =
    if size > emptyLeft then
      failAt(
        at,
        s"$size more elements that take no byte; a message may hold ${limits.emptyElements} (Limits.emptyElements)"
      )
    emptyLeft -= size

  /** How many elements that take no byte the message may still have. */
  private[messages] final def emptyRoom: Int = emptyLeft

  /** Charges `bytes` bytes of memory to the message's allocation budget. Call it before you allocate a collection.
    *
    * @throws brine.codec.DecodeError
    *   if the budget of [[Limits.allocationFactor]] and [[Limits.allocationBase]] is exceeded
    */
  final def charge(bytes: Long): Unit =
    storageLeft -= bytes
    if storageLeft < 0 then overCharge()

  private def overCharge(): Nothing =
    val allowed = messageSize.toLong * limits.allocationFactor + storageBase
    fail(
      s"the value needs more than the $allowed bytes of memory allowed for a message of $messageSize bytes " +
        "(Limits.allocationFactor, Limits.allocationBase)"
    )

  /** Charges a schema that the message contains, or a plan to read data of such a schema. Both have a budget of their
    * own, so that a large schema before a small value is read.
    */
  private[codec] final def chargeSchema(bytes: Long): Unit =
    val left = budget.schemas - bytes
    budget.schemas = left
    if left < 0 then
      fail(
        "the schemas in the message need more memory than is allowed (Limits.allocationFactor, Limits.allocationBase)"
      )

  /** How much may still be charged for schemas. */
  private[codec] final def schemaRoom: Long = math.max(0L, budget.schemas)

  /** Whether no plan for this reader, which is a cache or a fingerprint, and for a schema of this fingerprint was
    * charged to the message before.
    */
  private[codec] final def isFirstPlan(reader: Any, fingerprint: Long): Boolean =
    budget.isFirstPlan(reader, fingerprint)

  /** Charges steps of hashing and comparing keys to the message's budget.
    *
    * @throws brine.codec.DecodeError
    *   if the budget of [[Limits.workFactor]] and [[Limits.workBase]] is exceeded
    */
  private[codec] final def chargeWork(steps: Long): Unit =
    if !takeWork(steps) then
      fail(
        s"the keys in the message take more steps to hash and compare than ${limits.workFactor} for each byte " +
          "(Limits.workFactor, Limits.workBase)"
      )

  /** Charges steps as [[chargeWork]] does. Returns whether the budget is enough, and does not fail. */
  private[codec] final def takeWork(steps: Long): Boolean =
    val left = budget.work - steps
    budget.work = left
    left >= 0

  /** Counts the keys of a small collection; returns whether the message has had more than are free. */
  private[codec] final def hasManyKeys(size: Int): Boolean = budget.hasManyKeys(size)

  /** Enters a value of a recursive type; call [[leave]] after you have read it.
    *
    * @throws brine.codec.DecodeError
    *   if such values nest deeper than [[Limits.depth]]
    */
  final def enter(): Unit =
    nesting += 1
    if nesting > limits.depth then fail(s"values nest more than ${limits.depth} deep (Limits.depth)")

  /** Leaves a value of a recursive type, see [[enter]]. */
  final def leave(): Unit = nesting -= 1

private object InputLimits:
  /** More work than any message may take; larger sums might overflow. */
  private[messages] inline val MostWork = 1L << 31
