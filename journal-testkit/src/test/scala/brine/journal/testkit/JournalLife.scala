package brine.journal.testkit

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.state.FileStates
import brine.journal.tools.Verification
import java.nio.file.Path
import java.util.concurrent.{CompletableFuture, TimeUnit}
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable

/** A journal that is opened with ever other settings, appended to, retained, compacted, backed up, runs out of space,
  * and is closed, killed or cut from power; whose streams are deleted, and which has state records; and what it must
  * have. The seed chooses every operation. Readers in another process stay open meanwhile.
  */
final class JournalLife(seed: Int):
  import JournalLife.*

  private val random                        = SplittableRandom(seed)
  private var disk                          = FaultStorage(seed)
  private var settings                      = base
  private val events                        = mutable.ArrayBuffer.empty[Event]
  private val versions                      = mutable.HashMap.empty[String, Long].withDefaultValue(0L)
  private val keys                          = mutable.HashMap.empty[UUID, Appended]
  private val states                        = mutable.HashMap.empty[String, (Long, String)]
  private var deletedUpTo                   = 0L
  private var backups                       = 0
  private var reader: Option[JournalReader] = None
  private val happened                      = mutable.ArrayBuffer.empty[String]

  /** What happened, for messages. */
  def story: String = happened.mkString(", ")

  def run(openings: Int): Unit =
    for _ <- 1 to openings do
      changeSettings()
      val journal = Journal.open(folder, settings, disk)
      try
        check(journal, "opened")
        for _ <- 1 to 3 + random.nextInt(8) do act(journal)
        check(journal, "in use")
        checkKeys(journal)
        checkStates(journal)
        checkReader(journal)
        end(journal)
      finally journal.close()
    reader.foreach(_.close())

  private def changeSettings(): Unit =
    for _ <- 1 to random.nextInt(3) do
      val (name, values) = rows(random.nextInt(rows.size))
      settings = values(random.nextInt(values.size))(settings)
      happened += s"$name changed"

  // ---- Operations ---------------------------------------------------------------------------------------------------

  private def act(journal: Journal): Unit = random.nextInt(15) match
    case 0 | 1 =>
      happened += "segment ended"
      journal.endSegment()
    case 2 => retain(journal)
    case 3 => compact(journal)
    case 4 => backUp(journal)
    case 5 =>
      happened += "reader opened"
      reader.foreach(_.close())
      reader = Some(ok(JournalReader.tryOpen(folder, settings, disk)))
    case 6 => fillDisk(journal)
    case 7 => delete(journal)
    case 8 => saveStates(journal)
    case _ => for _ <- 0 to random.nextInt(6) do append(journal)

  private def stream(): String =
    if random.nextBoolean() then s"state-${random.nextInt(3)}" else s"log-${random.nextInt(3)}"

  // Whether there may be no space for what the journal does.
  private var isFull = false

  /** Appends, maintains and backs up without space; then there is some again. */
  private def fillDisk(journal: Journal): Unit =
    happened += "disk full"
    disk.limitSpace(random.nextLong(300_000))
    isFull = true
    for _ <- 1 to 8 do append(journal)
    if random.nextBoolean() then saveStates(journal)
    if random.nextBoolean() then delete(journal)
    random.nextInt(4) match
      case 0 => retain(journal)
      case 1 => compact(journal)
      case 2 => backUp(journal)
      case _ => journal.endSegment()
    check(journal, "on a full disk")
    disk.addSpace(1L << 40)
    isFull = false
    // The journal notices when it looks for space again; until the next segment is ready, it may refuse appends.
    until(journal)(resumes(journal))
    until(journal)(saveState(journal, "resumed", 1))
    until(journal)(journal.state == JournalState.Healthy)

  /** Waits for what the journal does in the background. Finds what hangs; a machine that is busy is no failure. */
  private def until(journal: Journal)(isDone: => Boolean): Unit =
    val end = System.nanoTime + 60_000_000_000L
    while !isDone do
      if System.nanoTime - end > 0 then throw IllegalStateException(s"with space again, it stays ${journal.state}")
      Thread.sleep(1)

  private def resumes(journal: Journal): Boolean =
    val version = versions("log-0") + 1
    journal.append("log-0", ExpectedVersion(version - 1), Seq("resumed")).await() match
      case Right(done) =>
        versions("log-0") = version
        events += Event(done.last.sequence, "log-0", version, "resumed", Set.empty)
        true
      case Left(_: AppendError.ReadOnly) => false
      case Left(error)                   => throw JournalException(error)

  private def delete(journal: Journal): Unit =
    val name = stream()
    happened += s"$name deleted"
    journal.delete(name, ExpectedVersion(versions(name))).await() match
      case Right(done) =>
        versions(name) += 1
        same(done.version, versions(name), "version of a deletion")
        events += Event(done.last.sequence, name, versions(name), deletion, Set(StreamDeleted.Tag))
      case Left(_: AppendError.ReadOnly) if isFull => ()
      case Left(error)                             => throw JournalException(error)

  private def saveStates(journal: Journal): Unit =
    happened += "states"
    for _ <- 0 to random.nextInt(40) do
      val key = s"key-${random.nextInt(random.nextInt(1, 30))}"
      if random.nextInt(5) > 0 then saveState(journal, key, random.nextInt(900)): Unit
      else if isSaved(journal, journal.states.delete(key, Level.Disk)) then states -= key

  private def saveState(journal: Journal, key: String, words: Int): Boolean =
    val offset = random.nextLong(journal.durable.sequence + 1)
    val state  = s"${random.nextInt()} " * words
    val saved  = isSaved(journal, journal.states.save(key, Offset(offset), state, Level.Disk))
    if saved then states(key) = (offset, state)
    saved

  private def isSaved(journal: Journal, result: CompletableFuture[Either[SnapshotError, Unit]]): Boolean =
    result.get(60, TimeUnit.SECONDS) match
      case Right(_)                                              => true
      case Left(SnapshotError.NotSaved(_: AppendError.ReadOnly)) => false // there is no space, or it was not seen yet
      case Left(_: SnapshotError.Failed) if isFull               => false // nor for their journal
      case Left(error) => throw AssertionError(s"${error.message}: ${stateOfStates(journal)}")

  private def stateOfStates(journal: Journal): Option[JournalState] =
    journal.states match
      case files: FileStates => files.log.map(_.state)
      case _                 => None

  private def append(journal: Journal): Unit =
    val streams = Vector.fill(1 + random.nextInt(3))(stream()).distinct
    val parts   = streams.map: name =>
      val texts =
        Vector.fill(1 + random.nextInt(3))("text " * random.nextInt(if random.nextInt(9) == 0 then 900 else 30))
      val tags = if random.nextInt(3) == 0 then Set("tag") else Set.empty[String]
      StreamAppend(name, ExpectedVersion(versions(name)), texts, tags) -> texts
    val key = Option.when(random.nextInt(3) == 0)(UUID(seed, random.nextLong()))
    journal.appendAll(parts.map(_._1), key).await() match
      case Right(done) =>
        var sequence = done.first.sequence
        for (part, texts) <- parts; text <- texts do
          versions(part.stream) += 1
          events += Event(sequence, part.stream, versions(part.stream), text, part.tags)
          sequence += 1
        same(sequence - 1, done.last.sequence, "offsets")
        same(done.version, versions(streams.last), "version")
        key.foreach(keys(_) = done)
      case Left(_: AppendError.TooLarge)           => ()
      case Left(_: AppendError.ReadOnly) if isFull => ()
      case Left(error)                             => throw JournalException(error)

  private def retain(journal: Journal): Unit =
    happened += "retention"
    val rules =
      if random.nextBoolean() then RetentionRules(bytes = random.nextInt(400_000).toLong)
      else RetentionRules(upTo = Offset(random.nextLong(events.lastOption.fold(1L)(_.sequence + 1))))
    val kept = journal.retain(rules) match
      case Left(_: ReadError.Failed) if isFull =>
        ok(journal.readAll[Stored]().toVector).headOption.fold(deletedUpTo)(_.offset.sequence - 1)
      case result => ok(result).first.sequence - 1
    deletedUpTo = math.max(deletedUpTo, kept)
    events.filterInPlace(_.sequence > deletedUpTo): Unit

  private def compact(journal: Journal): Unit =
    happened += "compaction"
    val isAllEnded = !isFull && random.nextBoolean()
    if isAllEnded then journal.endSegment()
    val everything = Vector(Compacted(Offset(0), Offset(Long.MaxValue), 0, 0, 0, 0))
    val compacted  = journal.compact(CompactionRules(_.startsWith("state"), leastGain = 0)) match
      case Left(_: ReadError.Failed) if isFull => everything
      case result                              => ok(result)
    val left      = ok(journal.readAll[Stored]().toVector).map(_.offset.sequence).toSet
    val lasts     = events.groupMapReduce(_.stream)(_.sequence)(math.max)
    val deletions = events.filter(_.deletes).groupMapReduce(_.stream)(_.sequence)(math.max)
    events.filterInPlace: event =>
      val isDeleted = deletions.get(event.stream).exists(event.sequence < _)
      val isOld     = event.stream.startsWith("state") && lasts(event.stream) != event.sequence
      val mayGo     = (isDeleted || isOld && !deletions.get(event.stream).contains(event.sequence)) &&
        compacted.exists(segment => event.sequence >= segment.first.sequence && event.sequence <= segment.last.sequence)
      if !left(event.sequence) && !mayGo then throw AssertionError(s"compaction has removed $event")
      if left(event.sequence) && isDeleted && isAllEnded then throw AssertionError(s"compaction has left $event")
      left(event.sequence)
    : Unit

  private def backUp(journal: Journal): Unit =
    happened += "backup"
    // To a new folder, or again to the one before.
    if backups == 0 || random.nextBoolean() then backups += 1
    val target = Path.of(s"/backup-$backups")
    journal.backup(target) match
      case Right(report) if isFull => same(report.upTo, journal.durable, "backup")
      case Right(report)           =>
        same(report.upTo, journal.durable, "backup")
        val copy = Path.of(s"/copy-$backups-${random.nextInt(1 << 30)}")
        ok(Journal.restore(target, copy, settings, disk)): Unit
        same(ok(Verification.of(copy, settings, disk)).damages, Vector.empty, "damage of a copy")
        val restored = ok(JournalReader.tryOpen(copy, settings, disk))
        try check(restored, "restored")
        finally restored.close()
      case Left(_: ReadError.Failed) if isFull => ()
      case Left(error)                         => throw JournalException(error)

  /** Closes the journal; before that, its process may be killed or the power cut. */
  private def end(journal: Journal): Unit =
    val after = random.nextInt(4) match
      case 0 => Some("killed" -> disk.processKill())
      case 1 => Some("power cut" -> disk.crash(random.nextLong()))
      case _ => None
    happened += after.fold("closed")(_._1)
    journal.close()
    after match
      case Some((_, left)) =>
        reader.foreach(_.close())
        reader = None
        disk = left
      case None =>
        same(ok(Verification.of(folder, settings, disk)).damages, Vector.empty, "damage")
        if disk.exists(ofStates) then
          same(ok(Verification.of(ofStates, settings, disk)).damages, Vector.empty, "damage of states")

  // ---- Checks -------------------------------------------------------------------------------------------------------

  private def check(from: JournalReader, what: String): Unit =
    same(all(from), events.toVector, s"$what: all")
    val tagged = ok(from.readTagged[String]("tag").toVector).map(_.offset.sequence)
    same(tagged, events.filter(_.tags("tag")).map(_.sequence).toVector, s"$what: tag")
    val deletions = ok(from.readTagged[StreamDeleted](StreamDeleted.Tag).toVector).map(_.offset.sequence)
    same(deletions, events.filter(_.deletes).map(_.sequence).toVector, s"$what: deletions")
    for (stream, version) <- versions do
      same(ok(from.version(stream)), version, s"$what: version of $stream")
      val deleted =
        events.filter(event => event.stream == stream && event.deletes).map(_.version).maxOption.getOrElse(0L)
      val lives = events.filter(event => event.stream == stream && event.version > deleted)
      val kept  = lives.map(event => event.version -> event.text).toVector
      val read  = ok(from.read[String](stream, from = 0).toVector).map(record => record.version -> record.value)
      same(read, kept, s"$what: $stream")
      val first = 1 + random.nextLong(version + 1)
      from.read[String](stream, from = first).toVector match
        case Right(records) if first == 1 || first > deleted =>
          same(records.map(_.version), kept.map(_._1).filter(_ >= first), s"$stream, part")
        case Right(records)          => throw AssertionError(s"$stream from $first, deleted at $deleted: $records")
        case Left(ReadError.Gone(_)) => if deletedUpTo == 0 then throw AssertionError(s"$stream is gone")
        case Left(error)             =>
          same(error, ReadError.Deleted(stream, deleted, whileRead = false), s"$stream from $first")
          if first == 1 || first > deleted then throw JournalException(error)

  private def all(from: JournalReader): Vector[Event] =
    ok(from.readAll[Stored]().toVector).map: record =>
      val text =
        if record.tags(StreamDeleted.Tag) then record.value.as[StreamDeleted].map(_ => deletion)
        else record.value.as[String]
      Event(record.offset.sequence, record.stream, record.version, text.fold(throw _, identity), record.tags)

  /** A key is known as long as the first event of its append is kept, with the same result as at first. */
  private def checkKeys(journal: Journal): Unit =
    val left = events.map(_.sequence).toSet
    for (key, done) <- keys if left(done.first.sequence) do
      journal.append("other", ExpectedVersion.Any, Seq("again"), Some(key)).await() match
        case Left(AppendError.Duplicate(original)) =>
          same(original, done, s"the append with key $key")
        case other => throw AssertionError(s"key $key, first used for $done: $other")

  private def checkStates(journal: Journal): Unit =
    for key <- states.keySet ++ (0 until 30).map(i => s"key-$i") do
      val found = journal.states.load[String](key).fold(error => throw AssertionError(error.message), identity)
      same(found.map(state => (state.offset.sequence, state.state)), states.get(key), s"state of $key")

  /** A reader that was open all the time reads what is there now. */
  private def checkReader(journal: Journal): Unit =
    reader.foreach: open =>
      // In another process, the last append shows up once something says that it is durable.
      while open.durable != journal.durable do Thread.sleep(1)
      check(open, "reader")

object JournalLife:
  private val folder   = Path.of("/journal")
  private val ofStates = folder.resolve("states")

  private final case class Event(sequence: Long, stream: String, version: Long, text: String, tags: Set[String]):
    def deletes: Boolean = tags(StreamDeleted.Tag)

  // Instead of the text of an event that deletes its stream.
  private final val deletion = "deleted"

  // What a reader cannot do without, and what would make it wait for long, does not change.
  private val fixed = Set("compressions", "idleAfter", "maxAppendBytes", "spaceCheckEvery")
  private val base  = JournalSettings(
    segmentSize = 1 << 17,
    firstSegmentSize = 1 << 16,
    idleAfter = java.time.Duration.ZERO,
    spaceCheckEvery = java.time.Duration.ofMillis(1),
    compressions = java.util.List.of(SettingValues.first, SettingValues.second)
  )
  private val rows = SettingValues.all.toVector.sortBy(_._1).filterNot((name, _) => fixed(name))

  private def ok[E <: JournalError, A](result: Either[E, A]): A =
    result.fold(error => throw JournalException(error), identity)

  private def same[A](found: A, wanted: A, what: String): Unit =
    if found != wanted then
      throw AssertionError(s"$what: ${found.toString.take(900)}\nnot ${wanted.toString.take(900)}")
