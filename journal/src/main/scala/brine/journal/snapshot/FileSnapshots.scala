package brine.journal.snapshot

import brine.codec.{Codec, Schemas}
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import brine.journal.snapshot.SnapshotFormat.Header
import brine.journal.storage.Storage

import java.io.IOException
import java.nio.file.{NoSuchFileException, Path}
import java.time.temporal.ChronoUnit.MICROS
import java.time.{Clock, Instant}
import java.util.UUID
import java.util.concurrent.{ConcurrentHashMap, ThreadLocalRandom}
import scala.annotation.tailrec
import scala.util.control.{NoStackTrace, NonFatal}

/** The snapshots of a journal in files.
  *
  * Saving writes another file, makes it and the folder durable, and moves it to its name. The store then deletes older
  * snapshots of the name, except for the newest that is whole. A damaged file is never deleted; if its name is
  * needed, it moves to `quarantine`.
  *
  * Encoding may take long, and closing the journal does not wait for it. A save that is under way then changes nothing
  * more in the folder, which another process may have by then.
  */
private[journal] final class FileSnapshots(
    storage: Storage,
    folder: Path,
    journal: UUID,
    clock: Clock = Clock.systemUTC,
    random: () => Long = () => ThreadLocalRandom.current.nextLong(),
    reach: () => Long = () => Long.MaxValue,
    isClosed: () => Boolean = () => false
) extends SnapshotStore:
  def place: String = folder.toString

  private val turns = SaveTurns()
  private val steps = SaveSteps(isClosed)
  // Names of files that this store has verified or written: they need no second check before older ones are deleted.
  private val whole = ConcurrentHashMap.newKeySet[String]()

  def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo] =
    write(name, offset.sequence, isParts = false, Iterator.single(state))

  def saveParts[A: Codec](name: String, offset: Offset, parts: Iterator[A]): Either[SnapshotError, SnapshotInfo] =
    write(name, offset.sequence, isParts = true, parts)

  def latest[S](name: String, upTo: Offset = Offset(Long.MaxValue))(using
      Codec[S]
  )(using
      Schemas
  ): Either[SnapshotError, Option[Snapshot[S]]] =
    newest(name, upTo.sequence): reader =>
      if reader.info.isParts then throw SnapshotReader.Refused(OtherKind(reader.info.place, hasParts = true))
      val state = reader.read[S]()
      reader.finish()
      state

  def loadParts[A, B](name: String, upTo: Offset = Offset(Long.MaxValue))(zero: => B)(
      f: (B, A) => B
  )(using Codec[A])(using Schemas): Either[SnapshotError, Option[Snapshot[B]]] =
    try
      newest(name, upTo.sequence): reader =>
        if !reader.info.isParts then throw SnapshotReader.Refused(OtherKind(reader.info.place, hasParts = false))
        var result = zero
        while reader.hasNext do
          val part = reader.read[A]()
          try result = f(result, part)
          catch case NonFatal(error) => throw FileSnapshots.OfCaller(error)
        reader.finish()
        result
    catch case error: FileSnapshots.OfCaller => throw error.cause

  def offsets(name: String): Vector[Offset] = offsetsOf(name).map(Offset(_))

  private def offsetsOf(name: String): Vector[Long] =
    SnapshotFormat.requireName(name)
    storage.list(folder).flatMap(SnapshotFormat.parse).collect { case (offset, `name`) => offset }.reverse

  def names: Vector[String] = storage.list(folder).flatMap(SnapshotFormat.parse).map(_._2).distinct.sorted

  /** Waits for the change of the folder that a save makes just now. The journal is closed already, so that no further
    * one begins.
    */
  private[journal] def awaitSteps(): Unit = steps.await()

  def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo] =
    SnapshotFormat.requireName(name)
    val path  = folder.resolve(SnapshotFormat.fileName(offset.sequence, name))
    val found = open(path): reader =>
      while reader.hasNext do reader.skip()
      reader.finish()
      whole.add(path.getFileName.toString): Unit
      reader.info
    found match
      case Left(Failed(_, _: NoSuchFileException)) => Left(NotFound(place, name, offset))
      case other                                   => other

  private def open[A](path: Path)(f: SnapshotReader => A): Either[SnapshotError, A] =
    SnapshotReader.use(storage, path): reader =>
      if reader.info.journal != journal then
        throw SnapshotReader.Refused(Foreign(path.toString, reader.info.journal, journal))
      f(reader)

  private def newest[A](name: String, upTo: Long)(f: SnapshotReader => A): Either[SnapshotError, Option[Snapshot[A]]] =
    @tailrec def in(offsets: List[Long], skipped: Vector[SnapshotError]): Either[SnapshotError, Option[Snapshot[A]]] =
      offsets match
        case Nil            => if skipped.isEmpty then Right(None) else Left(NoneReadable(name, skipped))
        case offset :: rest =>
          val path = folder.resolve(SnapshotFormat.fileName(offset, name))
          open(path)(reader => (reader.info, f(reader))) match
            case Right((info, state)) =>
              whole.add(path.getFileName.toString): Unit
              Right(Some(Snapshot(info, state, skipped)))
            case Left(error) => in(rest, skipped :+ error)

    @tailrec def again(triesLeft: Int): Either[SnapshotError, Option[Snapshot[A]]] =
      val most   = math.min(upTo, reach())
      val found  = offsetsOf(name).filter(_ <= most)
      val result = in(found.toList, Vector.empty)
      // Another thread may have deleted them meanwhile, because there were newer ones.
      if result.isLeft && triesLeft > 0 && offsetsOf(name).filter(_ <= most) != found then again(triesLeft - 1)
      else result

    try again(8)
    catch case error: IOException => Left(Failed(folder.toString, error))

  private def write[A: Codec](
      name: String,
      offset: Long,
      isParts: Boolean,
      parts: Iterator[A]
  ): Either[SnapshotError, SnapshotInfo] =
    SnapshotFormat.requireName(name)
    val path = folder.resolve(SnapshotFormat.fileName(offset, name))
    turns.of(name):
      if isClosed() then Left(Failed(path.toString, SaveSteps.refusal))
      else
        // Otherwise a crash could revoke the records, and others would get their offsets.
        val durable = reach()
        if offset > durable then Left(NotDurable(path.toString, Offset(offset), Offset(durable)))
        else write(path, name, offset, isParts, parts)

  private def write[A: Codec](
      path: Path,
      name: String,
      offset: Long,
      isParts: Boolean,
      parts: Iterator[A]
  ): Either[SnapshotError, SnapshotInfo] =
    val part   = folder.resolve(SnapshotFormat.fileName(offset, name) + FileSnapshots.Unfinished)
    var isDone = false
    try
      val info     = writeFile(path, part, name, offset, isParts, parts)
      val isSpoilt = storage.exists(path) && !isWhole(name, offset)
      steps:
        if isSpoilt then setAside(path)
        whole.remove(path.getFileName.toString): Unit
        storage.move(part, path)
        storage.forceFolder(folder)
        isDone = true
        whole.add(path.getFileName.toString): Unit
      prune(name, offset)
      Right(info)
    catch
      case refused: SnapshotWriter.Refused => Left(Unencodable(refused.part, refused.problem))
      case error: IOException              => Left(Failed(path.toString, error))
      case error: FileSnapshots.OfCaller   => throw error.cause
    finally if !isDone then discard(part)

  // Replacing a damaged snapshot of the same offset would delete it.
  private def setAside(path: Path): Unit =
    val quarantine = folder.resolve("quarantine")
    storage.createFolder(quarantine)
    val taken = storage.list(quarantine).toSet
    val names = Iterator.from(1).map(number => s"${path.getFileName}.$number").filterNot(taken)
    storage.move(path, quarantine.resolve(names.next()))
    storage.forceFolder(quarantine)
    storage.forceFolder(folder)

  private def writeFile[A](
      path: Path,
      part: Path,
      name: String,
      offset: Long,
      isParts: Boolean,
      parts: Iterator[A]
  )(using codec: Codec[A]): SnapshotInfo =
    val micros = MICROS.between(Instant.EPOCH, clock.instant)
    val file   = steps:
      storage.delete(part) // left by a process that ended while it saved, or by a save that closing has ended
      steps.guarded(storage.create(part))
    try
      val writer = SnapshotWriter(file, Header(journal, offset, random(), micros, isParts, name))
      while ofCaller(parts.hasNext) do writer.part(ofCaller(parts.next()))
      val footer  = writer.finish(codec.schema.canonical)
      val savedAt = Instant.EPOCH.plus(micros, MICROS)
      SnapshotInfo(
        path.toString,
        name,
        Offset(offset),
        savedAt,
        isParts,
        footer.parts,
        footer.bytes,
        footer.fingerprint,
        codec.schema,
        journal
      )
    finally file.close()

  private inline def ofCaller[A](inline value: A): A =
    try value
    catch case NonFatal(error) => throw FileSnapshots.OfCaller(error)

  private def discard(part: Path): Unit =
    try steps(storage.delete(part))
    catch case _: IOException => () // report the error that led here

  // What cannot be deleted now is deleted after the next snapshot; the one that was saved is durable anyway.
  private def prune(name: String, saved: Long): Unit =
    try
      val before = offsetsOf(name).filter(_ < saved)
      val spare  = before.indexWhere(isWhole(name, _))
      if spare >= 0 then
        before
          .drop(spare + 1)
          .filter(isWhole(name, _))
          .foreach: offset =>
            steps(storage.delete(folder.resolve(SnapshotFormat.fileName(offset, name))))
            whole.remove(SnapshotFormat.fileName(offset, name)): Unit
      storage
        .list(folder)
        .filter(file => file.endsWith(s"-$name.snap${FileSnapshots.Unfinished}"))
        .filter(file => SnapshotFormat.parse(file.dropRight(FileSnapshots.Unfinished.length)).exists(_._2 == name))
        .foreach(file => steps(storage.delete(folder.resolve(file))))
    catch case _: IOException => ()

  private def isWhole(name: String, offset: Long): Boolean =
    val path = folder.resolve(SnapshotFormat.fileName(offset, name))
    if whole.contains(path.getFileName.toString) then open(path)(_ => ()).isRight
    else verify(name, Offset(offset)).isRight

private[journal] object FileSnapshots:
  private final val Unfinished = ".part"

  /** Carries an exception of the caller's function through this class. */
  private final class OfCaller(val cause: Throwable) extends Exception with NoStackTrace
