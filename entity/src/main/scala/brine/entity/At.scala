package brine.entity

import java.time.Instant
import java.util.concurrent.ThreadLocalRandom
import java.util.{Objects, SplittableRandom, UUID}

/** What a decision may use besides state and command: a time, a fresh identity and a seed. A decision that has no other
  * source of them is the same whenever it is repeated with the same `At`, as in a test.
  *
  * {{{
  * case Account.Open(owner) => Decision(Opened(owner, number = at.id, since = at.time))(Right(at.id))
  * }}}
  *
  * Put what you use of it into the events. For the thread that decides.
  *
  * @param time
  *   when the command was accepted; within one entity never before that of an earlier decision
  */
final class At private (
    val time: Instant,
    private var knownId: UUID | Null,
    private var knownSeed: java.lang.Long | Null
):
  // Made with the first use, because most decisions need neither, and a random identity costs more than a decision.

  /** A random identity, the same each time. No other decision has it. */
  def id: UUID =
    if knownId == null then knownId = UUID.randomUUID
    knownId.nn

  /** A random number, the same each time. */
  def seed: Long =
    if knownSeed == null then knownSeed = ThreadLocalRandom.current.nextLong
    knownSeed.nn

  /** Random numbers that follow from the seed: each call starts from the beginning. */
  def random: SplittableRandom = SplittableRandom(seed)

  /** What was used of it: what a repetition must have again. */
  private[entity] def usedId: Option[UUID]   = Option(knownId)
  private[entity] def usedSeed: Option[Long] = Option(knownSeed).map(_.nn.longValue)

  override def toString: String = s"At($time)"

object At:
  /** A chosen time, identity and seed, for tests. */
  def apply(time: Instant, id: UUID, seed: Long): At =
    new At(Objects.requireNonNull(time, "time"), Objects.requireNonNull(id, "id"), seed)

  /** A time; identity and seed are random. */
  private[entity] def now(time: Instant): At = new At(time, null, null)

  /** That of a decision which is repeated. What was not used then follows from a number, so that each repetition is the
    * same.
    */
  private[entity] def again(time: Instant, id: Option[UUID], seed: Option[Long], number: Long): At =
    new At(time, id.getOrElse(new UUID(time.getEpochSecond, number)), Long.box(seed.getOrElse(number)))
