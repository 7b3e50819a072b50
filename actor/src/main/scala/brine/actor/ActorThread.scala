package brine.actor

/** A thread that runs actors for as long as their system runs. Messages that they send are collected in its
  * [[Activation]].
  */
private[brine] abstract class ActorThread(name: String) extends Thread(null, null, name, 0L, false):
  val activation: Activation = Activation(coalesces = true)

  /** Called on this thread when it has completed a future, which another thread may wait for. */
  private[brine] def completedFuture(): Unit
