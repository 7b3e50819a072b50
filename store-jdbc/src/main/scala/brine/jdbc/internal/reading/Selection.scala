package brine.jdbc.internal.reading

import brine.jdbc.internal.sql.Session

/** Which events a cursor walks. For one thread at a time. */
private[jdbc] trait Selection:
  /** The next events after a number, up to another one: some of the first, in order. */
  def next(session: Session, after: Long, until: Long): Selection.Found

  /** Forgets what the last [[next]] has found: it is asked for again. */
  def forget(): Unit

private[jdbc] object Selection:
  /** The most events of one path that are looked for at a time. */
  final val Most = 1000

  /** Numbers and sizes of events, and how far all were found. */
  final class Found(val events: Vector[(Long, Int)], val upTo: Long)
