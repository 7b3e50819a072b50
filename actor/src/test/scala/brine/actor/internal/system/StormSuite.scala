package brine.actor.internal.system

import brine.actor.*
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.{ConcurrentLinkedQueue, ThreadLocalRandom}
import scala.concurrent.Promise
import scala.concurrent.duration.*

/** Everything at once, at random: what is spawned ends once, and what is sent is handled or a dead letter. */
class StormSuite extends ActorTest:
  import StormSuite.*

  for (what, workers) <- List(("one worker", 1), ("two workers", 2), ("more workers than cores", 8)) do
    test(s"on $what"):
      val storm = Storm()
      withSystem(ActorSystemSettings(workers = workers, listener = storm, batch = Batch(messages = 5))): system =>
        for round <- 1 to 4 do
          val tops =
            List.fill(10)(system.spawn(storm.member(4), storm.options().copy(supervision = Supervision.resume)))
          val before = storm.handled.get
          // Those that wait for futures get on, also while all is being ended.
          val completer = Thread
            .ofVirtual()
            .start: () =>
              while storm.completeOne() || !tops.forall(_.targetCell.cellClosed) do Thread.`yield`()
          eventually(s"round $round: enough is handled"):
            (1 to 100).foreach(_ => storm.send(tops(storm.random(10))))
            storm.handled.get - before > 8000
          tops.foreach(system.stop)
          eventually(s"round $round: all top actors end")(tops.forall(_.targetCell.cellClosed))
          completer.join()
        eventually("all actors end")(storm.spawned.get == storm.stopped.get)
        def accounted: Long =
          val letters = system.statistics.deadLetters
          storm.handled.get + letters(DeadLetterReason.Stopped) + letters(DeadLetterReason.MailboxFull)
        eventually("all messages are accounted for")(accounted == storm.sent.get)
        assertEquals(storm.twice.get, 0)
        assert(storm.restarts.get > 0 && storm.stopped.get > 100, "hardly anything happened")

private object StormSuite:
  enum Message:
    case Work(replyTo: ActorRef[Message])
    case Tick

  final class Storm extends ActorListener:
    val spawned       = AtomicInteger()
    val stopped       = AtomicInteger()
    val twice         = AtomicInteger()
    val restarts      = AtomicInteger()
    val sent          = AtomicLong()
    val handled       = AtomicLong()
    private val ended = java.util.concurrent.ConcurrentHashMap.newKeySet[ActorRef[?]]()
    val promises      = ConcurrentLinkedQueue[Promise[Unit]]()

    override def onSpawn(ref: ActorRef[?]): Unit                          = spawned.incrementAndGet(): Unit
    override def onStop(ref: ActorRef[?], cause: Option[Throwable]): Unit =
      if !ended.add(ref) then twice.incrementAndGet(): Unit
      stopped.incrementAndGet(): Unit
    override def onFailure(ref: ActorRef[?], cause: Throwable, directive: Directive): Unit =
      if directive == Directive.Restart then restarts.incrementAndGet(): Unit

    def random(bound: Int): Int = ThreadLocalRandom.current.nextInt(bound)

    def send(to: ActorRef[Message]): Unit =
      sent.incrementAndGet()
      to ! Message.Work(null)

    /** False when nobody waits. */
    def completeOne(): Boolean =
      val promise = promises.poll()
      if promise != null then promise.success(())
      promise != null

    def options(): ActorOptions = ActorOptions(
      dispatcher = if random(10) == 0 then Dispatcher.Blocking
      else if random(6) == 0 then Dispatcher.NewestFirst
      else Dispatcher.Default,
      mailbox = if random(5) == 0 then Mailbox.Bounded(8, WhenFull.DropOldest) else Mailbox.Unbounded,
      supervision = random(12) match
        case 0         => Supervision.stop
        case 1         => Supervision.resume
        case 2         => Supervision.escalate
        case 3         => Supervision.restart(limit = 3)
        case 4 | 5 | 6 => Supervision.restart(limit = 1000)
        case _         => Supervision.restart().withBackoff(1.milli, 3.millis)
      ,
      siblings = SiblingStrategy.values()(random(3))
    )

    def member(depth: Int): Actor[Message] = new Member(this, depth)

  final class Member(storm: Storm, depth: Int) extends Actor[Message]:
    import storm.random
    private var known = Vector.empty[ActorRef[Message]]

    override protected def onStart(): Unit =
      if random(40) == 0 then throw ActorTest.Boom()

    override protected def onSignal(signal: Signal): Unit =
      if random(100) == 0 then throw ActorTest.Boom()

    override protected def onStop(): Unit =
      if context.children.nonEmpty then storm.twice.incrementAndGet(): Unit
      known.foreach(storm.send)

    protected def receive(message: Message): Unit = message match
      case Message.Work(_) if random(15) == 0 && context.stashSize < 100 =>
        context.stash(message) // counted when it comes back
      case Message.Work(replyTo) =>
        storm.handled.incrementAndGet()
        if replyTo != null then replyTo ! Message.Tick
        act()
      case Message.Tick => if random(3) == 0 then act()

    private def act(): Unit = random(24) match
      case 0 | 1 | 2 | 3 =>
        if depth > 0 && known.size < 6 then
          val child = context.spawn(storm.member(depth - 1), storm.options())
          known :+= child
          if random(2) == 0 then context.watch(child)
          (1 to 5).foreach(_ => storm.send(child))
      case 4 | 5 | 6 => if known.nonEmpty then (0 to random(30)).foreach(_ => storm.send(known(random(known.size))))
      case 7         =>
        if known.nonEmpty then
          val to = known(random(known.size))
          (1 to 40).foreach(_ => storm.send(to))
      case 8 => if random(3) == 0 then throw ActorTest.Boom()
      case 9 =>
        if known.nonEmpty && random(3) == 0 then
          context.stop(known.head)
          known = known.tail
      case 10 => context.startTimer(random(3), Message.Tick, random(3).millis)
      case 11 => context.startTimerAtFixedRate("rate", Message.Tick, 1.milli)
      case 12 =>
        val _ = context.cancelTimer("rate")
      case 13 => context.unstashAll()
      case 14 =>
        val promise = Promise[Unit]()
        if random(2) == 0 then promise.success(()) else storm.promises.add(promise): Unit
        context.suspendUntil(promise.future)(_ => if random(8) == 0 then throw ActorTest.Boom())
      case 15 =>
        if known.nonEmpty then
          storm.sent.incrementAndGet()
          val _ = known(random(known.size)).ask[Message](Message.Work(_), 5.seconds)
      case 16 => context.setReceiveTimeout(1.milli, Message.Tick)
      case 17 => if random(20) == 0 && depth < 4 then context.stopSelf()
      case 18 =>
        val _ = storm.completeOne()
      case 19 => if known.nonEmpty then context.unwatch(known.last)
      case _  => storm.send(context.self)
