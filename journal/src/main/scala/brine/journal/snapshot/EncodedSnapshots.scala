package brine.journal.snapshot

import brine.codec.{Codec, EncodeError, Out, Schemas}
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import java.time.temporal.ChronoUnit.MICROS
import java.time.{Clock, Instant}
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import scala.annotation.tailrec
import scala.util.control.NonFatal

/** The snapshots of a store without files: what the store implements is to put, get, list and delete encoded snapshots.
  * It has one whole snapshot in memory while it saves or loads it. Thread-safe if the abstract methods are; threads
  * that save under the same name take turns.
  *
  * What an abstract method throws becomes [[SnapshotError.Failed]]; [[offsets]] and [[names]] throw it. Once [[put]]
  * has returned, a snapshot is saved: if older ones cannot be deleted then, they are after a later save. A snapshot
  * that [[get]] does not return is not deleted, and does not count as one to fall back on.
  *
  * @param place
  *   what messages call the store: a URL without secrets, for instance
  * @param log
  *   identity of the log
  * @param clock
  *   tells when a snapshot was saved
  */
abstract class EncodedSnapshots(val place: String, log: UUID, clock: Clock = Clock.systemUTC) extends SnapshotStore:
  private val turns = SaveTurns()
  // Those that this store has put or got: they need not be got again before older ones are deleted.
  private val readable = ConcurrentHashMap.newKeySet[(String, Offset)]()

  /** Stores a snapshot, and makes it durable. Replaces one of the same name and offset. */
  protected def put(snapshot: EncodedSnapshot): Unit

  /** The snapshot of a name and an offset, if there is one. */
  protected def get(name: String, offset: Offset): Option[EncodedSnapshot]

  /** The offsets of the snapshots of a name, in any order. */
  protected def list(name: String): Iterable[Offset]

  /** Deletes a snapshot, if it is there. */
  protected def delete(name: String, offset: Offset): Unit

  /** Offset of the last record that is durable: a snapshot of later ones is refused, and skipped if it is there. */
  protected def reach: Offset

  /** Why nothing may be saved now; None if it may. */
  protected def refusal: Option[Exception]

  def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo] =
    store(name, offset, isParts = false, Iterator.single(state))

  def saveParts[A: Codec](name: String, offset: Offset, parts: Iterator[A]): Either[SnapshotError, SnapshotInfo] =
    store(name, offset, isParts = true, parts)

  private def store[A: Codec](
      name: String,
      offset: Offset,
      isParts: Boolean,
      parts: Iterator[A]
  ): Either[SnapshotError, SnapshotInfo] =
    SnapshotFormat.requireName(name)
    turns.of(name):
      refusal match
        case Some(error) => Left(Failed(placeOf(name, offset), error))
        case None        =>
          for
            _       <- requireDurable(name, offset)
            encoded <- encode(parts, Vector.empty)
            info    <- save(name, offset, isParts, encoded)
          yield info

  // Otherwise a crash could revoke the records, and others would get their offsets.
  private def requireDurable(name: String, offset: Offset): Either[SnapshotError, Unit] =
    val place = placeOf(name, offset)
    guarded(place)(reach).flatMap: durable =>
      if offset.sequence > durable.sequence then Left(NotDurable(place, offset, durable)) else Right(())

  private def save[A](name: String, offset: Offset, isParts: Boolean, parts: Vector[Array[Byte]])(using
      codec: Codec[A]
  ): Either[SnapshotError, SnapshotInfo] =
    val savedAt  = Instant.EPOCH.plus(MICROS.between(Instant.EPOCH, clock.instant), MICROS)
    val snapshot = EncodedSnapshot(name, offset, savedAt, isParts, codec.schema, parts)
    guarded(placeOf(name, offset))(put(snapshot)).map: _ =>
      readable.add((name, offset)): Unit
      // The snapshot is saved, whatever happens to older ones.
      guarded(place)(prune(name, offset)): Unit
      info(snapshot)

  /** Deletes what is older than the newest one to fall back on. What cannot be read is kept: somebody may repair it. */
  private def prune(name: String, saved: Offset): Unit =
    val before = newestFirst(list(name)).filter(_.sequence < saved.sequence)
    val spare  = before.indexWhere(isReadable(name, _))
    if spare >= 0 then
      before
        .drop(spare + 1)
        .filter(isReadable(name, _))
        .foreach: offset =>
          delete(name, offset)
          readable.remove((name, offset)): Unit

  private def isReadable(name: String, offset: Offset): Boolean =
    readable.contains((name, offset)) || {
      val isThere = guarded(placeOf(name, offset))(get(name, offset)).exists(_.isDefined)
      if isThere then readable.add((name, offset)): Unit
      isThere
    }

  private def newestFirst(offsets: Iterable[Offset]): Vector[Offset] =
    offsets.toVector.sorted(using Offset.ordering.reverse)

  private def encode[A](parts: Iterator[A], encoded: Vector[Array[Byte]])(using
      codec: Codec[A]
  ): Either[SnapshotError, Vector[Array[Byte]]] =
    val out                                                                                     = Out()
    @tailrec def next(encoded: Vector[Array[Byte]]): Either[SnapshotError, Vector[Array[Byte]]] =
      if !parts.hasNext then Right(encoded)
      else
        val part = parts.next()
        out.reset()
        val problem =
          try
            codec.write(out, part)
            None
          catch case error: (EncodeError | NullPointerException) => Some(explained(part, error))
        problem match
          case Some(text) => Left(Unencodable(encoded.size, text))
          case None       => next(encoded :+ out.toArray)
    next(encoded)

  // The codec's public encoder says which part of the value it is.
  private def explained[A: Codec](part: A, error: Exception): String =
    try
      Codec.encodeBare(part): Unit
      String.valueOf(error.getMessage)
    catch case explained: EncodeError => explained.getMessage

  def latest[S](name: String, upTo: Offset = Offset(Long.MaxValue))(using
      Codec[S]
  )(using
      Schemas
  ): Either[SnapshotError, Option[Snapshot[S]]] =
    newest(name, upTo): snapshot =>
      if snapshot.isParts then Left(OtherKind(placeOf(snapshot), hasParts = true)) else decode[S](snapshot, 0)

  def loadParts[A, B](name: String, upTo: Offset = Offset(Long.MaxValue))(zero: => B)(
      f: (B, A) => B
  )(using Codec[A])(using Schemas): Either[SnapshotError, Option[Snapshot[B]]] =
    newest(name, upTo): snapshot =>
      if !snapshot.isParts then Left(OtherKind(placeOf(snapshot), hasParts = false))
      else
        snapshot.parts.indices.foldLeft[Either[SnapshotError, B]](Right(zero)): (sum, part) =>
          for
            before <- sum
            value  <- decode[A](snapshot, part)
          yield f(before, value)

  private def decode[A](snapshot: EncodedSnapshot, part: Int)(using
      Codec[A]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, A] =
    Codec
      .decodeBare[A](snapshot.parts(part), snapshot.schema, schemas)
      .left
      .map: error =>
        val position = snapshot.parts.take(part).map(_.length.toLong).sum
        Undecodable(placeOf(snapshot), part, position, error)

  private def newest[A](name: String, upTo: Offset)(
      read: EncodedSnapshot => Either[SnapshotError, A]
  ): Either[SnapshotError, Option[Snapshot[A]]] =
    SnapshotFormat.requireName(name)
    guarded(place)(math.min(upTo.sequence, reach.sequence)).flatMap: most =>
      @tailrec def in(
          offsets: List[Offset],
          skipped: Vector[SnapshotError]
      ): Either[SnapshotError, Option[Snapshot[A]]] =
        offsets match
          case Nil            => if skipped.isEmpty then Right(None) else Left(NoneReadable(name, skipped))
          case offset :: rest =>
            guarded(placeOf(name, offset))(get(name, offset)) match
              case Left(error)           => in(rest, skipped :+ error)
              case Right(None)           => in(rest, skipped) // deleted meanwhile, for there is a newer one
              case Right(Some(snapshot)) =>
                read(snapshot) match
                  case Left(error)  => in(rest, skipped :+ error)
                  case Right(state) =>
                    readable.add((name, offset)): Unit
                    Right(Some(Snapshot(info(snapshot), state, skipped)))
      def found = guarded(place)(newestFirst(list(name)).filter(_.sequence <= most))
      @tailrec def again(triesLeft: Int): Either[SnapshotError, Option[Snapshot[A]]] =
        found match
          case Left(error)    => Left(error)
          case Right(offsets) =>
            val result = in(offsets.toList, Vector.empty)
            // Another thread may have deleted all of them meanwhile, because there are newer ones.
            if result != Right(None) || offsets.isEmpty || triesLeft == 0 then result else again(triesLeft - 1)
      again(8)

  def offsets(name: String): Vector[Offset] =
    SnapshotFormat.requireName(name)
    newestFirst(list(name))

  def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo] =
    SnapshotFormat.requireName(name)
    guarded(placeOf(name, offset))(get(name, offset).map(info)).flatMap: found =>
      found.toRight(NotFound(place, name, offset))

  private def guarded[A](place: String)(body: => A): Either[SnapshotError, A] =
    try Right(body)
    catch case NonFatal(error: Exception) => Left(Failed(place, error))

  private def placeOf(name: String, offset: Offset): String =
    s"$place: snapshot '$name' at offset ${offset.sequence}"
  private def placeOf(snapshot: EncodedSnapshot): String = placeOf(snapshot.name, snapshot.offset)

  private def info(snapshot: EncodedSnapshot): SnapshotInfo =
    val content = SnapshotContent()
    snapshot.parts.foreach(content.add)
    SnapshotInfo(
      placeOf(snapshot),
      snapshot.name,
      snapshot.offset,
      snapshot.savedAt,
      snapshot.isParts,
      snapshot.parts.size,
      content.bytes,
      content.fingerprint,
      snapshot.schema,
      log
    )
