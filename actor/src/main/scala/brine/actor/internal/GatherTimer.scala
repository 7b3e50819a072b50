package brine.actor.internal

import brine.actor.Gather

/** The timeout of a [[Gather]]. */
private[brine] final class GatherTimer(val gather: Gather[?, ?]) extends Expiry:
  private[internal] def system: SystemInternals = gather.system
  private[brine] def expire(): Unit             = gather.timedOut()

  private[internal] def abort(failure: Throwable): Unit = gather.fail(failure)
