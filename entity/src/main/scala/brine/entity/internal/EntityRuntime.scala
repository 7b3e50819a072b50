package brine.entity.internal

import brine.actor.internal.support.StackProbe
import brine.actor.{ActorSystem, ReplyTimer, SystemInternals}
import brine.codec.Codec
import brine.codec.inspect.internal.Escaped
import brine.entity.{Entity, EntityError, EntitySettings}
import brine.journal.{AppendBatch, Appended, EventLog, Level, Offset}
import java.time.Instant
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedDeque, Semaphore, TimeUnit}

/** The entities of one type in this process. Thread-safe. */
private[entity] final class EntityRuntime[C[+_], E, S](
    val entity: Entity[C, E, S],
    val log: EventLog,
    actors: ActorSystem,
    val settings: EntitySettings,
    val host: EntityHost
):
  import EntityRuntime.*
  private implicit val states: Codec[StateRecord[S]] = StateRecord.codec(using entity.stateCodec)

  private val inMemory = ConcurrentHashMap[String, EntityActor[C, E, S]]()
  private val permits  = Semaphore(settings.maxPendingCommands)
  private val loading  = Semaphore(settings.maxLoading)
  private val replies  = ReplyStreams(entity)
  private val original = OriginalReply(entity, log, replies)
  private val warnings = StateWarnings(log, host)
  private val loader   = StateLoader(entity, log, settings.auditOneIn, warnings, host.ownsThreads)
  private val began    = host.nanoTime

  // At how many entities in memory it is looked at once which may leave.
  private val farTooMany: Long = settings.maxInMemory.toLong * 9 / 8

  val sizes: StateSizes[S] = StateSizes(settings.maxStateBytes)(using entity.stateCodec)

  /** Notes the size of a state that is in memory. */
  def resized(before: Int, now: Int): Unit = if sizes.replace(before, now) then LockSupport.unpark(sweeping)

  val encoder: DecisionEncoder[C, E, S] = DecisionEncoder(entity, replies)

  @volatile private var closed = false

  val fold: Int              = entity.fold
  val eventFingerprint: Long = entity.eventCodec.fingerprint
  val saveEvery: Int         = entity.saves.events

  /** The fewest events since the last saved state for which an entity that leaves memory saves its state. */
  val worthSaving: Int = saveEvery / 10

  val savesWhenLeaving: Boolean = entity.saves.whenPassivated && saveEvery > 0

  def system: SystemInternals       = actors
  def described(id: String): String = s"${entity.name} '${inLine(id)}'"
  def nameOf(command: Any): String  = replies.nameOf(command)
  def count: Int                    = inMemory.size

  /** The time in ticks of some 67 ms, since this runtime began. */
  def ticks: Int = ((host.nanoTime - began) >> TickBits).toInt

  /** The time now, not before that of an earlier event or decision. */
  def timeAfter(micros: Long): Instant = EventFold.instantOf(math.max(EventFold.microsOf(host.now), micros))

  // ---- Requests -----------------------------------------------------------------------------------------------------

  /** Takes a permit for each of some commands; false if there are none in time. */
  def enter(nanos: Long, commands: Int = 1): Boolean =
    if nanos > 0 then permits.tryAcquire(commands, nanos, TimeUnit.NANOSECONDS) else permits.tryAcquire(commands)

  /** Its place among all of this process: who needs permits of several takes them in this order. */
  val number: Long = Created.getAndIncrement()

  /** Returns a permit. */
  def leave(): Unit = permits.release()

  /** Hands a request that has a permit to its entity: to its next actor, if one has left memory or has ended. If that
    * fails, because the stack ends for instance, the permit is returned.
    */
  def send(request: EntityRequest): Unit = releasing(request):
    if closed then request.fail(closedError(request.id))
    else if actors.hasEnded then request.fail(EntityError.Closed(described(request.id), "the actor system has ended"))
    else actorOf(request.id).sendRequest(request, request)

  /** The same for a request whose caller does not wait: arms its timeout. */
  def sendArmed(request: EntityRequest): Unit =
    releasing(request)(request.endAt(system.nanoTime + request.timeoutNanos))
    send(request)

  private inline def releasing(request: EntityRequest)(inline body: Unit): Unit =
    try body
    catch
      case failed: Throwable =>
        request.release()
        throw failed

  def closedError(id: String): EntityError = EntityError.Closed(described(id), "the entities are closed")

  def disarm(timer: ReplyTimer): Unit = system.disarm(timer): Unit

  private def actorOf(id: String): EntityActor[C, E, S] =
    val known = inMemory.get(id)
    if known != null then known
    else
      val fresh = EntityActor(this, id)
      actors.detach(fresh): Unit
      val other = inMemory.putIfAbsent(id, fresh)
      if other != null then other
      else
        if inMemory.size > farTooMany then LockSupport.unpark(sweeping)
        fresh

  /** Loads entities in one pass over the log. */
  val preload: Preload[C, E, S] = Preload(this, inMemory, actors)

  def forget(actor: EntityActor[C, E, S]): Unit =
    preload.leaves(actor.id)
    // Only if it is still the entity's actor: who waits for the entity waits for the newest one.
    if inMemory.remove(actor.id, actor) then evictions.left(actor.id)

  // ---- Work ---------------------------------------------------------------------------------------------------------

  private val works  = ConcurrentLinkedDeque[Work]()
  private val pooled = AtomicInteger()

  def takeWork(): Work =
    val kept = works.pollFirst
    if kept == null then Work()
    else
      pooled.decrementAndGet(): Unit
      kept

  def giveBack(work: Work): Unit =
    if !work.isLarge then
      if pooled.incrementAndGet() > MostPooled then pooled.decrementAndGet(): Unit
      else
        work.reset()
        works.addFirst(work)

  // ---- The log ------------------------------------------------------------------------------------------------------

  def append(batch: AppendBatch, actor: EntityActor[C, E, S]): Unit = log.appendBatch(batch, actor, 0, waits = false)

  /** Answers a request whose key was used before, as it was answered then. Reads the log on another thread. */
  def answerOriginal(request: EntityRequest, from: Appended): Unit =
    val described = this.described(request.id)
    host.startFor(request)(original.answer(request, described, from))

  private val earlier = EarlierSending(log, replies, original, host)

  /** Fails a request with a key, unless its key was used before: then it is answered as it was then. Asks the log on
    * another thread.
    */
  def failUnlessExecuted(request: EntityRequest, error: EntityError): Unit =
    val described = this.described(request.id)
    host.startFor(request)(earlier.failUnlessExecuted(request, described, error))

  /** Loads the state of an entity on another thread, and tells the entity. */
  def load(actor: EntityActor[C, E, S]): Unit =
    val described = this.described(actor.id)
    host.start: () =>
      loading.acquireUninterruptibly()
      val message =
        try loadedState(actor.id, described)
        finally loading.release()
      tellSurely(actor, message)

  private def loadedState(id: String, described: String): EntityMessage =
    try
      loader
        .load(id, described)
        .fold(EntityMessage.NotLoaded(_), loaded => EntityMessage.Loaded(loaded, sizes.measure(loaded.state)))
    catch
      // Whatever it is, such as a lack of memory: the entity does nothing before it gets a message.
      case failed: Throwable =>
        EntityLog.warn(s"$described could not be loaded, and is loaded again", failed)
        EntityMessage.LoadFailed

  private def tellSurely(actor: EntityActor[C, E, S], message: EntityMessage): Unit =
    var isTold = false
    while !isTold do
      try
        actor.tell(message)
        isTold = true
      catch case _: Throwable => Thread.`yield`()

  /** Loads version and state of an entity as a command would, for a test that compares them. Blocks while it reads. */
  def loaded(id: String): Either[EntityError, (Long, S)] =
    loader.load(id, described(id)).map(loaded => (loaded.version, loaded.state))

  /** A state that was folded from all events, with the version that is saved. Whether one with few events is saved does
    * not matter, so nobody looks. Blocks while it reads.
    */
  def withSaved(id: String, loaded: LoadedState[S]): LoadedState[S] =
    if saveEvery > 0 && loaded.version >= math.max(1, worthSaving) then
      loaded.savedAt(loader.savedVersion(id, described(id)))
    else loaded

  def save(id: String, offset: Offset, record: StateRecord[S]): Unit =
    val heard = warnings.ofSave(described(id), saveEvery)
    log.states.save(entity.stream(id), offset, record, Level.OsCache, heard, 0, waits = false)

  /** The pause before a load, after some failures in a row. */
  def backoffMillis(failures: Int): Long =
    math.max(1, settings.backoff.delayNanos(failures, host.random()) / 1_000_000)

  // ---- Leaving memory -----------------------------------------------------------------------------------------------

  private val idle      = entity.passivation.idle
  private val idleTicks =
    if idle.isFinite then math.max(1, math.min(idle.toNanos >> TickBits, Int.MaxValue.toLong).toInt) else -1

  private val sweeper = Sweeper[EntityActor[C, E, S]](
    inMemory,
    _.used,
    _.bytes,
    _.tell(EntityMessage.Leave),
    idleTicks,
    settings.maxInMemory,
    settings.maxStateBytes
  )

  private val sweeping: Thread =
    Thread.ofVirtual.name(s"brine-entities-${entity.name}").unstarted(() => sweepUntilClosed())

  // Whether the last look at them has failed; of the thread.
  private var hasFailed = false

  private def sweepUntilClosed(): Unit =
    val short = if idleTicks < 0 then LongestPause else math.max(idle.toNanos / 8, ShortestPause)
    val pause = math.min(LongestPause, short)
    // What is lent when they are closed may have to be given back here.
    while !closed || pending > 0 && !actors.hasEnded do
      // Also a pause takes memory. If this thread ended for a lack of it, no entity would leave memory any more.
      try
        // Not more often, although more entities than allowed are in use.
        host.pause(ShortestPause, pause)
        returns.retry()
        if !closed then sweeper.sweep(ticks)
        hasFailed = false
      catch
        case failed: Throwable =>
          if !hasFailed then EntityLog.warn(s"the entities of ${entity.name} could not leave memory", failed)
          hasFailed = true
          Thread.`yield`()

  /** Begins to look for entities that leave memory. */
  def begin(): Unit = sweeping.start()

  private val evictions = Evictions()

  /** Whether an entity leaves memory as soon as no command is pending. */
  def mustLeave(id: String): Boolean = evictions.contains(id)

  /** Removes an entity from memory when all that it has decided is durable.
    *
    * @param left
    *   called when it is not in memory any more
    */
  def evict(id: String)(left: () => Unit): Unit =
    val actor = inMemory.get(id)
    if actor == null then left()
    else
      evictions.add(id, left)
      actor.tell(EntityMessage.Leave)
      // It may have left before, or nobody may be left to tell.
      if !inMemory.containsKey(id) || actors.hasEnded then evictions.left(id)

  /** Asks all to leave memory now. Those with pending commands stay. */
  def askToLeave(): Unit = inMemory.values.forEach(_.tell(EntityMessage.Leave))

  // ---- Deciding together --------------------------------------------------------------------------------------------

  private val returns = Returns()

  /** Has an entity given back that was lent, where the borrower cannot do it. */
  def returnLater(request: JoinRequest): Unit =
    returns.add(request)
    try LockSupport.unpark(sweeping)
    catch case _: Throwable => () // the next look finds it

  // The threads that run a function for which entities are lent.
  private val deciding = ConcurrentHashMap.newKeySet[Thread]()

  /** Notes that this thread runs a function for which entities are lent. False if it does so already. */
  def beginDeciding(): Boolean = deciding.add(Thread.currentThread)

  /** Notes the end of what [[beginDeciding]] has begun. */
  def endDeciding(): Unit = deciding.remove(Thread.currentThread): Unit

  // ---- Closing ------------------------------------------------------------------------------------------------------

  def isClosed: Boolean = closed

  /** Number of commands that have a permit. */
  def pending: Int = settings.maxPendingCommands - permits.availablePermits

  /** Finishes what is decided, and refuses the rest. Waits until no command is pending.
    *
    * @throws IllegalStateException
    *   in a function that entities decide together with, which it would wait for
    */
  def close(): Unit =
    if deciding.contains(Thread.currentThread) then
      throw IllegalStateException(
        s"closing the entities of ${entity.name} in a function of Entities.together that has borrowed some of them " +
          "would wait for that function: close them after it"
      )
    StackProbe.require() // before it takes the permits
    beginClosing()
    // Without actors nothing goes through any more.
    if !actors.hasEnded then
      permits.acquireUninterruptibly(settings.maxPendingCommands)
      permits.release(settings.maxPendingCommands)

  /** The same for a thread that may be interrupted. */
  def closeInterruptibly(): Unit =
    beginClosing()
    permits.acquire(settings.maxPendingCommands)
    permits.release(settings.maxPendingCommands)

  /** Refuses further commands, and those that are not decided on yet. Does not wait. */
  def beginClosing(): Unit =
    closed = true
    LockSupport.unpark(sweeping)
    inMemory.values.forEach(_.tell(EntityMessage.Close))

private[entity] object EntityRuntime:
  private val Created = AtomicLong()

  private inline val TickBits      = 26
  private inline val LongestPause  = 1_000_000_000L
  private inline val ShortestPause = 10_000_000L
  private inline val MostPooled    = 1_024
  private inline val LongestInLine = 200

  /** A name as part of one line: it may hold input, which must not forge a line of a log. */
  def inLine(name: String): String = Escaped.clipped(name, LongestInLine)
