package brine.entity.effect

import brine.journal.{Offset, Record}
import java.util.UUID
import scala.collection.mutable

/** The system that effects of tests call. It notes every call, and what is wrong with it: an effect that begins before
  * one of its key was executed, two of a key at the same time, a key that is not the same each time.
  */
final class Receiver:
  import Receiver.*

  // Guarded by this object
  private val calls    = mutable.ArrayBuffer.empty[Call]
  private val problems = mutable.ArrayBuffer.empty[String]
  private val under    = mutable.HashMap.empty[(Any, String), Long] // by runner and stream: version
  private val versions = mutable.HashMap.empty[String, Set[Long]]   // executed of a stream
  private val keys     = mutable.HashMap.empty[Offset, EffectKey]
  private val uuids    = mutable.HashMap.empty[UUID, Offset]
  private var now      = 0
  private var most     = 0

  /** Receives a call of a runner, and does something that may fail. */
  def receive(runner: Any, record: Record[?], key: EffectKey)(body: => Unit): Unit =
    begin(runner, record, key)
    var isDone = false
    try
      body
      isDone = true
    finally end(runner, record, isDone)

  private def begin(runner: Any, record: Record[?], key: EffectKey): Unit = synchronized:
    val stream = record.stream
    under
      .put((runner, stream), record.version)
      .foreach: other =>
        problems += s"version ${record.version} of $stream begins while $other is executed"
    val missing = (1L until record.version).filterNot(executedVersions(stream))
    if missing.nonEmpty then problems += s"version ${record.version} of $stream begins before ${missing.toVector}"
    keys
      .put(record.offset, key)
      .foreach: before =>
        if before != key then problems += s"the key of ${record.offset.sequence} was $before, and is $key"
    uuids
      .put(key.uuid, record.offset)
      .foreach: before =>
        if before != record.offset then problems += s"$before and ${record.offset} have the same key"
    now += 1
    most = math.max(most, now)

  private def end(runner: Any, record: Record[?], isDone: Boolean): Unit = synchronized:
    under.remove((runner, record.stream)): Unit
    if isDone then versions(record.stream) = executedVersions(record.stream) + record.version
    calls += Call(record.offset, record.stream, isDone)
    now -= 1

  private def executedVersions(stream: String) = versions.getOrElse(stream, Set.empty)

  /** All calls that have ended, in order. */
  def all: Vector[Call] = synchronized(calls.toVector)

  /** Offsets of the calls that were executed, in order. */
  def executed: Vector[Long] = all.filter(_.isDone).map(_.offset.sequence)

  /** Whether the effect of a record was executed. */
  def has(record: Record[?]): Boolean = synchronized(executedVersions(record.stream)(record.version))

  /** The most calls at the same time. */
  def mostAtOnce: Int = synchronized(most)

  /** What was wrong. */
  def wrong: Vector[String] = synchronized(problems.toVector)

  /** Passes over an effect that is never to be executed. */
  def passOver(record: Record[?]): Unit = synchronized:
    versions(record.stream) = executedVersions(record.stream) + record.version

object Receiver:
  final case class Call(offset: Offset, stream: String, isDone: Boolean)
