package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import brine.journal.replication.*
import brine.journal.tools.{ExportedRecord, JournalImport, Verification}
import java.io.{ByteArrayOutputStream, InputStream}
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Followers of journals to which random programs append, which end at any moment: closed, killed, by power cuts, with
  * failing and full disks, with streams that are cut. What is in a replica must always be the beginning of the log, but
  * for what retention and compaction deleted before it was copied; and in the end all of it.
  */
class LogFollowerSimulationSuite extends munit.FunSuite:
  import LogFollowerSimulationSuite.*

  override val munitTimeout: scala.concurrent.duration.Duration = 15.minutes

  test("a follower that ends at any moment is started again"):
    val trials = Trials("end of a follower")
    trials.run(Effort.followerLives): seed =>
      val random = SplittableRandom(seed)
      Using.resource(FollowedSource(seed, random, keepsAll = seed % 3 == 0)): source =>
        val life = Followed(FaultStorage(seed + 1), source, random)
        for _ <- 1 to 5 do
          val ending = End.values(random.nextInt(End.values.length))
          life.run(ending)
          trials.count(ending.toString)
        life.whole(keepsAll = seed % 3 == 0)

  test("a stream that is cut at any byte is continued"):
    val trials = Trials("end of a stream")
    trials.run(Effort.followerLives / 2): seed =>
      val random = SplittableRandom(seed)
      Using.resource(FollowedSource(seed, random, keepsAll = seed % 3 == 0)): source =>
        val life = Followed(FaultStorage(seed + 1), source, random)
        for _ <- 1 to 4 do
          life.stream()
          trials.count("cut")
        life.whole(keepsAll = seed % 3 == 0)

object LogFollowerSimulationSuite:
  private val copied = Path.of("/replica")

  enum End:
    case Close, Kill, PowerCut, Fault, Space

  private def wrong(problem: String): Nothing = throw AssertionError(problem)

  /** A replica, and the disk as its last life has left it. */
  final class Followed(private var disk: FaultStorage, source: FollowedSource, random: SplittableRandom):
    private val settings = JournalSettings(
      segmentSize = if random.nextBoolean() then 1L << 17 else 1L << 20,
      firstSegmentSize = 1L << 16,
      maxCachedNames = if random.nextBoolean() then 1 else 1 << 18,
      spaceCheckEvery = java.time.Duration.ofMillis(1)
    )

    private def target = ReplicaTarget.folder(copied, settings, disk)

    /** Follows while the program works, until something happens. */
    def run(ending: End): Unit =
      val follows = FollowSettings(comparesAll = random.nextBoolean())
      var said    = 0L
      source.reading: from =>
        val follower = LogFollower.start(from, target, follows)
        try
          for _ <- 0 to random.nextInt(6) do source.step()
          plan(ending)
          for _ <- 0 to random.nextInt(6) do
            if random.nextInt(3) == 0 then await(follower)
            source.step()
          if ending != End.Fault && ending != End.Space && random.nextBoolean() then await(follower)
          // What it has said is there, also after that.
          said = follower.status.records
          ending match
            case End.Kill     => disk = disk.processKill()
            case End.PowerCut => disk = disk.crash(random.nextLong())
            case End.Space    => disk.addSpace(1L << 30)
            case _            => ()
        finally follower.close()
        if ending == End.Close then said = follower.status.records
        follower.failure.foreach(judge(_, ending))
      if ending == End.Fault then
        disk = if random.nextBoolean() then disk.crash(random.nextLong()) else disk.processKill()
      isBeginning(there): Unit
      if said > 0 then
        val found = reopened(_.begin.sequence)
        if found < said then wrong(s"$ending: $found records, and it said $said")
      // What retention deletes in the log now, the replica keeps.
      if random.nextInt(3) == 0 then source.step()

    /** Follows a stream that is cut. */
    def stream(): Unit =
      val at = Using.Manager: use =>
        there.headOption.flatMap: _ =>
          val replica = use(JournalReader.open(copied, storage = disk))
          Promotion.resumesAt(replica).fold(error => wrong(error.message), identity)
      val sent = ByteArrayOutputStream()
      for _ <- 0 to random.nextInt(6) do source.step()
      source.reading: from =>
        RecordStream
          .write(from, if random.nextInt(3) == 0 then None else at.get, sent, untilCaughtUp = true, () => false)
          .left
          .foreach(error => wrong(error.message))
      val bytes    = sent.toByteArray
      val length   = if random.nextInt(4) == 0 then bytes.length else random.nextInt(bytes.length)
      val follower = LogFollower.ofStream(Slow(bytes.take(length), random.split()), target)
      if !follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)) then wrong("it did not end")
      follower.failure match
        case None if length == bytes.length                    => ()
        case Some(_: FollowError.Cut) if length < bytes.length => ()
        // Compaction and retention have left nothing to compare.
        case Some(error: FollowError.Diverged) if error.message.contains("compare all records") => ()
        case other => wrong(s"${other.map(_.message)} with $length of ${bytes.length} bytes")
      isBeginning(there): Unit

    private def plan(ending: End): Unit = ending match
      case End.Space => disk.limitSpace(random.nextInt(1 << (10 + random.nextInt(10))))
      case End.Fault =>
        val after = random.nextInt(1 << (1 + random.nextInt(5)))
        disk.inject(random.nextInt(4) match
          case 0 => Fault.FailedForce(after)
          case 1 => Fault.FailedWrite(after)
          case 2 => Fault.FailedChange(after)
          case _ => Fault.FailedForceFolder(after))
      case _ => ()

    /** Waits until it has the records of the log, or has ended. */
    private def await(follower: LogFollower): Unit =
      // Compaction may have deleted later ones.
      val upTo  = source.kept.lastOption.fold(Offset.Begin)(_.record.offset)
      val until = System.nanoTime + TimeUnit.MINUTES.toNanos(1)
      while follower.status.upTo.sequence < upTo.sequence && follower.status.failure.isEmpty &&
        !follower.awaitEnd(1_000_000)
      do if System.nanoTime > until then wrong(s"stuck: ${follower.status}, $upTo")

    private def judge(error: FollowError, ending: End): Unit = error match
      case FollowError.Refused(_) | FollowError.Unavailable(_) if ending == End.Fault || ending == End.Space => ()
      // Compaction and retention have left nothing of the last records to compare.
      case error: FollowError.Diverged if error.message.contains("compare all records") => ()
      case other => wrong(s"$ending: ${other.message}")

    /** Opens it as the next follower does: readers see a moment later what is durable. */
    private def reopened[A](body: JournalImport => A): A =
      JournalImport.replica("/source", copied, settings, disk, adopts = false) match
        case Left(error)             => wrong(error.message)
        case Right((imported, _, _)) =>
          try body(imported)
          finally imported.close()

    private def there: Vector[ExportedRecord] = JournalReader.tryOpen(copied, storage = disk) match
      case Left(_: OpenError.NotAJournal) => Vector.empty
      // A crash has left it half-created: whoever opens it to write completes it.
      case Left(_: OpenError.Corrupt) =>
        reopened(imported => FollowedSource.records(imported.log, Offset.Begin))
      case Left(error)   => wrong(error.message)
      case Right(reader) => Using.resource(reader)(FollowedSource.records(_, Offset.Begin))

    private def isBeginning(found: Vector[ExportedRecord]): Int =
      val kept = source.kept.iterator.map(_.record.offset).toSet
      val all  = source.all
      var at   = 0
      found.zipWithIndex.foreach: (one, n) =>
        val content = FollowedSource.content(one)
        if one.record.offset != Offset(n + 1) then wrong(s"record ${n + 1} has offset ${one.record.offset.sequence}")
        while at < all.size && FollowedSource.content(all(at)) != content do
          if kept(all(at).record.offset) then
            wrong(s"record ${n + 1} is ${content.toString.take(300)}; that of the log is ${all(at).record}")
          at += 1
        if at == all.size then wrong(s"record ${n + 1} is none of the log: ${content.toString.take(300)}")
        at += 1
      at

    /** Copies the rest: then all is there that the log has. */
    def whole(keepsAll: Boolean): Unit =
      source.reading: from =>
        // Another process sees the last records a moment after they are durable.
        if !from.source.awaitBeyond(Offset(source.end.sequence - 1), TimeUnit.MINUTES.toNanos(1)) then
          wrong("not there")
        val follower = LogFollower.start(from, target, FollowSettings(untilCaughtUp = true))
        if !follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)) then wrong("it did not end")
        follower.failure.foreach(error => wrong(s"in the end: ${error.message}"))
      val found = there
      val at    = isBeginning(found)
      val kept  = source.kept
      if kept.lastOption.exists(last => source.all.indexWhere(_.record.offset == last.record.offset) >= at) then
        wrong(
          s"${found.size} records are not all: the last one is ${found.lastOption.map(_.record)}, and the log has " +
            s"${source.all.slice(at, at + 3).map(_.record)} … ${kept.last.record}"
        )
      if keepsAll then
        for (own, one) <- found.zipAll(source.all, null, null) do
          if own == null || one == null then wrong(s"${found.size} records, not ${source.all.size}")
          if ImportedRecords.content(own) != ImportedRecords.content(one) || own.record.offset != one.record.offset then
            wrong(s"${own.record} with ${own.keyEvents} is ${one.record} with ${one.keyEvents}")
      val damages = Verification.of(copied, storage = disk).map(_.damages)
      if damages != Right(Vector.empty) then wrong(s"$damages")
      Journal.tryOpen(copied, storage = disk) match
        case Left(OpenError.NotWritable(_, _: LogRole.Replica)) => ()
        case other                                              => wrong(s"a program has opened it: $other")
      Promotion.promote(copied, disk).left.foreach(error => wrong(error.message))
      Using.resource(Journal.open(copied, storage = disk)): journal =>
        source.all
          .groupMapReduce(_.record.stream)(_.record.version)(math.max)
          .foreach: (stream, version) =>
            val own = journal.version(stream).getOrElse(-1L)
            if keepsAll && own != version then wrong(s"$stream has version $own, not $version")
        journal.append("own", "event").await().left.foreach(error => wrong(error.message))
      source.reading: from =>
        val follower = LogFollower.start(from, target)
        if !follower.awaitEnd(TimeUnit.MINUTES.toNanos(1)) then wrong("it follows into what was promoted")
        if !follower.failure.exists(_.isInstanceOf[FollowError.Promoted]) then wrong(s"${follower.failure}")

  /** Bytes that come in pieces of any size. */
  private final class Slow(bytes: Array[Byte], random: SplittableRandom) extends InputStream:
    private var at  = 0
    def read(): Int =
      if at == bytes.length then -1
      else
        at += 1
        bytes(at - 1) & 0xff
    override def read(into: Array[Byte], from: Int, most: Int): Int =
      if at == bytes.length then -1
      else if most == 0 then 0
      else
        val some = math.min(math.min(most, bytes.length - at), 1 + random.nextInt(10_000))
        System.arraycopy(bytes, at, into, from, some)
        at += some
        some
