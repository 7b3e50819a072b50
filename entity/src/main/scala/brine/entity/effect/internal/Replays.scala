package brine.entity.effect.internal

import brine.entity.effect.internal.Attempts.Outcome
import brine.entity.effect.{EffectsError, SetAsideEffect}
import brine.entity.internal.SelectedRecords
import brine.journal.Offset
import java.util.Objects
import java.util.concurrent.CompletableFuture

/** Executes or forgets what is set aside, for callers. Each request runs in a thread that its caller may leave, and has
  * its key for itself. Thread-safe.
  *
  * @param name
  *   the effects, for messages
  */
private[internal] final class Replays[E](
    name: String,
    lanes: Lanes[E],
    store: EffectStore,
    source: SelectedRecords[E],
    execution: Execution[E],
    saves: Saves,
    stopping: Stopping,
    condition: Condition
):
  def replay(key: String): Either[EffectsError, Int] = request(key)(replayAll(key))

  /** Forgets what is set aside of a key.
    *
    * @param mayDiscard
    *   asked first, while no effect of the key is executed, if there is something to forget
    */
  def discard(key: String, mayDiscard: () => Boolean): Either[EffectsError, Int] = request(key):
    def isAside = lanes.firstAside(key).nonEmpty
    if !isAside then Right(0)
    else
      // An effect of another key may be executed together with this one.
      execution
        .alone(key)(if isAside && mayDiscard() then stored(lanes.discard(key)) else Right(0))
        .getOrElse(Left(condition.closed))

  def discardOne(offset: Offset): Either[EffectsError, Boolean] = lanes.keyOfAside(offset) match
    case None      => Right(false)
    case Some(key) => request(key)(stored(if lanes.discardOne(key, offset) then 1 else 0)).map(_ > 0)

  private def stored(count: Int): Either[EffectsError, Int] =
    if count == 0 then Right(0) else saves.save().map(_ => count)

  private def request(key: String)(action: => Either[EffectsError, Int]): Either[EffectsError, Int] =
    Objects.requireNonNull(key, "key"): Unit
    if !lanes.enter() then Left(condition.closed)
    else
      val result = CompletableFuture[Either[EffectsError, Int]]()
      execution.spawn:
        try
          if !lanes.take(key) then result.complete(Left(condition.closed)): Unit
          else
            try result.complete(action): Unit
            finally lanes.release(key)
        finally result.complete(Left(condition.closed)): Unit
      result.get()

  private def replayAll(key: String): Either[EffectsError, Int] =
    var count                      = 0
    var error: EffectsError | Null = null
    var next                       = lanes.firstAside(key)
    while error == null && next.nonEmpty do
      val one = next.get
      replayed(one) match
        case Left(problem) => error = problem
        case Right(false)  => ()
        case Right(true)   =>
          lanes.replayed(one)
          count += 1
          next = lanes.firstAside(key)
    // It is stored as what others execute is: to store all that is set aside for each key would take long, with many.
    if error == null then Right(count) else Left(error.nn)

  /** Executes an effect that is set aside. Returns whether it is done. */
  private def replayed(one: SetAsideEffect): Either[EffectsError, Boolean] =
    def failing(cause: Throwable) = Left(EffectsError.Failing(name, one.key, one.offset, cause))
    if stopping.isBegun then Left(condition.closed)
    else
      store
        .requireOwn()
        .flatMap: _ =>
          store.caught(source.at(one.offset)) match
            case Left(error) => Left(store.failed(error))
            case Right(None) =>
              condition.warnOfMissing(one.offset)
              Right(true)
            case Right(Some(Left(cause)))   => failing(cause)
            case Right(Some(Right(record))) =>
              execution.attempt(one.key, record, 1) match
                case Outcome.Executed       => Right(true)
                case Outcome.Continues      => Right(false)
                case Outcome.Failed(cause)  => failing(cause)
                case Outcome.Refused(cause) => failing(cause)
                case Outcome.Stopped        => Left(condition.closed)
                case Outcome.Fatal(cause)   =>
                  val error = EffectsError.Broken(name, cause)
                  condition.endWith(error)
                  Left(error)
