package brine.actor.javaapi

import brine.actor.{Actor, ActorContext, Signal}
import java.util.function.Supplier
import scala.jdk.OptionConverters.*

/** Runs a [[JavaActor]] as an actor: passes it the context with each call. */
private[javaapi] final class JavaCell[M](actor: JavaActor[M]) extends Actor[M]:
  private val javaContext = JavaActorContext[M](this)

  private[javaapi] def scalaContext: ActorContext[M] = context

  protected def receive(message: M): Unit               = actor.receive(javaContext, message)
  protected override def onStart(): Unit                = actor.onStart(javaContext)
  protected override def onStop(): Unit                 = actor.onStop(javaContext)
  protected override def onSignal(signal: Signal): Unit = signal match
    case Signal.Terminated(ref, cause)               => actor.onTerminated(javaContext, ref, cause.toJava)
    case Signal.ChildFailed(child, cause, directive) => actor.onChildFailed(javaContext, child, cause, directive)
    case Signal.Restarting(cause)                    => actor.onRestarting(javaContext, cause)
    case Signal.Stopped                              => () // onStop has run

  private[brine] override def behaviorName: String =
    val kind = actor.getClass
    if kind.isHidden || kind.isSynthetic || kind.getSimpleName.isEmpty then "actor" else kind.getSimpleName

private[javaapi] object JavaCell:
  def of[M](factory: Supplier[? <: JavaActor[M]]): JavaCell[M] = JavaCell[M](factory.get)
