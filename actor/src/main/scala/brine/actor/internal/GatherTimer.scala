package brine.actor.internal

import brine.actor.Gather

/** The timeout of a [[Gather]]. */
private[brine] final class GatherTimer(val gather: Gather[?, ?]) extends TimerEntry:
  private[brine] def fire(): Unit = gather.timedOut()
