package brine.entity.internal

import brine.actor.Actor
import brine.codec.EncodeError
import brine.entity.{Answer, EntityError}
import brine.journal.{AppendError, AppendListener, EncodedAppend, Offset}
import scala.concurrent.duration.{FiniteDuration, MILLISECONDS}

/** One entity in memory: the state that its accepted events lead to, and its pending commands.
  *
  * One append is pending at a time. Commands that arrive meanwhile are decided on the accepted state, and their events
  * are gathered for the next append. A second append must not be pending behind the first: if the first is refused
  * because of another writer, that writer's events may give the stream just the version that the second expects. Then
  * events would be stored that follow from a state that never was.
  *
  * A reply leaves once every event that it follows from is durable. A refusal revokes the accepted state. Then commands
  * of which nothing was written are decided on again, on the state before or on one that is loaded.
  */
private[internal] final class EntityActor[C[+_], E, S](runtime: EntityRuntime[C, E, S], val id: String)
    extends Actor[Any],
      AppendListener:
  import EntityActor.*
  import EntityMessage.*

  // Every entity in memory has these fields: there may be a million.
  private var state: S          = null.asInstanceOf[S]
  private var version: Long     = 0 // of the accepted state
  private var offset: Long      = 0 // of the last durable event
  private var micros: Long      = 0 // time of the last durable event, or of a later decision
  private var saved: Long       = 0 // version of the last state that was saved
  private var work: Work | Null = null
  private var phase: Int        = Unloaded

  /** When it was last used, in the runtime's ticks. */
  @volatile var used: Int = runtime.ticks

  /** The encoded size of its state when that was last measured, 0 if it was not. */
  @volatile var bytes: Int = 0

  /** Gives it a state, before others know it. */
  def startWith(loaded: LoadedState[S], size: Int): Unit =
    state = loaded.state
    version = loaded.version
    offset = loaded.offset
    micros = loaded.micros
    saved = loaded.saved
    phase = Ready
    resize(size)

  protected def receive(message: Any): Unit = message match
    case request: EntityRequest => take(request)
    case appended: Appended     => complete(appended)
    case refused: Refused       => revoke(refused.error)
    case loaded: Loaded         => begin(loaded.state.asInstanceOf[LoadedState[S]], loaded.bytes)
    case failed: NotLoaded      => delay(failed.error)
    case LoadFailed             => delay(null)
    case returned: Returned     => resume(returned)
    case ReturnedUnknown        => if phase == Lent then loadAfter(0)
    case Retry                  => retry()
    case Leave                  => leave()
    case Close                  => close()
    case _                      => ()

  // The runtime has no reason to stop it; if it fails all the same, no caller must wait for it.
  override protected def onStop(): Unit =
    runtime.forget(this)
    phase = Left
    resize(0)
    val now = work
    if now != null then
      val reason = "its actor has failed, or was stopped"
      if now.isWriting then now.written.failCommands(EntityError.OutcomeUnknown(described, reason))
      val closed = EntityError.Closed(described, reason)
      now.written.failAll(closed)
      now.gathered.failAll(closed)
      now.failWaiting(closed)

  private def described: String = runtime.described(id)
  private def stream: String    = runtime.entity.stream(id)

  private def busy: Work =
    if work == null then work = runtime.takeWork()
    work.nn

  /** Gives back what it does not need now. */
  private def rest(): Unit =
    val now = work
    if now != null && now.isEmpty then
      work = null
      runtime.giveBack(now)
    if work == null && (runtime.isClosed || runtime.mustLeave(id)) then leave()

  // ---- Commands -----------------------------------------------------------------------------------------------------

  private def take(request: EntityRequest): Unit =
    if phase == Left then runtime.send(request)
    else
      request.taken = true
      used = runtime.ticks
      if runtime.isClosed then
        request.fail(runtime.closedError(id))
        rest()
      else if phase == Ready && mayDecide(request) then decide(request)
      else
        busy.await(request)
        if phase == Unloaded then load()

  // Not before commands that wait, so that each sender's are executed in order.
  private def mayDecide(request: EntityRequest): Boolean =
    val now = work
    now == null || now.waiting.isEmpty && now.mayGather(request)

  private def decide(request: EntityRequest): Unit =
    // Nobody waits for it any more.
    if request.hasEnded then
      request.release()
      rest()
    else if request.atLeast > version then reach(request)
    else
      request match
        case join: JoinRequest => lend(join)
        case _                 => decideOn(request)

  /** Loads the state again for a command that must see a newer one: other writers have appended. */
  private def reach(request: EntityRequest): Unit =
    val now = busy
    // The pending append will be refused.
    if now.isWriting then
      now.isBarred = true
      now.waiting.addFirst(request)
    else
      request.attempts += 1
      if request.attempts < runtime.settings.maxAttempts then
        now.waiting.addFirst(request)
        // Their events may not be durable yet.
        loadAfter(if request.attempts == 1 then 0 else 1L << math.min(request.attempts, MostConflictBits))
      else
        failUnlessExecuted(request, EntityError.Conflicting(described, request.attempts))
        rest()

  private def decideOn(request: EntityRequest): Unit =
    val before             = state
    var after              = before
    var in                 = "decide"
    var added              = Queried
    var events             = 0
    var decidedAt          = micros
    var error: EntityError = null
    try
      val at       = runtime.host.at(runtime.timeAfter(micros))
      val decision = runtime.entity.decide(before, request.command.asInstanceOf[C[Any]])(using at)
      request.reply = decision.reply
      events = decision.events.size
      if events > 0 || request.key != null then
        in = "evolve"
        decision.events.foreach(event => after = EventFold.nonNull(runtime.entity.evolve(after, event)))
        in = "a codec or tags"
        val gathered = busy.gathered
        if gathered.isEmpty then gathered.begin(before, version)
        added = runtime.encoder.add(gathered, request, decision.events, stream, version)
        decidedAt = EventFold.microsOf(at.time)
    catch
      case failed: EncodeError => error = EntityError.Unencodable(described, runtime.nameOf(request.command), failed)
      case UserFailure(failed) => error = EntityError.Failed(described, runtime.nameOf(request.command), in, failed)
      case fatal: Throwable    =>
        // With a key it may have been executed before, which cannot be looked up now.
        if request.key != null then request.fail(EntityError.OutcomeUnknown(described, FailureText.of(fatal)))
        else request.fail(EntityError.Failed(described, request.command.getClass.getSimpleName, in, fatal))
        throw fatal
    if error != null then end(request, error)
    else
      added match
        case Queried                 => settle(request)
        case DecisionEncoder.TooMany =>
          val reason = s"it has more than ${EncodedAppend.MostEvents} events"
          end(request, EntityError.TooLarge(described, runtime.nameOf(request.command), reason))
        case DecisionEncoder.NoRoom =>
          // It is decided on again for the next append.
          busy.gathered.isClosed = true
          busy.waiting.addFirst(request)
        case _ =>
          state = after
          version += events
          micros = decidedAt
          if !busy.isWriting then write()

  /** Ends a command that cannot be executed. */
  private def end(request: EntityRequest, error: EntityError): Unit =
    val now = work
    if request.key != null && now != null && now.isWriting then
      // The pending append may be that of an earlier sending. It is decided on again afterward.
      now.isBarred = true
      now.waiting.addFirst(request)
    else
      failUnlessExecuted(request, error)
      rest()

  /** Ends a command with an error, or with its reply if an earlier sending was executed. No append is pending. */
  private def failUnlessExecuted(request: EntityRequest, error: EntityError): Unit =
    if request.key == null then request.fail(error) else runtime.failUnlessExecuted(request, error)

  /** A reply without events leaves when everything that it saw is durable. */
  private def settle(request: EntityRequest): Unit =
    val now = work
    if now == null || !now.isWriting then
      request.answer(Answer(request.reply, Offset(offset)))
      rest()
    else now.follow(request)

  /** Decides on the commands that wait, as far as possible. */
  private def proceed(): Unit =
    var now = work
    while now != null && phase == Ready && !now.waiting.isEmpty && now.mayGather(now.waiting.peekFirst) do
      decide(now.waiting.pollFirst)
      now = work
    rest()

  // ---- Deciding together --------------------------------------------------------------------------------------------

  /** Lends its state to several entities that decide together. Nothing is decided on before it returns. */
  private def lend(join: JoinRequest): Unit =
    if join.grant(Answer(LentState(this, state, version, micros), Offset(offset))) then phase = Lent
    rest()

  private def resume(returned: Returned): Unit =
    if phase == Lent then
      val before = version
      state = returned.state.asInstanceOf[S]
      version = returned.version
      offset = returned.offset
      micros = returned.micros
      phase = Ready
      measureIfDue(before, version)
      saveIfDue()
      proceed()

  // ---- Appends ------------------------------------------------------------------------------------------------------

  private def write(): Unit =
    busy.beginWriting(offset)
    append()

  private def append(): Unit =
    try runtime.append(busy.written.batch, this)
    catch case UserFailure(failed) => lose(s"the log failed with ${FailureText.of(failed)}")

  // On a thread of the log, or on this one within `append`. Callers that wait are answered here, which runs no code of
  // users: so they need not wait for a worker. Several are answered while a worker writes what was gathered meanwhile.
  def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    val now     = work
    val done    = if now != null && now.isWriting then now.written else null
    val callers = if done == null then null else done.callers
    try if done != null && callers == null then done.answerCaller(first.sequence)
    finally tell(Appended(first.sequence, micros))
    if callers != null then callers.answer(first.sequence)

  // A message, too, if it comes at once: the commands that wait may be many, and each may be refused, which must not
  // take stack.
  def rejected(context: Long, error: AppendError): Unit = tell(Refused(error))

  private def complete(appended: Appended): Unit =
    val now = work
    if now != null && now.isWriting then
      val done  = now.endWriting()
      val from  = done.versionBefore
      val until = from + done.events
      if done.events > 0 then offset = appended.first + done.records - 1
      if appended.micros > micros then micros = appended.micros
      // First the next append: replies take time, in which the log can work.
      try if !now.gathered.isEmpty then write()
      finally done.answer(appended.first)
      if work eq now then now.keep(done)
      measureIfDue(from, until)
      saveIfDue()
      proceed()

  /** The pending append was refused. */
  private def revoke(error: AppendError): Unit =
    val now = work
    if now != null && now.isWriting then
      error match
        case AppendError.Full =>
          now.isRefusedAsFull = true
          now.fulls += 1
          later(1L << math.min(now.fulls - 1, MostFullBits))
        case _: (AppendError.WrongVersion | AppendError.Conflict) => conflict(now)
        case AppendError.Duplicate(original)                      =>
          val request = now.written.requests.pollFirst
          restore(now)
          runtime.answerOriginal(request, original)
          proceed()
        case tooLarge: AppendError.TooLarge =>
          if now.written.commands > 1 then now.isOneByOne = true
          else
            val request = now.written.requests.pollFirst
            val failure = EntityError.TooLarge(described, runtime.nameOf(request.command), tooLarge.message)
            failUnlessExecuted(request, failure)
          restore(now)
          proceed()
        case unknown: AppendError.OutcomeUnknown => lose(unknown.message)
        case other                               =>
          val unavailable = EntityError.Unavailable(described, other)
          now.written.failCommands(unavailable)
          now.gathered.failCommands(unavailable)
          restore(now)
          proceed()

  /** Nothing was written: the state is again that before the append. */
  private def restore(now: Work): Unit =
    state = now.written.stateBefore.asInstanceOf[S]
    version = now.written.versionBefore
    now.revoke(_ => true)

  /** Other writers have appended to the stream. Their events may not be durable yet, so that it takes some loads. */
  private def conflict(now: Work): Unit =
    now.conflicts += 1
    now.revoke: request =>
      request.attempts += 1
      val mayAgain = request.attempts < runtime.settings.maxAttempts
      if !mayAgain then request.fail(EntityError.Conflicting(described, request.attempts))
      mayAgain
    loadAfter(if now.conflicts == 1 then 0 else 1L << math.min(now.conflicts, MostConflictBits))

  /** It is not known whether the events were written. */
  private def lose(reason: String): Unit =
    val now = busy
    now.written.failCommands(EntityError.OutcomeUnknown(described, reason))
    now.revoke(_ => true)
    loadAfter(0)

  // ---- Loading ------------------------------------------------------------------------------------------------------

  private def drop(): Unit =
    state = null.asInstanceOf[S]
    version = 0
    resize(0)

  private def load(): Unit =
    drop()
    phase = Loading
    runtime.load(this)

  /** Loads after some milliseconds, if there are commands that wait. */
  private def loadAfter(millis: Long): Unit =
    drop()
    // Closing waits for them, and a log that has failed may never be read again.
    if runtime.isClosed then busy.failWaiting(runtime.closedError(id))
    if busy.waiting.isEmpty then
      phase = Unloaded
      rest()
    else if millis == 0 then load()
    else
      phase = Delayed
      later(millis)

  private def begin(loaded: LoadedState[S], size: Int): Unit =
    if phase == Loading then
      state = loaded.state
      resize(size)
      version = loaded.version
      offset = loaded.offset
      saved = loaded.saved
      if loaded.micros > micros then micros = loaded.micros
      phase = Ready
      if work != null then work.nn.failures = 0
      proceed()

  private def delay(error: EntityError | Null): Unit =
    if phase == Loading then
      val now = busy
      now.failures += 1
      // Others wait until their timeout: the log may be available again by then.
      if error != null && StateLoader.isLasting(error.nn) then now.endWaiting(failUnlessExecuted(_, error.nn))
      else now.dropEnded()
      loadAfter(runtime.backoffMillis(now.failures))

  private def later(millis: Long): Unit = context.startTimer(this, Retry, FiniteDuration(millis, MILLISECONDS))

  private def retry(): Unit = phase match
    case Delayed => load()
    case Ready   =>
      val now = work
      if now != null && now.isRefusedAsFull then
        now.isRefusedAsFull = false
        append()
    case _ => ()

  // ---- Saving and leaving -------------------------------------------------------------------------------------------

  /** Measures the state, if these events were its last ones and it is time. */
  private def measureIfDue(before: Long, after: Long): Unit =
    if phase == Ready && runtime.sizes.isDue(before, after) then resize(runtime.sizes.measure(state))

  private def resize(now: Int): Unit =
    val before = bytes
    bytes = now
    runtime.resized(before, now)

  /** Saves the durable state, which is that before the pending append. */
  private def saveIfDue(): Unit =
    val due = runtime.saveEvery
    if due > 0 && phase == Ready then
      val now = work
      if now == null || !now.isWriting then
        if version - saved >= due then save(state, version)
      else if now.written.versionBefore - saved >= due then
        save(now.written.stateBefore.asInstanceOf[S], now.written.versionBefore)

  private def save(durable: S, at: Long): Unit =
    saved = at
    try
      val record = StateRecord(at, micros, runtime.fold, runtime.eventFingerprint, durable)
      runtime.save(id, Offset(offset), record)
    catch case UserFailure(failed) => EntityLog.warn(s"the state of $described cannot be saved", failed)

  private def leave(): Unit =
    if work == null && (phase == Ready || phase == Unloaded) then
      val isWorthSaving = version > saved && version - saved >= runtime.worthSaving && offset > 0
      if phase == Ready && runtime.savesWhenLeaving && isWorthSaving then save(state, version)
      phase = Left
      drop()
      runtime.forget(this)

  private def close(): Unit =
    if work != null then work.nn.failWaiting(runtime.closedError(id))
    if phase == Delayed then phase = Unloaded
    rest()

private[internal] object EntityActor:
  inline val Unloaded = 0
  inline val Loading  = 1
  inline val Ready    = 2
  inline val Delayed  = 3
  inline val Left     = 4
  inline val Lent     = 5

  /** What a decision without events is, beside the results of [[DecisionEncoder.add]]. */
  inline val Queried = -1

  /** The longest pauses, as powers of two in milliseconds. */
  inline val MostFullBits     = 5
  inline val MostConflictBits = 6
