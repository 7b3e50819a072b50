package brine.docs.pekko

import brine.actor.{ActorListener, ActorSystem, ActorSystemSettings}
import com.typesafe.config.ConfigFactory
import java.time.Duration
import java.util.concurrent.TimeUnit
import org.apache.pekko.actor.typed.scaladsl.{ActorContext, Behaviors}
import scala.concurrent.Await
import scala.concurrent.duration.*

/** Runs programs, each in a system of its own. */
object Programs:
  /** Of Brine. Handlers that run for long are no part of what is compared. */
  def brine(trace: Trace, listener: ActorListener = ActorListener.none)(program: ActorSystem => Unit): Vector[String] =
    val settings = ActorSystemSettings(listener = listener).withSlowHandler(Duration.ofMinutes(1))
    val system   = ActorSystem(settings)
    try
      program(system)
      trace.lines
    finally system.close()

  private val quiet = ConfigFactory
    .parseString("pekko { loglevel = OFF, stdout-loglevel = OFF, log-dead-letters = off, use-slf4j = off }")
    .withFallback(ConfigFactory.load())

  /** Of Pekko, by its guardian. */
  def pekko(trace: Trace)(program: ActorContext[String] => Unit): Vector[String] =
    val guardian = Behaviors.setup[String]: context =>
      program(context)
      Behaviors.empty
    val system = org.apache.pekko.actor.typed.ActorSystem(guardian, "same", quiet)
    try trace.lines
    finally
      system.terminate()
      Await.result(system.whenTerminated, FiniteDuration(20, TimeUnit.SECONDS)): Unit
