package brine.journal.javaapi

import brine.codec.EncodeError
import brine.journal.snapshot.SnapshotError
import brine.journal.{Appended, Completion, JournalError, JournalException, Record}
import java.util.Set as JavaSet
import java.util.concurrent.{CompletableFuture, ForkJoinPool}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** Errors as exceptions, and results as Java has them. */
private[javaapi] object Results:
  def orThrow[A](result: Either[JournalError, A]): A = result.fold(error => throw JournalException(error), identity)

  def orThrowSnapshot[A](result: Either[SnapshotError, A]): A =
    result.fold(error => throw SnapshotException(error), identity)

  def toFuture(completion: Completion): CompletableFuture[Appended] =
    val future = CompletableFuture[Appended]()
    completion.onComplete(ForkJoinPool.commonPool):
      case Right(appended) => future.complete(appended): Unit
      case Left(error)     => future.completeExceptionally(JournalException(error)): Unit
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

  /** Runs a body that encodes. Java cannot catch a checked exception that no method declares. */
  def encoding[A](body: => A): A =
    try body
    catch case error: EncodeError => throw IllegalArgumentException(error.getMessage, error)
