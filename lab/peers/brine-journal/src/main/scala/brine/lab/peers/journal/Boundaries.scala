package brine.lab.peers.journal

import brine.journal.{AppendBatch, AppendCondition, Offset, Query}
import java.util.concurrent.atomic.AtomicLong

/** What the events of a row have besides their bytes. */
private enum Boundary:
  /** Nothing. */
  case None

  /** Two tags: one of a thousand, and one of a hundred thousand. */
  case Tags

  /** The same tags, and the condition that no event after those that are durable has both. */
  case Condition

/** The tags and conditions of one append after the other. No two have the same tags, so that none is refused.
  * Thread-safe.
  */
private final class Boundaries(boundary: Boundary):
  private val appends = AtomicLong()

  /** Whether events have tags. */
  val isOn: Boolean = boundary != Boundary.None

  /** The tags of the next append. */
  def tags(): Set[String] =
    val number = appends.getAndIncrement()
    Set(s"course:${(number + number / 100_000) % 1000}", s"student:${number * 7919 % 100_000}")

  /** The conditions of an append with these tags, by a program that knows the events up to an offset. */
  def unless(tags: Set[String], known: Offset): List[AppendCondition] =
    if boundary == Boundary.Condition then List(AppendCondition(query(tags), known)) else Nil

  /** Adds the condition of an append with these tags. */
  def bound(batch: AppendBatch, tags: Set[String], known: Offset): Unit =
    if boundary == Boundary.Condition then batch.unless(query(tags), known): Unit

  private def query(tags: Set[String]) = Query.tagged(tags.head, tags.last)
