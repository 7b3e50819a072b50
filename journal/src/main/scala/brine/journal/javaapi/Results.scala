package brine.journal.javaapi

import brine.codec.EncodeError
import brine.journal.failure.Failures
import brine.journal.snapshot.SnapshotError
import brine.journal.{
  Appended,
  Completion,
  EventLogReader,
  JournalError,
  JournalException,
  JournalReader,
  Offset,
  ReadError,
  Record
}
import java.io.IOException
import java.util.{List as JavaList, Set as JavaSet}
import java.util.concurrent.CompletableFuture
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** Errors as exceptions, and results as Java has them. */
private[javaapi] object Results:
  def orThrow[A](result: Either[JournalError, A]): A = result.fold(error => throw JournalException(error), identity)

  def orThrowSnapshot[A](result: Either[SnapshotError, A]): A =
    result.fold(error => throw SnapshotException(error), identity)

  /** Runs a body that reads files, and throws its exceptions as [[JournalException]]. */
  def reading[A](reader: EventLogReader)(body: => A): A = reader match
    case files: JournalReader => orThrow(Failures.reading(files.folder)(body))
    case other                =>
      try body
      catch case error: IOException => throw JournalException(ReadError.Unavailable(other.name, error))

  /** The offset, unless it is negative: to Java, an offset is any number. */
  def checked(offset: Offset): Offset = Offset(offset.sequence)

  def toFuture(completion: Completion): CompletableFuture[Appended] =
    val future = CompletableFuture[Appended]()
    completion.toFuture.thenAccept {
      case Right(appended) => future.complete(appended): Unit
      case Left(error)     => future.completeExceptionally(JournalException(error)): Unit
    }: Unit
    future

  def record[A](record: Record[A]): JavaRecord[A] = JavaRecord(
    record.offset.sequence,
    record.stream,
    record.version,
    record.at,
    if record.tags.isEmpty then JavaSet.of() else JavaSet.copyOf(record.tags.asJava),
    record.key.toJava,
    record.value
  )

  def batch[A](records: Vector[Record[A]]): JavaList[JavaRecord[A]] =
    val all = java.util.ArrayList[JavaRecord[A]](records.size)
    records.foreach(one => all.add(record(one)): Unit)
    java.util.Collections.unmodifiableList(all)

  /** Runs a body that encodes. Java cannot catch a checked exception that no method declares. */
  def encoding[A](body: => A): A =
    try body
    catch case error: EncodeError => throw IllegalArgumentException(error.getMessage, error)
