package brine.cli.journal

import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Ends work in order when the process gets SIGINT or SIGTERM. */
private[journal] object OnSignal:
  // A body that waits for somebody else must not keep the process.
  private final val LongestSeconds = 10L

  /** Runs a body; if the process is to end meanwhile, runs `stop` and waits for the body before it does.
    *
    * @param stop
    *   makes the body end
    */
  def during[A](stop: => Unit)(body: => A): A =
    val ended = CountDownLatch(1)
    val hook  = Thread(
      () =>
        stop
        ended.await(LongestSeconds, TimeUnit.SECONDS): Unit
      ,
      "brine-signal"
    )
    Runtime.getRuntime.addShutdownHook(hook)
    try body
    finally
      ended.countDown()
      // Not while the process ends: then the hook runs.
      try Runtime.getRuntime.removeShutdownHook(hook): Unit
      catch case _: IllegalStateException => ()
