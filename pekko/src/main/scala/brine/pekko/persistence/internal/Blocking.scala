package brine.pekko.persistence.internal

import java.util.concurrent.Executors
import scala.concurrent.{ExecutionContext, Future}

/** Where the plug-ins wait for a log: virtual threads, of which each call has its own. */
private[persistence] object Blocking:
  private val executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual.name("brine-pekko-", 0).factory)

  val context: ExecutionContext = ExecutionContext.fromExecutor(executor)

  /** Runs what may block. */
  def run[A](body: => A): Future[A] = Future(body)(using context)
