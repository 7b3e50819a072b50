package brine.entity.effect.internal

import brine.codec.Codec
import brine.entity.effect.{EffectsBegin, EffectsError, SetAsideEffect}
import brine.entity.internal.{LogFailure, UserFailure}
import brine.journal.*
import java.util.UUID
import java.util.concurrent.TimeoutException
import java.util.concurrent.locks.ReentrantLock

/** Stores in the log what was executed. Thread-safe.
  *
  * Each start of effects is a claim: an append to the stream of the position, as is each save. All expect the version
  * of the claim or of the save before. So whoever claims next ends this one, and two never store by turns. A stored
  * position is behind what was executed, never ahead, since a save begins after all that it says.
  */
private[effect] final class EffectStore(effects: String, name: String, log: EventLog):
  import EffectStore.*

  private val stream      = s"$Prefix-$name"
  private val asideStream = s"$Prefix.aside-$name"
  private val own         = UUID.randomUUID
  private val lock        = ReentrantLock()

  // Guarded by the lock.
  private var version         = 0L
  private var asideVersion    = 0L    // of the stream
  private var asideAt         = 0L    // see StoredPosition
  private var isInDoubt       = false // nobody knows whether it has appended
  @volatile private var saved = SavedEffects(Offset.Begin, Vector.empty, Vector.empty)

  /** What the log has, as far as is known. */
  def last: SavedEffects = saved

  /** Makes this the one that stores. Returns where to continue. */
  def claim(begin: EffectsBegin): Either[EffectsError, SavedEffects] = locked:
    var result = Option.empty[Either[EffectsError, SavedEffects]]
    var left   = MostClaims
    while result.isEmpty do
      left -= 1
      loaded() match
        case Left(error)                                => result = Some(Left(error))
        case Right(known) if known.runner.contains(own) =>
          adopt(known)
          result = Some(Right(saved))
        case Right(known) =>
          known.saved.fold(first(begin))(Right(_)).flatMap(kept(_, begin)) match
            case Left(error)  => result = Some(Left(error))
            case Right(state) =>
              val claim = StoredPosition(own, state.upTo.sequence, state.open, known.asideAt)
              appended(Seq(StreamAppend(stream, ExpectedVersion(known.version), Seq(claim)))) match
                case Right(appended) =>
                  adopt(known)
                  version = appended.version
                  saved = state
                  result = Some(Right(state))
                // Another one was first, or nobody knows: the stream says what is.
                case Left(AppendError.WrongVersion(_, _, _) | _: AppendError.OutcomeUnknown) if left > 0 =>
                  Thread.sleep(PauseMillis)
                case Left(error) => result = Some(Left(failed(error)))
    result.get

  private def first(begin: EffectsBegin): Either[EffectsError, SavedEffects] =
    val start = begin match
      case EffectsBegin.First         => Right(Offset.Begin)
      case EffectsBegin.Now           => reading(Right(log.durable))
      case EffectsBegin.After(offset) => notBeyondEnd(offset)
    start.map(SavedEffects(_, Vector.empty, Vector.empty))

  // Before the claim, which ends effects that are running: these might have what they need.
  private def kept(state: SavedEffects, begin: EffectsBegin): Either[EffectsError, SavedEffects] =
    if state.position == Offset.Begin && begin == EffectsBegin.After(Offset.Begin) then Right(state)
    else
      reading:
        val records = log.readAll[Stored](Offset(state.position.sequence + 1))
        try records.next().map(_ => state)
        finally records.close()

  /** Stores what was executed, unless it is stored already.
    *
    * @param now
    *   gives it; called when no other save is under way
    */
  def save(now: () => SavedEffects): Either[EffectsError, Unit] = locked:
    val state = now()
    resolved().flatMap: _ =>
      if state == saved then Right(())
      else
        val isAsideNew = state.aside.nonEmpty && state.aside != saved.aside
        val at         = if state.aside.isEmpty then 0 else if isAsideNew then asideVersion + 1 else asideAt
        val position   = StoredPosition(own, state.upTo.sequence, state.open, at)
        val aside      = StoredAside(state.aside.map(stored))
        val appends    =
          Option.when(isAsideNew)(StreamAppend(asideStream, ExpectedVersion(asideVersion), Seq(aside))).toSeq :+
            StreamAppend(stream, ExpectedVersion(version), Seq(position))
        appended(appends) match
          case Right(done) =>
            version = done.version
            asideAt = at
            if isAsideNew then asideVersion = at
            saved = state
            Right(())
          case Left(error) =>
            isInDoubt = true
            error match
              // It may be its own, of a save whose outcome nobody knew.
              case AppendError.WrongVersion(_, _, _) => resolved().flatMap(_ => Left(failed(error)))
              case _                                 => Left(failed(error))

  private def stored(one: SetAsideEffect): StoredAside.One =
    StoredAside.One(one.key, one.offset.sequence, if one.reason == SavedEffects.AfterAnother then "" else one.reason)

  private def read(one: StoredAside.One): SetAsideEffect =
    SetAsideEffect(one.key, Offset(one.offset), if one.reason.isEmpty then SavedEffects.AfterAnother else one.reason)

  /** Whether nobody else has claimed it. Costs a look at the version of the stream. */
  def requireOwn(): Either[EffectsError, Unit] = locked:
    reading(log.version(stream)) match
      case Right(now) if now != version => isInDoubt = true
      case _                            => ()
    resolved()

  /** Finds out what is stored, if nobody knows. */
  private def resolved(): Either[EffectsError, Unit] =
    if !isInDoubt then Right(())
    else
      loaded().flatMap: known =>
        if !known.runner.contains(own) then Left(EffectsError.Fenced(effects))
        else
          adopt(known)
          Right(())

  private def adopt(known: Known): Unit =
    version = known.version
    asideVersion = known.asideVersion
    asideAt = known.asideAt
    known.saved.foreach(state => saved = state)
    isInDoubt = false

  /** Stores a position, whoever else stores. */
  def moveTo(after: Offset): Option[EffectsError] =
    notBeyondEnd(after) match
      case Left(error) => Some(error)
      case Right(_)    =>
        val moved = StoredPosition(own, after.sequence, Vector.empty, 0)
        appended(Seq(StreamAppend(stream, ExpectedVersion.Any, Seq(moved)))).left.toOption.map(failed)

  private def notBeyondEnd(offset: Offset): Either[EffectsError, Offset] =
    reading(Right(log.durable)).flatMap: last =>
      if offset.sequence > last.sequence then Left(EffectsError.BeyondEnd(effects, offset, last)) else Right(offset)

  // ---- The log ------------------------------------------------------------------------------------------------------

  private def loaded(): Either[EffectsError, Known] =
    for
      version      <- reading(log.version(stream))
      asideVersion <- reading(log.version(asideStream))
      position     <- if version == 0 then Right(None) else recordAt[StoredPosition](stream, version).map(Some(_))
      at = position.fold(0L)(_.value.aside)
      aside <- if at == 0 then Right(None) else recordAt[StoredAside](asideStream, at).map(Some(_))
      known <- known(position.fold(0L)(_.version), asideVersion, position, aside)
    yield known

  private def known(
      version: Long,
      asideVersion: Long,
      position: Option[Record[StoredPosition]],
      aside: Option[Record[StoredAside]]
  ): Either[EffectsError, Known] =
    val kept = aside.fold(Vector.empty)(_.value.effects.map(read))
    position match
      case Some(record) if record.value.upTo >= record.offset.sequence =>
        Left(EffectsError.Copied(effects, Offset(record.value.upTo), record.offset))
      case _ =>
        val saved = position.map(record => SavedEffects(Offset(record.value.upTo), record.value.open, kept))
        Right(Known(version, asideVersion, position.fold(0L)(_.value.aside), position.map(_.value.runner), saved))

  /** The record of a version that the log has, or a later one if a compaction has removed that. It may have to become
    * durable first.
    */
  private def recordAt[A: Codec](stream: String, version: Long): Either[EffectsError, Record[A]] =
    var result = Option.empty[Either[EffectsError, Record[A]]]
    val until  = System.nanoTime + DurableWithinNanos
    while result.isEmpty do
      reading:
        if log.source.deletedUpTo(stream) >= version then Left(ReadError.Deleted(stream, version, false))
        else
          val records = log.read[A](stream, version)
          try records.next()
          finally records.close()
      match
        case Right(Some(record))                         => result = Some(Right(record))
        case Right(None) if System.nanoTime - until < 0  => Thread.sleep(PauseMillis)
        case Right(None)                                 => result = Some(Left(notDurable(stream, version)))
        case Left(EffectsError.Unreadable(_, Missing())) => result = Some(Left(EffectsError.Lost(effects, stream)))
        case Left(error)                                 => result = Some(Left(error))
    result.get

  private def notDurable(stream: String, version: Long): EffectsError =
    val late = TimeoutException(s"version $version of the stream '$stream' does not become durable")
    EffectsError.Unavailable(effects, ReadError.Unavailable(log.name, late))

  private def appended(appends: Seq[StreamAppend[?]]): Either[AppendError, Appended] =
    try log.appendAll(appends).await()
    catch
      case interrupted: InterruptedException =>
        isInDoubt = true
        throw interrupted
      case UserFailure(failed) => Left(AppendError.Unreadable(LogFailure.of(log, failed)))

  private def failed(error: AppendError): EffectsError = error match
    case AppendError.Closed(_, _) if log.source.isClosed => EffectsError.Closed(effects)
    // Trying again cannot help: what is set aside is stored as a whole.
    case large: AppendError.TooLarge => EffectsError.TooLarge(effects, large)
    case _                           => EffectsError.Unavailable(effects, error)

  private def reading[A](body: => Either[ReadError, A]): Either[EffectsError, A] = caught(body).left.map(failed)

  /** What reading the log gives. What it throws is an error, too: it may be code of users. */
  def caught[A](body: => Either[ReadError, A]): Either[ReadError, A] =
    try body
    catch
      case interrupted: InterruptedException => throw interrupted
      case UserFailure(failed)               => Left(LogFailure.of(log, failed))

  /** What an error of reading means for the effects. */
  def failed(error: ReadError): EffectsError = error match
    case ReadError.Failed(_, _) | ReadError.Unavailable(_, _) => EffectsError.Unavailable(effects, error)
    // A log that is about to be closed may say so before `isClosed` does.
    case ReadError.Closed => EffectsError.Closed(effects)
    case _                => EffectsError.Unreadable(effects, error)

  private def locked[A](body: => A): A =
    lock.lock()
    try body
    finally lock.unlock()

private[effect] object EffectStore:
  private inline val Prefix = "brine.effects"

  // A claim fails if another one is first.
  private inline val MostClaims = 50

  private inline val PauseMillis        = 2L
  private inline val DurableWithinNanos = 10_000_000_000L

  /** Whether a stream has what effects store: they have no effects themselves. */
  def isOwn(stream: String): Boolean = stream.startsWith(s"$Prefix-") || stream.startsWith(s"$Prefix.aside-")

  /** What the streams have. */
  private final case class Known(
      version: Long,
      asideVersion: Long,
      asideAt: Long,
      runner: Option[UUID],
      saved: Option[SavedEffects]
  )

  private object Missing:
    def unapply(error: ReadError): Boolean = error match
      case ReadError.Gone(_) | ReadError.Deleted(_, _, _) => true
      case _                                              => false
