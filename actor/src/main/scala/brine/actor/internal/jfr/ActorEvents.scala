package brine.actor.internal.jfr

import jdk.jfr.*

// The flight recorder reads the names, labels and fields of these classes. It can store the types used here.

@Name("brine.ActorSpawn") @Label("Actor Spawn") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class SpawnEvent extends Event:
  @Label("Actor") var actor: String = null

@Name("brine.ActorStop") @Label("Actor Stop") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class StopEvent extends Event:
  @Label("Actor") var actor: String                                                   = null
  @Label("Cause") @Description("The failure that ended it, if any") var cause: String = null

@Name("brine.ActorFailure") @Label("Actor Failure") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class FailureEvent extends Event:
  @Label("Actor") var actor: String                                                   = null
  @Label("Cause") var cause: String                                                   = null
  @Label("Directive") @Description("What happens to the actor") var directive: String = null

@Name("brine.DeadLetter") @Label("Dead Letter") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class DeadLetterEvent extends Event:
  @Label("Recipient") var actor: String       = null
  @Label("Message Class") var message: String = null
  @Label("Reason") var reason: String         = null

@Name("brine.SlowHandler") @Label("Slow Handler") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class SlowHandlerEvent extends Event:
  @Label("Actor") var actor: String                           = null
  @Label("Message Class") var message: String                 = null
  @Label("Age") @Timespan(Timespan.NANOSECONDS) var age: Long = 0L

@Name("brine.MailboxHighWater") @Label("Mailbox High Water") @Category(Array("Brine")) @StackTrace(false)
private[brine] final class MailboxHighWaterEvent extends Event:
  @Label("Actor") var actor: String          = null
  @Label("Messages Waiting") var length: Int = 0
