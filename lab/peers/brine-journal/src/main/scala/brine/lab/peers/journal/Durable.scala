package brine.lab.peers.journal

import brine.journal.Journal

/** Waits until readers see what was appended. */
private object Durable:
  private val patienceNanos = 30_000_000_000L

  /** Returns when the journal is durable up to a sequence, or when the patience ends. */
  def await(journal: Journal, sequence: Long): Unit =
    val until = System.nanoTime + patienceNanos
    while journal.durable.sequence < sequence && System.nanoTime < until do Thread.sleep(1)
