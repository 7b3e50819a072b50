package brine.lab.child

import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Whether the user asked the run to stop. Thread-safe. */
final class Cancellation:
  private val latch = CountDownLatch(1)

  def request(): Unit           = latch.countDown()
  def requested: Boolean        = latch.getCount == 0
  def await(millis: Long): Unit = { val _ = latch.await(millis, TimeUnit.MILLISECONDS) }

object Cancellation:
  /** The exit code of a run ended by Ctrl-C or a termination signal. */
  val exitCode = 130

  /** Runs `body`. A termination signal during that time requests the cancellation and waits for `body` to complete what
    * it must (end the children, write the report of what is finished). Then the JVM ends with [[exitCode]].
    */
  def onSignal[A](patienceSeconds: Long = 60)(body: Cancellation => A): A =
    val cancellation = Cancellation()
    val finished     = CountDownLatch(1)
    val hook         = Thread: () =>
      cancellation.request()
      val _ = finished.await(patienceSeconds, TimeUnit.SECONDS)
      System.err.flush()
      Runtime.getRuntime.halt(exitCode)
    Runtime.getRuntime.addShutdownHook(hook)
    try body(cancellation)
    finally
      finished.countDown()
      try
        val _ = Runtime.getRuntime.removeShutdownHook(hook)
      catch case _: IllegalStateException => () // the shutdown hook is ending the JVM already
