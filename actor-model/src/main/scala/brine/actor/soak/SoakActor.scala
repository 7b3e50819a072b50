package brine.actor.soak

import brine.actor.*
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future}

/** The state that survives the restarts of a [[SoakActor]]. */
final class SoakState(val traffic: Traffic, seed: Long, val depth: Int, val blocking: Boolean):
  val random = SplittableRandom(seed)
  val sender = traffic.newSender()

  /** The last number of each sender. Owned by the actor, like all fields below. */
  val latest   = java.util.HashMap[Long, Integer]()
  val inside   = AtomicBoolean(false)
  var stashing = false

/** An actor that does everything at random: it sends, spawns, stops, fails, asks, waits, stashes messages, starts and
  * cancels timers. It checks that it handles one message at a time, and those of one sender in their order.
  */
final class SoakActor(state: SoakState) extends Actor[Soaked]:
  import state.*
  private val ledger = traffic.ledger

  override protected def onStart(): Unit =
    // The place is the actor's own choice, so what registers here may come before or after what the parent does.
    traffic.register(random.nextInt(traffic.places), self)
    if random.nextInt(4) == 0 then context.startTimer(1, Tick, random.nextInt(20).millis)

  override protected def onStop(): Unit =
    // What an actor sends as the last thing must arrive as well.
    if random.nextInt(8) == 0 then (1 to random.nextInt(100)).foreach(_ => send(0))

  override protected def onSignal(signal: Signal): Unit = signal match
    case Signal.Terminated(_, _) => send(1)
    case _                       => ()

  protected def receive(message: Soaked): Unit = message match
    case work: Work => if stashing then putAside(work) else handle(work)
    case Tick       =>
      ledger.ticks.increment()
      if random.nextBoolean() then context.startTimer(1, Tick, random.nextInt(20).millis)
      if random.nextInt(4) == 0 then send(3)
    case Unstash =>
      stashing = false
      context.unstashAll()
    case Ask(replyTo) => if random.nextInt(8) != 0 then replyTo ! random.nextInt()

  private def putAside(work: Work): Unit =
    try context.stash(work)
    catch
      case full: RuntimeException =>
        ledger.handled.increment()
        throw full

  private def handle(work: Work): Unit =
    if !inside.compareAndSet(false, true) then ledger.broken.add(s"two handlers of $self at once"): Unit
    ledger.handled.increment()
    val before = latest.put(work.sender, work.number)
    if before != null && before >= work.number then
      ledger.broken.add(s"${work.number} after $before from sender ${work.sender} to $self"): Unit
    try act(work.left)
    finally inside.set(false)

  private def act(left: Int): Unit =
    if blocking && random.nextInt(16) == 0 then Thread.sleep(1)
    if left > 0 then
      send(left - 1)
      // A run of messages to one busy target is collected before it is sent.
      if random.nextInt(32) == 0 then
        val place = random.nextInt(traffic.places)
        (1 to random.nextInt(150)).foreach(_ => sender.send(place, 0))
    random.nextInt(200) match
      case 0               => spawnChild()
      case 1               => context.children.headOption.foreach(context.stop)
      case 2               => context.stopSelf()
      case 3               => throw SoakFailure
      case 4               => startStashing()
      case 5               => suspend()
      case 6               => ask()
      case 7               => context.cancelTimer(1): Unit
      case 8               => context.startTimerAtFixedRate(2, Tick, (1 + random.nextInt(10)).millis)
      case 9               => context.cancelTimer(2): Unit
      case 10 | 11         => watchSomeone()
      case 12 if depth < 4 => (1 to 3).foreach(_ => spawnChild())
      case _               => ()

  private def send(left: Int): Unit = sender.send(random.nextInt(traffic.places), left)

  private def spawnChild(): Unit =
    if depth < 6 then
      val blocks = !traffic.parks && random.nextInt(8) == 0
      val child  = SoakState(traffic, random.nextLong(), depth + 1, blocks)
      context.spawn(SoakActor(child), SoakOptions.random(random, blocks, traffic.parks)): Unit

  private def startStashing(): Unit =
    stashing = true
    context.startTimer(3, Unstash, random.nextInt(5).millis)

  private def suspend(): Unit =
    ledger.suspended.increment()
    val later =
      if random.nextBoolean() then Future(random.nextInt())(using ExecutionContext.global)
      else Future.successful(1)
    context.suspendUntil(later)(_ => if random.nextInt(16) == 0 then throw SoakFailure)

  private def ask(): Unit =
    val target = traffic.at(random.nextInt(traffic.places))
    if target != null then
      ledger.asked.increment()
      target.ask(Ask(_), 2.seconds).onComplete(_ => ledger.answered.increment())(using ExecutionContext.parasitic)

  private def watchSomeone(): Unit =
    val other = traffic.at(random.nextInt(traffic.places))
    if other != null && (other ne self) then
      if random.nextInt(4) == 0 then context.unwatch(other) else context.watch(other)

/** Thrown by the handlers of a storm. */
object SoakFailure extends RuntimeException("a failure of a storm", null, false, false)
