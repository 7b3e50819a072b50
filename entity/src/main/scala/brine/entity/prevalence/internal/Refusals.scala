package brine.entity.prevalence.internal

import brine.entity.prevalence.PrevalenceError
import brine.journal.AppendError

/** What the log has refused since the accepted state was revoked last, and why nothing more can be executed.
  * Thread-safe.
  */
private[internal] final class Refusals:
  private var version                                     = 0L
  @volatile private var lowest: AppendError | Null        = null
  @volatile private var unfitness: PrevalenceError | Null = null

  /** Why the append with the lowest version was refused, since others were for that; null if none was. */
  def first: AppendError | Null = lowest

  /** Why nothing is executed any longer; null if it is. */
  def broken: PrevalenceError | Null = unfitness

  /** Notes the refusal of an append; they come in any order. */
  def add(version: Long, error: AppendError): Unit = synchronized:
    if lowest == null || version < this.version then
      this.version = version
      lowest = error

  /** Forgets them: the accepted state is the durable one. */
  def clear(): Unit = synchronized:
    lowest = null

  /** Notes that the state in memory may not be that of the log. The first reason is the one that led to the others. */
  def break(reason: PrevalenceError): Unit = synchronized:
    if unfitness == null then unfitness = reason
