package brine.journal.testkit

import brine.journal.*
import brine.journal.storage.Storage
import java.nio.file.Path
import java.time.{Clock, Duration, Instant, ZoneOffset}
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable

/** A journal on a storage that fails, appended to by one thread, so that its events have the order in which they were
  * submitted; and what is known of it: what was submitted, and how much of it was acknowledged. The same for the same
  * seed but for how appends that are under way together are grouped.
  *
  * @param oneLargeIn
  *   one append to a stream in this number begins with an event of up to 7,000 bytes, or is one of up to 20,000, which
  *   is written from memory that was lent for it
  * @param looks
  *   whether everything is read now and then, and has to be there
  */
final class SimulatedRun(
    seed: Long,
    storage: Storage,
    idleAfter: Duration = Duration.ofHours(1),
    oneLargeIn: Int = 20,
    looks: Boolean = true
):
  import SimulatedRun.*

  private val random                   = SplittableRandom(seed)
  private val versions                 = mutable.HashMap.empty[String, Long].withDefaultValue(0)
  private var numbers                  = 0L
  private var journal: Option[Journal] = None

  /** All events that were ever handed to the journal. Only added to. */
  @volatile var submitted: Vector[Submitted] = Vector.empty

  /** How many of the first of them are known to survive a power cut, and how many the end of the process. */
  @volatile var safe   = 0
  @volatile var cached = 0

  def open(): Unit =
    // Every other run has more streams than the journal may remember.
    val names = if seed % 2 == 0 then 1 else 1 << 16
    journal = Some(Journal.open(folder, settings(idleAfter).withMaxCachedNames(names), storage))

  /** Closes the journal; whether that forced everything. */
  def close(): Boolean =
    val closed = opened
    closed.close()
    journal = None
    // Closing forces what there is, if it can.
    val isForced = closed.state == JournalState.Closed
    if isForced then safe = submitted.size
    isForced

  def abandon(): Unit =
    journal.foreach(_.close())
    journal = None

  def opened: Journal = journal.get
  def isOpen: Boolean = journal.nonEmpty

  /** Appends in blocking calls, some of several at a time, closes now and then; ends with the first append that fails,
    * which it returns.
    */
  def work(steps: Int, afterStep: () => Unit = () => ()): Option[AppendError] =
    var error: Option[AppendError] = None
    var step                       = 0
    while error.isEmpty && step < steps do
      afterStep()
      error = random.nextInt(24) match
        case 0 if close() =>
          open()
          None
        case 0 => Some(AppendError.Closed("closing failed"))
        case 1 =>
          if looks then lookAtAll()
          None
        case 2 if idleAfter.toMillis < 10 =>
          Thread.sleep(idleAfter.toMillis + 2)
          None
        case n if n < 6 => await(Vector.fill(2 + random.nextInt(6))(append()))
        case _          => await(Vector(append()))
      step += 1
    error

  /** Reads everything while appends go on; a read may fail, but not show anything else than what was submitted. */
  private def lookAtAll(): Unit =
    val required = safe
    SimulatedRun.records(opened) match
      case Right(found)                 => Verdict.isBeginning(found, submitted, required)
      case Left(ReadError.Failed(_, _)) => ()
      case Left(error)                  => throw AssertionError(s"reading refused: ${error.message}")

  /** Waits for appends in their order; the first that failed. What was refused was never submitted. */
  private def await(appends: Vector[Flying]): Option[AppendError] =
    val errors = for append <- appends yield append.completion.await() match
      case Right(done) =>
        val until = submitted.lastIndexWhere(_.event.number == append.last) + 1
        if done.last.sequence != until then
          throw AssertionError(s"seed $seed: acknowledged up to ${done.last.sequence}, submitted up to $until")
        if append.level == Level.Disk then safe = math.max(safe, until)
        if append.level != Level.Memory then cached = math.max(cached, until)
        None
      case Left(error: AppendError.OutcomeUnknown) => Some(error)
      case Left(error)                             =>
        submitted = submitted.filterNot(one => one.event.number >= append.first && one.event.number <= append.last)
        Some(error)
    errors.flatten.headOption

  private def append(): Flying =
    val level = if random.nextInt(4) == 0 then Level.values()(random.nextInt(3)) else Level.Disk
    val key   = Option.when(random.nextInt(3) == 0)(UUID(seed, numbers))
    val tags  = if random.nextInt(4) == 0 then Set(s"t${random.nextInt(3)}") else Set.empty[String]
    val first = numbers + 1
    val done  =
      if random.nextInt(6) > 0 then
        val (stream, before, events) = part(s"s${random.nextInt(4)}", key, isLast = true, isAlone = true)
        opened.append(stream, ExpectedVersion(before), events, key, tags, level)
      else
        val streams = Vector("s1", "s2", "s3").filter(_ => random.nextBoolean()) :+ "s0"
        val parts   = for stream <- streams yield
          val (_, before, events) =
            part(stream, key.filter(_ => stream == streams.head), isLast = stream == streams.last, isAlone = false)
          StreamAppend(stream, ExpectedVersion(before), events, tags)
        opened.appendAll(parts, key, level)
    Flying(done, first, numbers, level)

  /** Notes events for a stream as submitted. */
  private def part(
      stream: String,
      key: Option[UUID],
      isLast: Boolean,
      isAlone: Boolean
  ): (String, Long, Vector[SimulatedEvent]) =
    val count  = if random.nextInt(4) == 0 then 1 + random.nextInt(4) else 1
    val before = versions(stream)
    val events = Vector.tabulate(count): n =>
      // Together less than the most that an append may have.
      val most   = if isAlone && count == 1 then 20000 else 7000
      val length = if n == 0 && random.nextInt(oneLargeIn) == 0 then random.nextInt(most) else random.nextInt(300)
      numbers += 1
      val event = SimulatedEvent(numbers, length)
      Submitted(stream, before + n + 1, event, if n == 0 then key else None)(isLast && n == count - 1)
    submitted = submitted ++ events
    versions(stream) = before + count
    (stream, before, events.map(_.event))

  /** Appends an event to see what happens. */
  def probe(): Either[AppendError, Appended] =
    numbers += 1
    val event = SimulatedEvent(numbers, 1)
    val done  = opened.append("probe", ExpectedVersion.Any, Seq(event)).await()
    for appended <- done do
      submitted :+= Submitted("probe", appended.version, event, None)(true)
      safe = submitted.size
    done

  /** Appends once more after an append was refused, and forgets those that were; the error, if it is refused as well.
    */
  def again(): Option[AppendError] =
    submitted = submitted.take(opened.durable.sequence.toInt)
    versions.clear()
    for one <- submitted do versions(one.stream) = one.version
    await(Vector(append()))

  /** Goes back to what was found, as the next process does. */
  def continueFrom(found: Vector[Submitted]): Unit =
    submitted = found
    numbers = found.lastOption.fold(0L)(_.event.number)
    safe = found.size
    cached = found.size
    versions.clear()
    for one <- found do versions(one.stream) = one.version

object SimulatedRun:
  val folder: Path = Path.of("/disk/journal").toAbsolutePath

  /** An append under way, with the numbers of its events. */
  private final case class Flying(completion: Completion, first: Long, last: Long, level: Level)

  // Time stands still: a run does not depend on when it runs.
  private val clock = Clock.fixed(Instant.ofEpochSecond(1_800_000_000), ZoneOffset.UTC)

  /** With which nothing happens by itself. */
  val settings: JournalSettings = settings(Duration.ofHours(1))

  def settings(idleAfter: Duration): JournalSettings = JournalSettings(
    segmentSize = 64 << 10,
    maxPendingAppends = 64,
    maxPendingBytes = 1 << 20,
    idleAfter = idleAfter,
    spaceCheckEvery = Duration.ofMillis(2),
    clock = clock
  )

  /** What a journal on this storage has: what it refuses to open for, or to read for, is Left. Closes it. */
  def read(storage: FaultStorage): Either[JournalError, Vector[Submitted]] =
    Journal
      .tryOpen(folder, settings, storage)
      .flatMap: journal =>
        try records(journal)
        finally journal.close()

  def records(journal: JournalReader): Either[ReadError, Vector[Submitted]] =
    val found = Vector.newBuilder[Submitted]
    var last  = 0L
    journal
      .readAll[SimulatedEvent]()
      .foreach: record =>
        last += 1
        if record.offset.sequence != last then
          throw AssertionError(s"record $last has offset ${record.offset.sequence}")
        found += Submitted(record.stream, record.version, record.value, record.key)(false)
      .map(_ => found.result())
