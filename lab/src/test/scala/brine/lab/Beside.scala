package brine.lab

import java.util.concurrent.{Callable, ExecutionException, FutureTask}

/** Work that mostly waits, because something in it hangs until it has been silent for too long. It waits beside the
  * tests before the one that looks at its result. To allow less silence instead would end processes that are slow only
  * because the machine is.
  */
final class Beside[A](work: => A):
  private val task = FutureTask[A]((() => work): Callable[A])

  /** Begins the work in a thread of its own, unless it has begun. */
  def begin(): Unit = Thread.ofPlatform.daemon.start(task): Unit // a second thread finds nothing to do

  /** The result, once there is one. Begins the work if nobody has.
    *
    * @throws java.lang.Throwable
    *   what the work threw
    */
  def get: A =
    begin()
    try task.get
    catch case failure: ExecutionException => throw failure.getCause
