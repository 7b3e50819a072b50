package brine.actor.internal.dispatcher

import brine.actor.Cell
import java.util.concurrent.atomic.AtomicInteger

// Fields of a superclass come before those of a subclass. So a class of unused fields in between keeps two fields that
// different threads write out of one cache line, and out of the two lines that some processors load together. All are
// of one size: the JVM would put a field of a subclass into a gap between fields of different sizes.

/** A counter with cache lines of its own. */
private[internal] final class PaddedCounter extends AtomicInteger:
  var p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf: Int = 0
  var pg, ph, pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv: Int = 0

private[internal] abstract class PaddingBeforeHead:
  var p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf: Int = 0

private[internal] abstract class RunQueueHead extends PaddingBeforeHead:
  private[internal] var headIndex: Int = 0

private[internal] abstract class PaddingBeforeTail extends RunQueueHead:
  var q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, qa, qb, qc, qd, qe, qf: Int = 0
  var qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt, qu, qv: Int = 0

private[internal] abstract class RunQueueTail extends PaddingBeforeTail:
  private[internal] var tailIndex: Int                 = 0
  @volatile private[internal] var ring: Array[Cell[?]] = new Array[Cell[?]](RunQueue.Smallest)

private[internal] abstract class PaddingAfterTail extends RunQueueTail:
  var r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, ra, rb, rc, rd, re, rf: Int = 0
  var rg, rh, ri, rj, rk, rl, rm, rn, ro, rp, rq, rr, rs, rt, ru, rv: Int = 0
