package brine.actor.model

/** One actor without threads of its own, for tests that own every thread: the runtime's, or a small twin with a mistake
  * in it.
  *
  * Messages are numbers from 1 to 9. Whoever wants runs the actor by [[drive]], which does nothing unless it is
  * scheduled.
  */
abstract class Subject:
  /** The handled messages as decimal digits, the last one last. Written by handlers without any synchronization of
    * their own: the mailbox has to make what one handler wrote visible to the next.
    */
  var log: Int = 0

  /** Whether the handler that suspends has asked for what it waits for. */
  @volatile var asked: Boolean = false

  def send(message: Int): Unit

  /** Runs the actor while it is scheduled. */
  def drive(): Unit

  /** What the suspended actor waits for comes; only once it has asked. */
  def resume(): Unit

  /** Stops the actor: takes it if it is idle, sends it a signal if not. */
  def stop(): Unit

  /** Messages that went to the dead letters. */
  def dead: Int

  /** How often the actor was scheduled while it was scheduled already. */
  def doubled: Int

  /** Whether it handles nothing any more. */
  def isClosed: Boolean

  final def handled: Int =
    var count = 0
    var rest  = log
    while rest > 0 do
      count += 1
      rest /= 10
    count
