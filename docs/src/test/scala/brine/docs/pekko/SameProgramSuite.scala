package brine.docs.pekko

import brine.actor.*
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.{typed, DeadLetter as PekkoDeadLetter}
import scala.concurrent.duration.*

/** Messages, timers, watching and stopping. */
class SameProgramSuite extends ComparedPrograms:

  // ---- Messages -----------------------------------------------------------------------------------------------------

  same("messages of one sender arrive in order")(trace =>
    Programs.brine(trace): system =>
      val receiver = system.spawn(Behavior.receive[Int]: n =>
        trace.say(s"$n")
        if n == 200 then trace.end())
      system.spawn(Behavior.setup[Int]:
        (1 to 200).foreach(receiver ! _)
        Behavior.stopped): Unit
  )(trace =>
    Programs.pekko(trace): context =>
      val receiver = context.spawnAnonymous(Behaviors.receiveMessage[Int]: n =>
        trace.say(s"$n")
        if n == 200 then trace.end()
        Behaviors.same)
      context.spawnAnonymous(Behaviors.setup[Int]: _ =>
        (1 to 200).foreach(receiver ! _)
        Behaviors.stopped): Unit
  )

  same("a behavior changes itself, leaves messages unhandled, and stops; the rest are dead letters")(trace =>
    val letters = new ActorListener:
      override def onDeadLetter(letter: DeadLetter): Unit =
        if letter.reason != DeadLetterReason.Unhandled then trace.say(s"dead letter ${letter.message}")
        if letter.message == "last" then trace.end()
    Programs.brine(trace, letters): system =>
      def counting(n: Int): Behavior[String] = Behavior.receive:
        case "add"  => counting(n + 1)
        case "say"  => trace.say(s"$n")
        case "stop" => Behavior.stopped
        case _      => Behavior.unhandled
      val ref = system.spawn(counting(0))
      for message <- List("add", "add", "what", "say", "stop", "say", "last") do ref ! message
  )(trace =>
    Programs.pekko(trace): context =>
      val letters = context.spawnAnonymous(Behaviors.receiveMessage[PekkoDeadLetter]: letter =>
        trace.say(s"dead letter ${letter.message}")
        if letter.message == "last" then trace.end()
        Behaviors.same)
      context.system.eventStream ! typed.eventstream.EventStream.Subscribe(letters)
      def counting(n: Int): typed.Behavior[String] = Behaviors.receiveMessage:
        case "add" => counting(n + 1)
        case "say" =>
          trace.say(s"$n")
          Behaviors.same
        case "stop" => Behaviors.stopped
        case _      => Behaviors.unhandled
      val ref = context.spawnAnonymous(counting(0))
      Thread.sleep(200) // until the subscription counts
      for message <- List("add", "add", "what", "say", "stop", "say", "last") do ref ! message
  )

  same("stashed messages come first, in their order")(trace =>
    Programs.brine(trace): system =>
      def open: Behavior[String] = Behavior.receive: message =>
        trace.say(message)
        if message == "end" then trace.end()
      val ref = system.spawn(Behavior.receive[String]:
        case "open" =>
          context.unstashAll()
          open
        case other => context.stash(other))
      for message <- List("a", "b", "open", "c", "end") do ref ! message
  )(trace =>
    Programs.pekko(trace): context =>
      def open: typed.Behavior[String] = Behaviors.receiveMessage: message =>
        trace.say(message)
        if message == "end" then trace.end()
        Behaviors.same
      val ref = context.spawnAnonymous(Behaviors.withStash[String](10): stash =>
        Behaviors.receiveMessage:
          case "open" => stash.unstashAll(open)
          case other  =>
            stash.stash(other)
            Behaviors.same)
      for message <- List("a", "b", "open", "c", "end") do ref ! message
  )

  // ---- Timers -------------------------------------------------------------------------------------------------------

  same("a timer replaces the one of its key, and a canceled one sends nothing, even what waits already")(trace =>
    Programs.brine(trace): system =>
      system.spawn(Behavior.setup[String]:
        context.startTimer("key", "replaced", 10.millis)
        context.startTimer("key", "replacement", 20.millis)
        context.startTimer("other", "canceled", 1.milli)
        Thread.sleep(60)
        context.cancelTimer("other"): Unit
        context.startTimer("end", "end", 100.millis)
        Behavior.receive: message =>
          trace.say(message)
          if message == "end" then trace.end()): Unit
  )(trace =>
    Programs.pekko(trace): context =>
      context.spawnAnonymous(Behaviors.withTimers[String]: timers =>
        timers.startSingleTimer("key", "replaced", 10.millis)
        timers.startSingleTimer("key", "replacement", 20.millis)
        timers.startSingleTimer("other", "canceled", 1.milli)
        Thread.sleep(60)
        timers.cancel("other")
        timers.startSingleTimer("end", "end", 100.millis)
        Behaviors.receiveMessage: message =>
          trace.say(message)
          if message == "end" then trace.end()
          Behaviors.same): Unit
  )

  // ---- Watching and stopping ----------------------------------------------------------------------------------------

  same("watching an actor that has stopped already")(trace =>
    Programs.brine(trace): system =>
      val gone = system.spawn(Behavior.receive[String](_ => Behavior.stopped))
      gone ! "stop"
      system.spawn(Behavior.setup[String]:
        Thread.sleep(50)
        context.watch(gone)
        Behavior
          .receive[String](_ => ())
          .onSignal:
            case Signal.Terminated(ref, cause) =>
              trace.say(s"terminated: ${ref == gone}")
              trace.end()): Unit
  )(trace =>
    Programs.pekko(trace): context =>
      val gone = context.spawnAnonymous(Behaviors.receiveMessage[String](_ => Behaviors.stopped))
      gone ! "stop"
      context.spawnAnonymous(Behaviors.setup[String]: context =>
        Thread.sleep(50)
        context.watch(gone)
        Behaviors.receiveSignal:
          case (_, typed.Terminated(ref)) =>
            trace.say(s"terminated: ${ref == gone}")
            trace.end()
            Behaviors.same): Unit
  )

  same("children stop before their parent, and the parent's own signal comes last")(trace =>
    Programs.brine(trace): system =>
      // The last one to begin has the first one stop.
      def level(n: Int, top: Option[ActorRef[String]]): Behavior[String] = Behavior.setup:
        val first = top.getOrElse(context.self)
        val child = if n < 3 then Some(context.spawn(level(n + 1, Some(first)))) else None
        if n == 3 then first ! "stop"
        Behavior
          .receive[String]:
            case "stop" => Behavior.stopped
            case _      => ()
          .onSignal:
            case Signal.Stopped =>
              trace.say(s"level $n stopped, ${child.size} children")
              if n == 1 then trace.end()
      system.spawn(level(1, None)): Unit
  )(trace =>
    Programs.pekko(trace): context =>
      def level(n: Int, top: Option[typed.ActorRef[String]]): typed.Behavior[String] = Behaviors.setup: context =>
        val first = top.getOrElse(context.self)
        val child = if n < 3 then Some(context.spawnAnonymous(level(n + 1, Some(first)))) else None
        if n == 3 then first ! "stop"
        Behaviors
          .receiveMessage[String]:
            case "stop" => Behaviors.stopped
            case _      => Behaviors.same
          .receiveSignal:
            case (_, typed.PostStop) =>
              trace.say(s"level $n stopped, ${child.size} children")
              if n == 1 then trace.end()
              Behaviors.same
      context.spawnAnonymous(level(1, None)): Unit
  )

  differs("a watcher that does not handle the end of what it watches", "`DeathPactException`")(
    trace =>
      Programs.brine(trace): system =>
        val watched = system.spawn(Behavior.receive[String](_ => Behavior.stopped))
        val watcher = system.spawn(Behavior.setup[String]:
          context.watch(watched)
          Behavior.receive: message =>
            trace.say(message)
            trace.end())
        watched ! "stop"
        Thread.sleep(200)
        watcher ! "still there"
    ,
    "still there"
  )(
    trace =>
      Programs.pekko(trace): context =>
        val watched = context.spawnAnonymous(Behaviors.receiveMessage[String](_ => Behaviors.stopped))
        context.spawnAnonymous(Behaviors.setup[String]: context =>
          context.watch(watched)
          Behaviors
            .receiveMessage[String](_ => Behaviors.same)
            .receiveSignal:
              case (_, typed.PostStop) =>
                trace.say("stopped")
                trace.end()
                Behaviors.same): Unit
        watched ! "stop"
    ,
    "stopped"
  )
