package brine.journal.testkit

import brine.effort.Effort
import brine.journal.*
import brine.journal.folders.ManifestStore
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.ConcurrentLinkedQueue
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Damage to the files of a journal that is open, while it is written and read. */
class DamageBeneathSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 20.minutes

  import DamageBeneathSuite.*

  kinds.foreach: (name, damage) =>
    test(s"$name: every answer is right or an error, and nothing hangs"):
      val outcomes = mutable.TreeMap.empty[String, Int]
      for seed <- 1 to Effort.liveDamage do
        val outcome =
          try Trial(seed, damage).run()
          catch case error: Throwable => throw AssertionError(s"$name, seed $seed", error)
        outcomes(outcome) = outcomes.getOrElse(outcome, 0) + 1
      println(s"faults injected, $name beneath an open journal: ${Effort.liveDamage} (${outcomes.mkString(", ")})")

object DamageBeneathSuite:
  private val folder = Path.of("/journal")

  private type Damage = (FaultStorage, Path, SplittableRandom) => Unit

  private def other(disk: FaultStorage, file: Path, random: SplittableRandom): Option[Path] =
    val ending = file.toString.takeRight(4)
    val others = disk.files.filter(path => path != file && path.toString.endsWith(ending) && path.getParent == folder)
    Option.when(others.nonEmpty)(others(random.nextInt(others.size)))

  private def exchange(disk: FaultStorage, one: Path, two: Path): Unit =
    val aside = folder.resolve("aside")
    disk.move(one, aside)
    disk.move(two, one)
    disk.move(aside, two)

  private def rewrite(disk: FaultStorage, file: Path, bytes: Array[Byte]): Unit =
    disk.delete(file)
    val made = disk.create(file)
    made.write(java.nio.ByteBuffer.wrap(bytes), 0)
    made.force()
    made.close()

  private val kinds = Vector[(String, Damage)](
    "a file cut short" -> ((disk, file, random) => disk.cutShort(file, random.nextLong(disk.bytes(file).length + 1L))),
    "a page zeroed"    -> ((disk, file, random) =>
      disk.zero(file, random.nextLong(disk.bytes(file).length / 4096 + 1L) * 4096, 4096)
    ),
    "a bit turned" -> ((disk, file, random) =>
      if disk.bytes(file).nonEmpty then disk.flipBit(file, random.nextLong(disk.bytes(file).length.toLong), 3)
    ),
    "a file deleted"      -> ((disk, file, _) => disk.delete(file)),
    "two files exchanged" -> ((disk, file, random) => other(disk, file, random).foreach(exchange(disk, file, _))),
    "a copy of another file in a place" -> ((disk, file, random) =>
      other(disk, file, random).foreach(other => rewrite(disk, file, disk.bytes(other)))
    ),
    "bytes of another file over a file" -> ((disk, file, random) =>
      other(disk, file, random).foreach(other => disk.damage(file, 0, disk.bytes(other)))
    ),
    "everything zero in a file" -> ((disk, file, _) => disk.zero(file, 0, disk.bytes(file).length))
  )

  /** One journal, and what happens to it. */
  private final class Trial(seed: Int, damage: Damage):
    private val random   = SplittableRandom(seed)
    private val disk     = FaultStorage(seed)
    private val settings = JournalSettings(
      segmentSize = 1 << 16,
      idleAfter = java.time.Duration.ZERO,
      spaceCheckEvery = java.time.Duration.ofMillis(2)
    )
    private val acknowledged = mutable.ArrayBuffer.empty[(String, String)]
    private var unknown      = 0
    private var refused      = 0
    private var unread       = 0

    def run(): String =
      val journal = Journal.open(folder, settings, disk)
      for i <- 1 to 30 do append(journal, i)
      val reader = JournalReader.open(folder, settings, disk)
      val one    = follow(journal, Filter.All)
      val two    = follow(reader, Filter.Tagged("t"))
      for i <- 31 to 60 do append(journal, i)
      rest(journal)
      val files = disk.files.filter(_.getParent == folder)
      damage(disk, files(random.nextInt(files.size)), random)
      for i <- 61 to 75 do append(journal, i)
      for view <- Seq(journal, reader) do readAll(view)
      for i <- 76 to 100 do append(journal, i)
      for view <- Seq(journal, reader) do readAll(view)
      journal.retain(RetentionRules(keepAfter = Offset(0))): Unit
      journal.backup(Path.of("/backup")): Unit
      Seq(one, two).foreach(_._1.close())
      Seq(one, two).foreach((_, seen) => prefix(seen.asScala.toVector, "a subscription"))
      reader.close()
      journal.close()
      again()

    private def append(journal: Journal, i: Int): Unit =
      val stream = s"s-${i % 3}"
      val text   = s"$seed $i " + "x" * random.nextInt(4000)
      journal.append(stream, ExpectedVersion.Any, Seq(text), tags = Set("t")).await() match
        case Right(_)                            => acknowledged += stream -> text
        case Left(_: AppendError.OutcomeUnknown) => unknown += 1
        case Left(_)                             => refused += 1

    /** Waits until the manifest says that everything is durable. */
    private def rest(journal: Journal): Unit =
      while !ManifestStore.read(disk, folder)._1.exists(_.watermark.sequence == journal.durable.sequence) do
        Thread.sleep(1)

    private def follow(view: JournalReader, filter: Filter) =
      val seen = ConcurrentLinkedQueue[(String, String)]()
      view.subscribe[String](Offset.Begin, filter)(record => seen.add(record.stream -> record.value): Unit) -> seen

    private def readAll(view: JournalReader): Unit =
      // What cannot be looked at may be thrown.
      val durable = Try(view.durable.sequence)
      whole(Try(view.readAll[String]().toVector), durable, _ => true)
      whole(Try(view.readTagged[String]("t").toVector), durable, _ => true)
      whole(Try(view.read[String]("s-1").toVector), durable, _ == "s-1")

    private def whole(
        read: Try[Either[ReadError, Vector[Record[String]]]],
        durable: Try[Long],
        isWanted: String => Boolean
    ): Unit =
      read.toEither.left.map(_.toString).flatMap(_.left.map(_.message)) match
        case Left(_)      => unread += 1
        case Right(there) =>
          val wanted = acknowledged.take(durable.getOrElse(0L).toInt).filter((stream, _) => isWanted(stream)).toVector
          val found  = there.map(record => record.stream -> record.value)
          if !found.startsWith(wanted) then
            throw AssertionError(s"${found.size} records read without an error, of ${wanted.size}")
          prefix(found, "reading", isWanted)

    private def prefix(found: Vector[(String, String)], what: String, isWanted: String => Boolean = _ => true): Unit =
      if !acknowledged.filter((stream, _) => isWanted(stream)).startsWith(found) then
        throw AssertionError(s"$what has other records: ${found.size} of ${acknowledged.size}")

    /** Opens it again: everything is there, or something says that it is not. */
    private def again(): String =
      val next    = disk.processKill()
      val outcome = Journal.tryOpen(folder, settings, next) match
        case Left(_)        => "refused to open"
        case Right(journal) =>
          try
            journal.readAll[String]().toVector match
              case Left(_)      => "reported by reading"
              case Right(there) =>
                val found = there.map(record => record.stream -> record.value)
                if !found.startsWith(acknowledged) || found.size > acknowledged.size + unknown then
                  throw AssertionError(s"opened again: ${found.size} records, ${acknowledged.size} were acknowledged")
                if refused + unknown > 0 then "stopped, nothing lost"
                else if unread > 0 then "reported while open, nothing lost"
                else "without consequence"
          finally journal.close()
      outcome
