package brine.journal.snapshot

import brine.codec.{Codec, Schemas}
import brine.journal.Offset
import java.util.concurrent.{CompletableFuture, Executor}

/** The snapshots of a log: states computed from its records up to an offset. After a restart you replay only the
  * records after it. Safe for use by several threads.
  *
  * {{{
  * snapshots.saveInBackground("totals", offset, totals)(executor) // costs the caller one reference
  * snapshots.latest[Totals]("totals")                             // Either[SnapshotError, Option[Snapshot[Totals]]]
  * }}}
  *
  * A state is one value. A state larger than memory is saved as parts of one type, which are written and read one by
  * one. Each state of a log has its own name: 1 to 64 of a-z, 0-9, `_` and `-`. Threads that save under one name take
  * turns, so the parts of a state must not wait for, nor save, another one of that name.
  *
  * A snapshot is durable when `save` returns. Then the store deletes older snapshots of the name, except for the newest
  * that can be read. So there are two to fall back on, and a crash at any time leaves those that were there.
  *
  * No state is ahead of its log, whatever fails: one of records that are not durable yet is refused with
  * [[SnapshotError.NotDurable]], because a crash could revoke them, and others would get their offsets. Save it when
  * they are durable.
  *
  * The store skips a snapshot that it cannot read, or of records that the log does not have, because they were lost. It
  * decodes states of earlier and later versions of a type, by the rules of the codec. It cannot read a state of another
  * type, even if its fields would fit. [[brine.codec.Schemas]] says which types are the same; a program needs them only
  * if a type has another name by now and does not say its former one by [[brine.codec.was]].
  *
  * To store snapshots elsewhere, extend [[EncodedSnapshots]]; implement this trait for states larger than memory.
  */
trait SnapshotStore:
  /** What messages call the store: its folder, or a URL without secrets. */
  def place: String

  /** Saves a state.
    *
    * @param name
    *   name of the state
    * @param offset
    *   offset of the last record in the state, which must be durable; replaces a snapshot of the same name and offset
    * @param state
    *   the state, as one value
    * @throws IllegalArgumentException
    *   if the name is not valid
    */
  def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo]

  /** Saves a state as parts, taken from the iterator one after the other. If the iterator throws, the exception is
    * thrown and nothing is saved.
    *
    * @param name
    *   name of the state
    * @param offset
    *   offset of the last record in the state, which must be durable; replaces a snapshot of the same name and offset
    * @param parts
    *   the parts of the state
    * @throws IllegalArgumentException
    *   if the name is not valid
    */
  def saveParts[A: Codec](name: String, offset: Offset, parts: Iterator[A]): Either[SnapshotError, SnapshotInfo]

  /** Saves a state on a thread of the executor. Nobody may change the state from now on. */
  final def saveInBackground[S: Codec](name: String, offset: Offset, state: S)(
      executor: Executor
  ): CompletableFuture[Either[SnapshotError, SnapshotInfo]] =
    CompletableFuture.supplyAsync(() => save(name, offset, state), executor)

  /** Saves a state as parts on a thread of the executor. The iterator is created and read there, too. */
  final def savePartsInBackground[A: Codec](name: String, offset: Offset, parts: => Iterator[A])(
      executor: Executor
  ): CompletableFuture[Either[SnapshotError, SnapshotInfo]] =
    CompletableFuture.supplyAsync(() => saveParts(name, offset, parts), executor)

  /** Loads the newest state that can be read; None if there is none. Replay the records after its offset:
    * `readAllAfter(snapshot.offset)`.
    *
    * If a snapshot cannot be read, loads the one before it, and reports the reason in [[Snapshot.skipped]].
    *
    * @param upTo
    *   the last record that the state may have
    * @return
    *   `NoneReadable` if there are snapshots, but none can be read
    */
  def latest[S](name: String, upTo: Offset = Offset(Long.MaxValue))(using
      Codec[S]
  )(using
      Schemas
  ): Either[SnapshotError, Option[Snapshot[S]]]

  /** Folds the parts of the newest state that can be read, in the order in which they were saved.
    *
    * Damage may show up after some parts were folded. The fold then starts again on the snapshot before, with another
    * `zero`. Exceptions of `f` are thrown.
    *
    * @param upTo
    *   the last record that the state may have
    * @return
    *   `NoneReadable` if there are snapshots, but none can be read
    */
  def loadParts[A, B](name: String, upTo: Offset = Offset(Long.MaxValue))(zero: => B)(
      f: (B, A) => B
  )(using Codec[A])(using Schemas): Either[SnapshotError, Option[Snapshot[B]]]

  /** The offsets of the snapshots of a name, newest first.
    *
    * @throws java.io.IOException
    *   if the store cannot be read
    */
  def offsets(name: String): Vector[Offset]

  /** The names of all snapshots, sorted.
    *
    * @throws java.io.IOException
    *   if the store cannot be read
    */
  def names: Vector[String]

  /** Reads a whole snapshot and verifies all checksums, without decoding its values.
    *
    * @return
    *   `NotFound` if there is none of this name and offset
    * @throws IllegalArgumentException
    *   if the name is not valid
    */
  def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo]
