package brine.actor

import brine.actor.internal.timer.Expiry

/** The timeout of a [[Gather]]. */
private[brine] final class GatherTimer(val gather: Gather[?, ?]) extends Expiry:
  private[actor] def system: SystemInternals = gather.system
  private[brine] def expire(): Unit          = gather.timedOut()

  private[actor] def abort(failure: Throwable): Unit = gather.fail(failure)
