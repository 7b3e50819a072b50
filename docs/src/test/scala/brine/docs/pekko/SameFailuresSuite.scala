package brine.docs.pekko

import brine.actor.*
import java.util.concurrent.atomic.AtomicBoolean
import org.apache.pekko.actor.typed.scaladsl.AskPattern.*
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed
import org.apache.pekko.util.Timeout
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.*

/** Failures, asks that fail, and names that are taken. */
class SameFailuresSuite extends ComparedPrograms:

  // ---- Failures -----------------------------------------------------------------------------------------------------

  private val broken = IllegalStateException("broken")

  differs("a child that fails, watched by its parent", "`ChildFailed` comes for every failure")(
    trace =>
      val stopped = AtomicBoolean()
      Programs.brine(trace): system =>
        system.spawn(Behavior.setup[String]:
          val child = context.spawn(
            Behavior
              .receive[String](_ => throw broken)
              .onSignal:
                case Signal.Stopped => stopped.set(true)
          )
          context.watch(child)
          child ! "fail"
          Behavior
            .receive[String](_ => ())
            .onSignal:
              case Signal.ChildFailed(_, cause, directive) => trace.say(s"failed: ${cause.getMessage}, $directive")
              case Signal.Terminated(_, cause)             =>
                trace.say(s"terminated: ${cause.map(_.getMessage)}, stopped: ${stopped.get}")
                trace.end()): Unit
    ,
    "failed: broken, Stop",
    "terminated: Some(broken), stopped: true"
  )(
    trace =>
      val stopped = AtomicBoolean()
      Programs.pekko(trace): context =>
        context.spawnAnonymous(Behaviors.setup[String]: context =>
          val child = context.spawnAnonymous(
            Behaviors
              .receiveMessage[String](_ => throw broken)
              .receiveSignal:
                case (_, typed.PostStop) =>
                  stopped.set(true)
                  Behaviors.same
          )
          context.watch(child)
          child ! "fail"
          Behaviors.receiveSignal:
            case (_, typed.ChildFailed(_, cause)) =>
              trace.say(s"failed: ${cause.getMessage}, stopped: ${stopped.get}")
              trace.end()
              Behaviors.same): Unit
    ,
    "failed: broken, stopped: true"
  )

  same("a restart begins anew, without the message that failed, and handles those that wait")(trace =>
    Programs.brine(trace): system =>
      val behavior = Behavior.setup[String]:
        trace.say("started")
        var count = 0
        Behavior
          .receive[String]:
            case "fail" => throw broken
            case "end"  => trace.end()
            case _      =>
              count += 1
              trace.say(s"count $count")
          .onSignal:
            case Signal.Restarting(cause) => trace.say(s"restarting: ${cause.getMessage}")
            case Signal.Stopped           => ()
      val ref = system.spawn(behavior, ActorOptions(supervision = Supervision.restart()))
      for message <- List("one", "one", "fail", "one", "end") do ref ! message
  )(trace =>
    Programs.pekko(trace): context =>
      val behavior = Behaviors.setup[String]: _ =>
        trace.say("started")
        var count = 0
        Behaviors
          .receiveMessage[String]:
            case "fail" => throw broken
            case "end"  =>
              trace.end()
              Behaviors.same
            case _ =>
              count += 1
              trace.say(s"count $count")
              Behaviors.same
          .receiveSignal:
            case (_, typed.PreRestart) =>
              trace.say(s"restarting: ${broken.getMessage}")
              Behaviors.same
      val ref = context.spawnAnonymous(
        Behaviors.supervise(behavior).onFailure[IllegalStateException](typed.SupervisorStrategy.restart)
      )
      for message <- List("one", "one", "fail", "one", "end") do ref ! message
  )

  same("resuming keeps the state and drops the message")(trace =>
    Programs.brine(trace): system =>
      val behavior = Behavior.setup[String]:
        var count = 0
        Behavior.receive:
          case "fail" => throw broken
          case "end"  => trace.end()
          case _      =>
            count += 1
            trace.say(s"count $count")
      val ref = system.spawn(behavior, ActorOptions(supervision = Supervision.resume))
      for message <- List("one", "fail", "one", "end") do ref ! message
  )(trace =>
    Programs.pekko(trace): context =>
      val behavior = Behaviors.setup[String]: _ =>
        var count = 0
        Behaviors.receiveMessage:
          case "fail" => throw broken
          case "end"  =>
            trace.end()
            Behaviors.same
          case _ =>
            count += 1
            trace.say(s"count $count")
            Behaviors.same
      val ref = context.spawnAnonymous(
        Behaviors.supervise(behavior).onFailure[IllegalStateException](typed.SupervisorStrategy.resume)
      )
      for message <- List("one", "fail", "one", "end") do ref ! message
  )

  // ---- Asks ---------------------------------------------------------------------------------------------------------

  differs("an ask whose target stops before it answers", "An ask fails at once")(
    trace =>
      Programs.brine(trace): system =>
        val target = system.spawn(Behavior.receive[ActorRef[String]](_ => Behavior.stopped))
        target
          .ask[String](identity, 1.minute)
          .failed
          .foreach { failure =>
            trace.say(failure.getClass.getSimpleName)
            trace.end()
          }(using parasitic)
    ,
    "ActorStoppedException"
  )(
    trace =>
      Programs.pekko(trace): context =>
        given Timeout         = 200.millis
        given typed.Scheduler = context.system.scheduler
        val target = context.spawnAnonymous(Behaviors.receiveMessage[typed.ActorRef[String]](_ => Behaviors.stopped))
        target
          .ask[String](identity)
          .failed
          .foreach { failure =>
            trace.say(failure.getClass.getSimpleName)
            trace.end()
          }(using parasitic)
    ,
    "TimeoutException"
  )

  // ---- Names --------------------------------------------------------------------------------------------------------

  differs("two children of one name", "need not be unique")(
    trace =>
      Programs.brine(trace): system =>
        system.spawn(Behavior.setup[String]:
          val all = List.fill(2)(context.spawn(Behavior.receive[String](_ => ()), ActorOptions(name = "twin")))
          trace.say(s"${all.distinct.size} children")
          trace.end()
          Behavior.stopped): Unit,
    "2 children"
  )(
    trace =>
      Programs.pekko(trace): context =>
        try List.fill(2)(context.spawn(Behaviors.receiveMessage[String](_ => Behaviors.same), "twin")): Unit
        catch case failure: Exception => trace.say(failure.getClass.getSimpleName)
        trace.end()
    ,
    "InvalidActorNameException"
  )
