package brine.actor.internal

import java.util.concurrent.atomic.AtomicInteger

// Fields of a superclass come before those of a subclass. So a class of unused fields in between keeps two fields that
// different threads write out of one cache line, and out of the two lines that some processors load together. The
// fields have names that no subclass uses; the extra `Int` fills the gap that a single one would leave.

/** A counter with cache lines of its own. */
private[internal] final class PaddedCounter extends AtomicInteger:
  var p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf: Long = 0L

private[internal] abstract class PaddingBeforeHead:
  var p0, p1, p2, p3, p4, p5, p6, p7: Long = 0L

private[internal] abstract class RunQueueHead extends PaddingBeforeHead:
  private[internal] var headIndex: Int = 0
  private[internal] var headGap: Int   = 0

private[internal] abstract class PaddingBeforeTail extends RunQueueHead:
  var q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, qa, qb, qc, qd, qe, qf: Long = 0L

private[internal] abstract class RunQueueTail extends PaddingBeforeTail:
  private[internal] var tailIndex: Int                 = 0
  @volatile private[internal] var ring: Array[Cell[?]] = new Array[Cell[?]](RunQueue.Smallest)

private[internal] abstract class PaddingAfterTail extends RunQueueTail:
  var r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf: Long = 0L
