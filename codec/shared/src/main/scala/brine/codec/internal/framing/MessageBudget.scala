package brine.codec.internal.framing

import brine.codec.Limits

/** What a message may still demand besides storage: schemas and plans, and work on keys. Most messages demand neither,
  * so an [[brine.codec.In]] makes one only for a message that does. A nested message shares it.
  */
private[codec] final class MessageBudget:
  /** The part of [[Limits.allocationBase]] that the message may use. */
  var storageBase: Long = 0L

  /** Bytes of memory left for schemas and plans. */
  var schemas: Long = 0L

  /** Steps left for hashing and comparing keys. */
  var work: Long             = 0L
  private var workBase: Long = 0L
  private var keys: Int      = 0

  // The plans charged to the message so far, each by its reader and the fingerprint of its schema.
  private var plans: java.util.HashSet[(Any, Long)] | Null = null

  /** Begins a message of `length` bytes. */
  def begin(length: Int, limits: Limits): Unit =
    storageBase = limits.allocationBase
    schemas = length.toLong * limits.allocationFactor * MessageBudget.SchemaFactor + storageBase
    workBase = limits.workBase
    work = length.toLong * limits.workFactor + workBase
    keys = MessageBudget.FreeKeys
    plans = null

  /** Narrows the budget of a message that is a block of a container.
    *
    * @param length
    *   bytes of the block
    * @param stored
    *   its length in the container, compressed if it is; keys are charged to at most eight times as much, schemas to
    *   twice as much
    * @param spareStorage
    *   what is left of [[Limits.allocationBase]] for it
    * @param spareWork
    *   what is left of [[Limits.workBase]] for it
    */
  def narrow(length: Int, stored: Int, spareStorage: Long, spareWork: Long, limits: Limits): Unit =
    val charged = math.min(length.toLong, MessageBudget.ExpandedSchemas * stored)
    storageBase = spareStorage
    schemas = charged * limits.allocationFactor * MessageBudget.SchemaFactor + storageBase
    workBase = spareWork
    work = math.min(length.toLong, MessageBudget.ExpandedKeys * stored) * limits.workFactor + workBase

  /** How much of its part of [[Limits.workBase]] the message has used. */
  def workOverdraft: Long = MessageBudget.used(workBase, work)

  /** Counts the keys of a small collection; returns whether the message has had more than are free. */
  def hasManyKeys(size: Int): Boolean =
    if keys >= 0 then keys -= size
    keys < 0

  /** Whether no plan for this reader, which is a cache or a fingerprint, and for a schema of this fingerprint was
    * charged to the message before.
    */
  def isFirstPlan(reader: Any, fingerprint: Long): Boolean =
    if plans == null then plans = new java.util.HashSet
    plans.nn.add((reader, fingerprint))

private[codec] object MessageBudget:
  /** Keys of small collections that a message may have before they are checked for equal hash codes. */
  private inline val FreeKeys = 8192

  /** What a block's keys and schemas may be charged to, as a multiple of its length in the container. */
  private inline val ExpandedKeys    = 8L
  private inline val ExpandedSchemas = 2L

  /** Bytes of memory for schemas and plans, as a multiple of those for values. */
  private inline val SchemaFactor = 4L

  /** How much of a base is used where this much is left. */
  def used(base: Long, left: Long): Long = math.min(base, math.max(0L, base - left))
