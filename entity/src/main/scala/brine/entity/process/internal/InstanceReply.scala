package brine.entity.process.internal

/** What an instance says to an input.
  *
  * @param next
  *   its first command that has no reply yet
  * @param isHandled
  *   whether it has handled the input, now or before. It has not if it waits for the reply to a command
  * @param unsearched
  *   offset of the last event that it has reacted to in order, if the input is a late event before that: the steps in
  *   the log say whether it has reacted to this one, too. The input must come again then
  */
private[process] final case class InstanceReply[C](
    next: Option[InstanceState.Command[C]],
    isHandled: Boolean,
    unsearched: Option[Long] = None
)
