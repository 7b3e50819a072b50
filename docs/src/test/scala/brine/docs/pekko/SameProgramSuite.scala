package brine.docs.pekko

import brine.actor.*
import java.nio.file.{Files, Path}
import org.apache.pekko.actor.typed.scaladsl.AskPattern.*
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.{typed, DeadLetter as PekkoDeadLetter}
import org.apache.pekko.util.Timeout
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.duration.*

/** Small programs, each written for Brine and for Pekko's typed actors. What they show is the same, line by line, or
  * differs as the page for those who come from Pekko says.
  */
class SameProgramSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private def same(name: String)(brine: Trace => Vector[String])(pekko: Trace => Vector[String]): Unit =
    test(name):
      val found = brine(Trace())
      assertEquals(found, pekko(Trace()))
      assert(found.nonEmpty && !found.contains("the program did not end"), found)

  /** @param words
    *   what the page says about it
    */
  private def differs(name: String, words: String)(brine: Trace => Vector[String], shown: String*)(
      pekko: Trace => Vector[String],
      there: String*
  ): Unit =
    test(name):
      assertEquals(brine(Trace()), shown.toVector)
      assertEquals(pekko(Trace()), there.toVector)
      assert(page.contains(words), s"docs/migration/from-akka-pekko.md does not say: $words")

  private val page = Files
    .readString(Path.of(sys.props("brine.home"), "docs", "migration", "from-akka-pekko.md"))
    .replaceAll("\\s+", " ")

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

  // ---- Failures -----------------------------------------------------------------------------------------------------

  private val broken = IllegalStateException("broken")

  differs("a child that fails, watched by its parent", "`ChildFailed` comes for every failure")(
    trace =>
      Programs.brine(trace): system =>
        system.spawn(Behavior.setup[String]:
          val child = context.spawn(
            Behavior
              .receive[String](_ => throw broken)
              .onSignal:
                case Signal.Stopped => trace.say("child stopped")
          )
          context.watch(child)
          child ! "fail"
          Behavior
            .receive[String](_ => ())
            .onSignal:
              case Signal.ChildFailed(_, cause, directive) => trace.say(s"failed: ${cause.getMessage}, $directive")
              case Signal.Terminated(_, cause)             =>
                trace.say(s"terminated: ${cause.map(_.getMessage)}")
                trace.end()): Unit,
    "child stopped",
    "failed: broken, Stop",
    "terminated: Some(broken)"
  )(
    trace =>
      Programs.pekko(trace): context =>
        context.spawnAnonymous(Behaviors.setup[String]: context =>
          val child = context.spawnAnonymous(
            Behaviors
              .receiveMessage[String](_ => throw broken)
              .receiveSignal:
                case (_, typed.PostStop) =>
                  trace.say("child stopped")
                  Behaviors.same
          )
          context.watch(child)
          child ! "fail"
          Behaviors.receiveSignal:
            case (_, typed.ChildFailed(_, cause)) =>
              trace.say(s"failed: ${cause.getMessage}")
              trace.end()
              Behaviors.same): Unit,
    "child stopped",
    "failed: broken"
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
