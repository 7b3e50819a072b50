package brine.entity.process.internal

/** What an instance says to an input.
  *
  * @param next
  *   its first command that has no reply yet
  * @param isHandled
  *   whether it has handled the input, now or before. It has not if it waits for the reply to a command
  */
private[process] final case class InstanceReply[C](next: Option[InstanceState.Command[C]], isHandled: Boolean)
