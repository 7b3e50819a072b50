package brine.entity.process

/** What an instance of a [[Process]] reacts to.
  *
  * @tparam I
  *   the events that the process reads
  * @tparam C
  *   its commands
  * @tparam R
  *   the replies to them
  */
enum ProcessInput[+I, +C, +R]:
  /** An event of the log. */
  case Event(value: I) extends ProcessInput[I, Nothing, Nothing]

  /** The reply to a command of the instance, a refusal among them. */
  case Replied(command: C, reply: R) extends ProcessInput[Nothing, C, R]

  /** The time of a timer has come. It is not open any more. */
  case TimerFired(id: String) extends ProcessInput[Nothing, Nothing, Nothing]
