package brine.entity.projection

import brine.codec.Codec
import brine.entity.projection.internal.{FoldTarget, Runner}
import brine.journal.{EventLogReader, Offset, Record}
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** A running projection into a state in memory: an immutable value, which is read without a lock.
  *
  * {{{
  * val counts = Projection[SiteEvent]("counts")(Query.category("site"))
  * val running = FoldProjection.start(log, counts, Map.empty[String, Int]): (state, record) =>
  *   state.updatedWith(record.stream)(count => Some(count.getOrElse(0) + 1))
  * running.state("site-42")
  * running.at(receipt.offset, within = 2.seconds)(_("site-42")) // read your writes
  * }}}
  *
  * It saves the state as a state record of the log, so the next start replays what came after alone. A saved state is
  * used if name, version and the types of state and records are those it was saved with. Over a reader of a log, which
  * cannot save, each start replays all.
  *
  * Raise the version of the projection if the function changes: no saved state of another version is used. Thread-safe.
  */
final class FoldProjection[S] private (
    definition: Projection[?],
    target: FoldTarget[?, S],
    private[projection] val runner: Runner[?]
) extends RunningProjection(definition):

  /** The newest state. A field is read: no lock, no log. */
  def state: S = target.folded.state

  /** The result of a function on the state, once every record up to an offset is in it or set aside.
    *
    * @throws ProjectionException
    *   as [[await]] does
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def at[A](offset: Offset, within: Duration)(read: S => A): A =
    await(offset, within)
    read(state)

  /** The same with a duration of Scala's. */
  inline def at[A](offset: Offset, within: FiniteDuration)(read: S => A): A =
    at(offset, Duration.ofNanos(within.toNanos))(read)

object FoldProjection:
  /** Number of records after which the state is saved, unless you name another. */
  final val SaveEvery = 10_000

  /** Starts a projection.
    *
    * @param log
    *   the log, or a reader of it in another process; it stays open when the projection is closed
    * @param initial
    *   the state without any record, immutable
    * @param saveEvery
    *   number of records after which the state is saved; above zero. It is also saved when the projection is closed
    * @param step
    *   the state after a record, given the state before. A pure function: what throws is tried again with the same
    *   values
    * @throws IllegalArgumentException
    *   if `saveEvery` is not above zero
    */
  def start[E, S: Codec](
      log: EventLogReader,
      definition: Projection[E],
      initial: S,
      settings: ProjectionSettings = ProjectionSettings.defaults,
      saveEvery: Int = SaveEvery
  )(step: (S, Record[E]) => S): FoldProjection[S] =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(step, "step"): Unit
    require(saveEvery > 0, s"saveEvery is $saveEvery: it must be above zero")
    val key    = s"projection/${definition.name}/${definition.version}"
    val target = FoldTarget(definition.toString, log, key, definition.fingerprint, initial, step, saveEvery)
    val runner = Runner(definition, log, target, settings)
    runner.start()
    new FoldProjection(definition, target, runner)
