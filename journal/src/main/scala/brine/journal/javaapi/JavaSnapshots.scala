package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.Offset
import brine.journal.snapshot.{Snapshot, SnapshotError, SnapshotInfo, SnapshotStore}
import java.io.IOException
import java.util.concurrent.{CompletableFuture, Executor}
import java.util.function.{BiFunction, Supplier}
import java.util.{Iterator as JavaIterator, List as JavaList, Optional}
import scala.jdk.CollectionConverters.*

/** The snapshots of one type of state: [[brine.journal.snapshot.SnapshotStore]] with Java's types. After a restart you
  * replay only the records after the snapshot. Thread-safe.
  *
  * {{{
  * JavaSnapshots<Totals> snapshots = journal.snapshots(Totals.CODEC);
  * snapshots.save("totals", offset, totals);
  * Optional<JavaSnapshot<Totals>> latest = snapshots.latest("totals");
  * }}}
  *
  * Methods that fail throw a [[SnapshotException]], an unchecked exception whose `error` says what failed. A negative
  * offset is an `IllegalArgumentException`.
  */
final class JavaSnapshots[S] private[javaapi] (store: SnapshotStore, state: JavaCodec[S]):
  private val codec: Codec[S] = Codecs.plain(state)

  /** Saves a state. It is durable when the method returns.
    *
    * @param name
    *   name of the state: 1 to 64 of a-z, 0-9, `_` and `-`
    * @param offset
    *   offset of the last record in the state, which must be durable
    * @throws java.lang.IllegalArgumentException
    *   if the name is not valid, or the offset is negative
    */
  def save(name: String, offset: Offset, state: S): SnapshotInfo =
    Results.orThrowSnapshot(store.save(name, Results.checked(offset), state)(using codec))

  /** Saves a state on a thread of the executor. Nobody may change the state from now on. */
  def saveInBackground(name: String, offset: Offset, state: S, executor: Executor): CompletableFuture[SnapshotInfo] =
    val checked = Results.checked(offset)
    CompletableFuture.supplyAsync(() => save(name, checked, state), executor)

  /** Saves a state that is larger than memory as parts of type `S`, taken from the iterator one after the other. */
  def saveParts(name: String, offset: Offset, parts: JavaIterator[? <: S]): SnapshotInfo =
    Results.orThrowSnapshot(store.saveParts[S](name, Results.checked(offset), parts.asScala)(using codec))

  /** Loads the newest state that can be read; empty if there are no snapshots. If a file cannot be read, loads the one
    * before it, and says why in `skipped`. Fails with `NoneReadable` if none can be read.
    */
  def latest(name: String): Optional[JavaSnapshot[S]] = latest(name, Offset(Long.MaxValue))

  /** Loads the newest state that has no record after this offset. */
  def latest(name: String, upTo: Offset): Optional[JavaSnapshot[S]] =
    optional(store.latest[S](name, Results.checked(upTo))(using codec))

  /** Folds the parts of the newest state that can be read, in the order in which they were saved. The fold may start
    * again on an older snapshot, with another value of `zero`, if damage shows up on the way.
    */
  def loadParts[B](
      name: String,
      zero: Supplier[B],
      step: BiFunction[? >: B, ? >: S, ? <: B]
  ): Optional[JavaSnapshot[B]] =
    optional(store.loadParts[S, B](name)(zero.get)((sum, part) => step(sum, part))(using codec))

  /** The offsets of the snapshots of a name, newest first, by the names of the files. */
  def offsets(name: String): JavaList[java.lang.Long] =
    listing(store.offsets(name)).map(offset => Long.box(offset.sequence)).asJava

  /** The names of all snapshots, sorted. */
  def names: JavaList[String] = listing(store.names).asJava

  private def listing[B](body: => B): B =
    try body
    catch case error: IOException => throw SnapshotException(SnapshotError.Failed(store.place, error))

  /** Reads a whole snapshot and verifies all checksums, without decoding its values. */
  def verify(name: String, offset: Offset): SnapshotInfo =
    Results.orThrowSnapshot(store.verify(name, Results.checked(offset)))

  private def optional[B](loaded: Either[SnapshotError, Option[Snapshot[B]]]): Optional[JavaSnapshot[B]] =
    Results.orThrowSnapshot(loaded) match
      case Some(snapshot) =>
        Optional.of(JavaSnapshot(snapshot.info, snapshot.state, JavaList.copyOf(snapshot.skipped.asJava)))
      case None => Optional.empty
