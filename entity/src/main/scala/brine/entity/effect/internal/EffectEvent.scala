package brine.entity.effect.internal

import jdk.jfr.*

// The flight recorder reads the names, labels and fields of this class; their types are those that it can store.

@Name("brine.Effect") @Label("Effect") @Category(Array("Brine")) @StackTrace(false)
@Description("An attempt to execute an effect")
private[internal] final class EffectEvent extends Event:
  @Label("Effects") var effects: String = null
  @Label("Offset") var offset: Long     = 0L
  @Label("Attempt") var attempt: Int    = 0
  @Label("Outcome") var outcome: String = null
